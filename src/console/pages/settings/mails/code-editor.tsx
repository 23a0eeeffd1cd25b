import { type FocusEvent, type ReactNode, useRef } from 'react';
import { useText } from '../../../base/texts.tsx';
import { later } from '../../../base/time/now.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { Template } from '../../../parts/settings/mails/template-queries.ts';
import { isTextName, type TemplateDraft } from '../../../parts/settings/mails/template-record.ts';
import { VariableList } from './variable-list.tsx';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Writes into the text that had the focus last; by default it is the text below the heading. */
export const useInsert = ({ set, element: { ref: form } }: RecordForm<TemplateDraft>) => {
  const last = useRef<TextField>(null);
  return {
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

interface CodeEditorProps {
  readonly form: RecordForm<TemplateDraft>;
  readonly template: Template;
  readonly onInsert: (text: string) => void;
  /** Beside the heading of the texts. */
  readonly actions: ReactNode;
}

/** The texts of an email as they are stored, for those who write ICU MessageFormat. */
export const CodeEditor = ({ form, template, onInsert, actions }: CodeEditorProps) => {
  const t = useText();
  return (
    <>
      <section className="card" aria-label={t('mailBlocks.text')}>
        <header>
          <h2>{t('mailBlocks.text')}</h2>
          <span className="push row" data-wrap="">
            {actions}
          </span>
        </header>
        <div className="body stack" data-gap="wide">
          <FormFields form={form} isMarked />
        </div>
      </section>
      <VariableList variables={template.variables} onInsert={onInsert} />
    </>
  );
};
