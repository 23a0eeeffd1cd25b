import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EditForm } from '../../../edit/edit-form.tsx';
import { useEdit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Pill } from '../../../ui/status.tsx';
import { say } from '../../../ui/toasts.tsx';
import { BlocksEditor } from './blocks/blocks-editor.tsx';
import { textInWords } from './blocks/text-in-words.tsx';
import { useTools } from './blocks/tools.ts';
import { CodeEditor, useInsert } from './code-editor.tsx';
import { CopyNote } from './copy-note.tsx';
import { MailPreview, usePreview } from './mail-preview.tsx';
import { CaseMenu, TestButton } from './preview-acts.tsx';
import {
  type Case,
  isTextName,
  patchTemplate,
  resetTemplate,
  TEXT_WORDS,
  type TemplateVersion,
  type TextName,
  templateQuery,
  textsOf,
} from './template-queries.ts';

/** The texts of a kind of mails in a language, to change, with an example of the mail beside them. */
export const TextsForm = ({ version }: { version: TemplateVersion }) => {
  const t = useText();
  const queries = useQueryClient();
  const { template } = version;
  const query = templateQuery(template.kind, template.language);
  const [isCode, setCode] = useState(false);
  const [when, setCase] = useState<Case>({});
  const stored = (saved: TemplateVersion): void => {
    queries.setQueryData(query.queryKey, saved);
    // Other kinds that say the same have changed with it, and other languages name this one.
    void queries.invalidateQueries({ queryKey: ['mail-texts'], refetchType: 'none' });
  };
  const edit = useEdit<TemplateVersion>({
    current: version,
    fieldsOf: (each) => textsOf(each.template),
    changedAt: (each) => each.template.updatedAt ?? new Date(0).toISOString(),
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: patchTemplate,
    onSaved: (saved) => {
      stored(saved);
      say(t('laterWords.saved'));
    },
  });
  const back = useMutation({
    mutationFn: () => resetTemplate(version),
    onSuccess: (saved) => {
      edit.discard();
      stored(saved);
      say(t('mails.backDone'));
    },
    onError: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const keep = useMutation({
    mutationFn: (name: TextName) => patchTemplate(version, { [name]: template[name] }),
    onSuccess: (saved) => {
      stored(saved);
      say(t('mailBlocks.kept'));
    },
  });
  const preview = usePreview(version, edit.changed, when);
  const tools = useTools(template);
  const { form, onFocus, insert } = useInsert(edit.set);
  const nameOf = (path: string): string => (isTextName(path) ? t(TEXT_WORDS[path]) : path);
  const errorOf = (name: TextName): string | undefined =>
    edit.error?.detail(name) ?? (name in edit.changed ? preview.refusal?.detail(name) : undefined);
  const acts = (
    <>
      <Pill tone={template.isChanged ? 'brand' : undefined}>
        {t(template.isChanged ? 'mails.own' : 'mails.builtIn')}
      </Pill>
      {template.isChanged && (
        <ConfirmButton
          label={t('mails.back')}
          isDisabled={back.isPending}
          outcome={t('mails.backOutcome')}
          confirm={t('mails.back')}
          onConfirm={() => back.mutate()}
        />
      )}
    </>
  );
  return (
    <div className="mail-texts">
      <EditForm
        edit={edit}
        words={{ nameOf, shownOf: (_, text) => textInWords({ ...tools, text }, t) }}
        refused={back.error ?? keep.error}
        formRef={form}
        onFocus={onFocus}
      >
        {isCode ? (
          <CodeEditor edit={edit} template={template} errorOf={errorOf} onInsert={insert} acts={acts} />
        ) : (
          <BlocksEditor
            edit={edit}
            template={template}
            tools={{ ...tools, onCase: setCase }}
            errorOf={errorOf}
            isKeeping={keep.isPending}
            onKeep={(name) => keep.mutate(name)}
            acts={acts}
            note={<CopyNote version={version} isSaved={!('ownNote' in edit.changed)} />}
          />
        )}
        <div>
          <Button size="small" variant="quiet" onPress={() => setCode(!isCode)}>
            {t(isCode ? 'mailBlocks.asText' : 'mailBlocks.asCode')}
          </Button>
        </div>
      </EditForm>
      <MailPreview preview={preview}>
        <div className="preview-acts">
          <CaseMenu version={version} draft={edit.draft} when={when} onChange={setCase} />
          <TestButton version={version} changed={edit.changed} when={when} />
        </div>
      </MailPreview>
    </div>
  );
};
