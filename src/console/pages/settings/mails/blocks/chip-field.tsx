import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { later } from '../../../../base/time/now.ts';
import { caretIn, drawSentence, endOf, focusAt, insertAt, type LabelOf, readSentence } from '../model/chip-dom.ts';
import type { Segment, Sentence } from '../model/model.ts';
import { type Insertable, InsertMenu } from './insert-menu.tsx';

/** When the focus comes back from a menu: right away, or when it has closed by degrees. */
const FOCUS_MS = [0, 250];

interface ChipFieldProps {
  readonly label: string;
  /** What is announced where the label alone does not say it. */
  readonly name?: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The language in which it is written. */
  readonly language: string;
  readonly said: Sentence;
  readonly onChange: (said: Sentence) => void;
  readonly onFocus?: () => void;
  readonly isMultiline?: boolean;
  readonly insertables: readonly Insertable[];
  readonly labelOf: LabelOf;
  readonly children?: ReactNode;
}

/** What a browser would do with an input of a field of text with values. */
const useInputs = (
  field: React.RefObject<HTMLDivElement | null>,
  isMultiline: boolean,
  on: { readonly brace: () => void },
): void => {
  const brace = useEffectEvent(on.brace);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const beforeInput = (event: InputEvent): void => {
      const { inputType, data } = event;
      if (inputType === 'insertText' && data === '{') {
        event.preventDefault();
        brace();
      } else if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
        if (inputType === 'insertLineBreak' && isMultiline) return;
        event.preventDefault();
        if (isMultiline) document.execCommand('insertLineBreak');
      } else if (inputType.startsWith('format') || inputType === 'insertFromDrop') event.preventDefault();
    };
    const paste = (event: ClipboardEvent): void => {
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      document.execCommand('insertText', false, isMultiline ? text : text.replace(/\s*[\r\n]+\s*/g, ' '));
    };
    element.addEventListener('beforeinput', beforeInput);
    element.addEventListener('paste', paste);
    return () => {
      element.removeEventListener('beforeinput', beforeInput);
      element.removeEventListener('paste', paste);
    };
  }, [field, isMultiline]);
};

/** A field for a sentence in which values are chips. `{` or its button inserts one. */
export const ChipField = (props: ChipFieldProps) => {
  const {
    label,
    name = label,
    hint,
    error,
    said,
    onChange,
    onFocus,
    isMultiline = false,
    insertables,
    labelOf,
  } = props;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const shown = useRef<string>(undefined);
  const caret = useRef<Range>(undefined);
  /** What opened the values. */
  const by = useRef<'button' | 'brace'>(undefined);
  const [isOpen, setOpen] = useState(false);
  const text = JSON.stringify([said, said.map((segment) => typeof segment === 'string' || labelOf(segment))]);
  const draw = useEffectEvent(() => {
    // What was typed here is here already.
    if (field.current === null || shown.current === text) return;
    shown.current = text;
    drawSentence(field.current, said, labelOf);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what is drawn
  useEffect(() => draw(), [text]);
  const typed = (): void => {
    if (field.current === null) return;
    const now = readSentence(field.current);
    shown.current = JSON.stringify([now, now.map((segment) => typeof segment === 'string' || labelOf(segment))]);
    onChange(now);
  };
  const note = (): void => {
    if (field.current !== null) caret.current = caretIn(field.current) ?? caret.current;
  };
  const open = (opened: 'button' | 'brace'): void => {
    note();
    by.current = opened;
    setOpen(true);
  };
  useInputs(field, isMultiline, { brace: () => open('brace') });
  const insert = (segment: Segment): void => {
    const element = field.current;
    if (element === null) return;
    // What was drawn again since has no place for the caret of before.
    const isThere = caret.current !== undefined && element.contains(caret.current.commonAncestorContainer);
    const after = insertAt(isThere && caret.current !== undefined ? caret.current : endOf(element), segment, labelOf);
    caret.current = after;
    typed();
    // The menu gives the focus back first, to where the caret was before, and lets nothing else have it while it closes.
    const { current } = shown;
    for (const ms of FOCUS_MS) later(() => current === shown.current && focusAt(element, after), ms);
  };
  const close = (): void => {
    setOpen(false);
    // Whoever typed a brace and chose nothing meant a brace.
    if (by.current === 'brace') insert('{');
    by.current = undefined;
  };
  return (
    <div className="field chip-field">
      <div className="spread">
        <span id={`${id}label`} className="label">
          {label}
        </span>
        <InsertMenu
          name={name}
          insertables={insertables}
          isOpen={isOpen}
          onOpen={() => open('button')}
          onClose={close}
          onInsert={(segment) => {
            by.current = undefined;
            insert(segment);
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a text area has no chips */}
      <div
        ref={field}
        role="textbox"
        tabIndex={0}
        className="input sentence"
        contentEditable
        suppressContentEditableWarning
        spellCheck
        lang={props.language}
        aria-label={name}
        aria-multiline={isMultiline}
        aria-invalid={error !== undefined}
        aria-describedby={hint === undefined && error === undefined ? undefined : `${id}hint`}
        onInput={typed}
        onFocus={onFocus}
        onBlur={note}
      />
      {(error ?? hint) !== undefined && (
        <span id={`${id}hint`} className={error === undefined ? 'hint' : 'error'}>
          {error ?? hint}
        </span>
      )}
      {props.children}
    </div>
  );
};
