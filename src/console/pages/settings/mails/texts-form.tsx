import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { SaveError } from '../../../forms/edit/save-error.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import {
  type Case,
  patchTemplate,
  resetTemplate,
  type TemplateVersion,
  templateQuery,
} from '../../../parts/settings/mails/template-queries.ts';
import { type TextName, templateFields } from '../../../parts/settings/mails/template-record.ts';
import { useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { BlocksEditor } from './blocks/blocks-editor.tsx';
import { textInWords } from './blocks/text-in-words.tsx';
import { useTools } from './blocks/tools.ts';
import { CodeEditor, useInsert } from './code-editor.tsx';
import { CopyNote } from './copy-note.tsx';
import { MailPreview, usePreview } from './preview/mail-preview.tsx';
import { CaseMenu, TestButton } from './preview/preview-actions.tsx';

/** The texts of a kind of emails in a language, to change, with an example of the email beside them. */
export const TextsForm = ({ version }: { version: TemplateVersion }) => {
  const t = useText();
  const { studio } = useMe();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { data: template } = version;
  const query = templateQuery(template.kind, template.language);
  const [isCode, setCode] = useState(false);
  const [when, setCase] = useState<Case>({});
  const tools = useTools(template);
  const stored = (saved: TemplateVersion): void => {
    queries.setQueryData(query.queryKey, saved);
    // Other kinds that say the same have changed with it, and other languages name this one.
    void refresh('email_text');
  };
  const record = useEditedRecord(templateFields, {
    kind: 'email_text',
    version,
    query,
    shown: (_, text) => (typeof text === 'string' ? textInWords({ ...tools, text }, t) : undefined),
    write: (body, _, over) => patchTemplate(over, body),
  });
  const back = useMutation({
    mutationFn: () => resetTemplate(version),
    onSuccess: (saved) => {
      record.discard();
      stored(saved);
      say(t('mails.backDone'));
    },
    onError: () => refresh('email_text'),
  });
  const keep = useMutation({
    mutationFn: (name: TextName) => patchTemplate(version, { [name]: template[name] }),
    onSuccess: (saved) => {
      stored(saved);
      say(t('mailBlocks.kept'));
    },
  });
  const changed = templateFields.patchOf(record.draft, record.changed, studio);
  const preview = usePreview(version, changed, when);
  // What the preview cannot show, saving would be refused.
  const form = {
    ...record,
    errorOf: (name: string): string | undefined =>
      record.errorOf(name) ?? (record.changed.includes(name) ? preview.refusal?.detail(name) : undefined),
  };
  const { onFocus, insert } = useInsert(form);
  const refused = back.error ?? keep.error;
  const actions = (
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
      <PageForm form={form} onFocus={onFocus}>
        {isCode ? (
          <CodeEditor form={form} template={template} onInsert={insert} actions={actions} />
        ) : (
          <BlocksEditor
            form={form}
            template={template}
            tools={{ ...tools, onCase: setCase }}
            isKeeping={keep.isPending}
            onKeep={(name) => keep.mutate(name)}
            actions={actions}
            note={<CopyNote version={version} isSaved={!form.changed.includes('ownNote')} />}
          />
        )}
        <div>
          <Button size="small" variant="quiet" onPress={() => setCode(!isCode)}>
            {t(isCode ? 'mailBlocks.asText' : 'mailBlocks.asCode')}
          </Button>
        </div>
        {form.error === undefined && refused !== null && <SaveError error={refused} nameOf={form.words.nameOf} />}
      </PageForm>
      <MailPreview preview={preview}>
        <div className="preview-actions">
          <CaseMenu version={version} draft={form.draft} when={when} onChange={setCase} />
          <TestButton version={version} changed={changed} when={when} />
        </div>
      </MailPreview>
    </div>
  );
};
