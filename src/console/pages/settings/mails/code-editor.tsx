import { type FocusEvent, type ReactNode, useRef } from 'react';
import { later } from '../../../clock.ts';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { isTextName, TEXT_NAMES, TEXT_WORDS, type Template, type TextName } from './template-queries.ts';
import { VariableList } from './variable-list.tsx';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const HINTS = { lead: 'mails.leadHint', note: 'mails.noteHint', ownNote: 'mailBlocks.ownNoteHint' } as const;
/** How many lines a text has; the others have one. */
const ROWS = { lead: 6, note: 5, ownNote: 3 } as const;

const isLong = (name: TextName): name is keyof typeof ROWS => name in ROWS;

/** Writes into the text that had the focus last; by default it is the text below the heading. */
export const useInsert = (set: (name: TextName, text: string) => void) => {
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

interface CodeEditorProps {
  readonly edit: Edit;
  readonly template: Template;
  readonly errorOf: (name: TextName) => string | undefined;
  readonly onInsert: (text: string) => void;
  /** Beside the heading of the texts. */
  readonly acts: ReactNode;
}

/** The texts of a mail as they are stored, for those who write ICU MessageFormat. */
export const CodeEditor = ({ edit, template, errorOf, onInsert, acts }: CodeEditorProps) => {
  const t = useText();
  return (
    <>
      <section className="card" aria-label={t('mailBlocks.text')}>
        <header>
          <h2>{t('mailBlocks.text')}</h2>
          <span className="push row" data-wrap="">
            {acts}
          </span>
        </header>
        <div className="body stack" data-gap="wide">
          {TEXT_NAMES.map((name) => {
            const own = {
              name,
              label: t(TEXT_WORDS[name]),
              spellCheck: 'true' as const,
              autoComplete: 'off',
              value: edit.draft[name] ?? '',
              onChange: (text: string) => edit.set(name, text),
              error: errorOf(name),
            };
            return (
              <div key={name} className="one" data-changed={name in edit.changed ? '' : undefined}>
                {isLong(name) ? <AreaField {...own} rows={ROWS[name]} hint={t(HINTS[name])} /> : <Field {...own} />}
              </div>
            );
          })}
        </div>
      </section>
      <VariableList variables={template.variables} onInsert={onInsert} />
    </>
  );
};
