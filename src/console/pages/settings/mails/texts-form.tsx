import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useRef } from 'react';
import { later } from '../../../clock.ts';
import { EditForm } from '../../../edit/edit-form.tsx';
import { useEdit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Pill } from '../../../ui/status.tsx';
import { say } from '../../../ui/toasts.tsx';
import { MailPreview, usePreview } from './mail-preview.tsx';
import {
  isTextName,
  patchTemplate,
  resetTemplate,
  TEXT_NAMES,
  TEXT_WORDS,
  type TemplateVersion,
  type TextName,
  templateQuery,
  textsOf,
} from './template-queries.ts';
import { VariableList } from './variable-list.tsx';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const HINTS = { lead: 'mails.leadHint', note: 'mails.noteHint' } as const;
/** How many lines a text has; the others have one. */
const ROWS = { lead: 6, note: 5 } as const;

const isLong = (name: TextName): name is keyof typeof ROWS => name in ROWS;

/** Writes into the text that had the focus last. Returns that text; by default it is the text below the heading. */
const useInsert = (set: (name: TextName, text: string) => void) => {
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<TextField>(null);
  return {
    form,
    onFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) last.current = target;
    },
    insert: (text: string): void => {
      const field = last.current ?? form.current?.querySelector<HTMLTextAreaElement>('textarea[name="lead"]');
      if (!field || !isTextName(field.name)) return;
      const { selectionStart, selectionEnd, value, name } = field;
      const start = selectionStart ?? value.length;
      set(name, `${value.slice(0, start)}${text}${value.slice(selectionEnd ?? start)}`);
      later(() => {
        field.focus();
        field.setSelectionRange(start + text.length, start + text.length);
      }, 0);
    },
  };
};

/** The texts of a kind of mails in a language, to change, with an example of the mail beside them. */
export const TextsForm = ({ version }: { version: TemplateVersion }) => {
  const t = useText();
  const queries = useQueryClient();
  const { template } = version;
  const query = templateQuery(template.kind, template.language);
  const stored = (saved: TemplateVersion): void => {
    queries.setQueryData(query.queryKey, saved);
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
  const preview = usePreview(version, edit.changed);
  const { form, onFocus, insert } = useInsert(edit.set);
  const nameOf = (path: string): string => (isTextName(path) ? t(TEXT_WORDS[path]) : path);
  return (
    <div className="mail-texts">
      <EditForm
        edit={edit}
        words={{ nameOf, shownOf: (_, value) => value || t('settings.nothing') }}
        refused={back.error}
        formRef={form}
        onFocus={onFocus}
      >
        <section className="card" aria-label={t('mails.texts')}>
          <header>
            <h2>{t('mails.texts')}</h2>
            <Pill tone={template.isChanged ? 'brand' : undefined}>
              {t(template.isChanged ? 'mails.own' : 'mails.builtIn')}
            </Pill>
            {template.isChanged && (
              <span className="push">
                <ConfirmButton
                  label={t('mails.back')}
                  isDisabled={back.isPending}
                  outcome={t('mails.backOutcome')}
                  confirm={t('mails.back')}
                  onConfirm={() => back.mutate()}
                />
              </span>
            )}
          </header>
          <div className="body stack" data-gap="wide">
            {TEXT_NAMES.map((name) => {
              const isChanged = name in edit.changed;
              const own = {
                name,
                label: nameOf(name),
                spellCheck: 'true' as const,
                autoComplete: 'off',
                value: edit.draft[name] ?? '',
                onChange: (text: string) => edit.set(name, text),
                error: edit.error?.detail(name) ?? (isChanged ? preview.refusal?.detail(name) : undefined),
              };
              return (
                <div key={name} className="one" data-changed={isChanged ? '' : undefined}>
                  {isLong(name) ? <AreaField {...own} rows={ROWS[name]} hint={t(HINTS[name])} /> : <Field {...own} />}
                </div>
              );
            })}
          </div>
        </section>
        <VariableList variables={template.variables} onInsert={insert} />
      </EditForm>
      <MailPreview preview={preview} />
    </div>
  );
};
