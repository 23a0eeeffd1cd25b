import { useState } from 'react';
import { useText } from '../../../../base/texts.tsx';
import type { Kind } from '../../../../parts/settings/mails/kinds.ts';
import { Button } from '../../../../ui/button.tsx';
import { Pill } from '../../../../ui/notices/status.tsx';
import { caseId, hasSameWords, rowsOf, withRow } from '../model/case-rows.ts';
import type { LabelOf } from '../model/chip-dom.ts';
import type { Case, Variants } from '../model/model.ts';
import { readText } from '../model/read-text.ts';
import { writeText } from '../model/write-text.ts';
import { ChipField } from './chip-field.tsx';
import { CountForms } from './count-forms.tsx';
import type { Insertable } from './insert-menu.tsx';
import { type Condition, VaryMenu } from './vary-menu.tsx';
import { caseWords } from './words.ts';

interface BlockText {
  /** Undefined for a text that only code shows. */
  readonly variants: Variants | undefined;
  readonly change: (variants: Variants) => void;
}

/**
 * A text as sentences and cases. What is typed stays as it was typed, and is read again only when the text changes otherwise. A text
 * with the same words as the default is the default, so that nothing is stored for it.
 */
const useBlock = (
  text: string,
  {
    language,
    same,
    set,
  }: { readonly language: string; readonly same: readonly string[]; readonly set: (text: string) => void },
): BlockText => {
  const [known, setKnown] = useState(() => ({ text, variants: readText(text, language) }));
  const current = known.text === text ? known : { text, variants: readText(text, language) };
  if (current !== known) setKnown(current);
  return {
    variants: current.variants,
    change: (variants) => {
      const written = writeText(variants);
      const kept = same.find((each) => hasSameWords(each, written, language)) ?? written;
      setKnown({ text: kept, variants });
      set(kept);
    },
  };
};

/** What the blocks of an email have in common. */
export interface BlockTools {
  readonly kind: Kind;
  readonly language: string;
  readonly insertables: readonly Insertable[];
  readonly labelOf: LabelOf;
  /** The cases that a text can distinguish. */
  readonly conditions: readonly Condition[];
  /** Called with the case of the sentence that has the focus. */
  readonly onCase: (when: Case) => void;
}

interface BlockProps extends BlockTools {
  readonly label: string;
  /** Whether it is alone on its card, without a heading above it. */
  readonly isAlone?: boolean;
  readonly hint?: string | undefined;
  readonly text: string;
  /** The text of studiod. */
  readonly builtIn: string;
  readonly stored: string;
  readonly error: string | undefined;
  readonly isMultiline: boolean;
  /** Whether other kinds of emails have the same text: they may not have the cases that it distinguishes. */
  readonly isShared: boolean;
  readonly onText: (text: string) => void;
}

/** A part of an email: one sentence, or one for each case. */
export const Block = (props: BlockProps) => {
  const { label, hint, text, builtIn, stored, error, isMultiline, onText, onCase } = props;
  const { language, insertables, labelOf, conditions } = props;
  const t = useText();
  const Heading = props.isAlone === true ? 'h2' : 'h3';
  const { variants, change } = useBlock(text, { language, same: [stored, builtIn], set: onText });
  const rows = variants === undefined ? [] : rowsOf(variants);
  const isOwn = text !== builtIn;
  const [only] = rows;
  return (
    <div className="mail-block">
      <div className="spread">
        <Heading>{label}</Heading>
        <span className="row">
          {rows.length > 1 && <span className="small quiet">{t('mailBlocks.variants', { count: rows.length })}</span>}
          {rows.length > 1 && only !== undefined && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('mailBlocks.joinVariantsOf', { text: label })}
              onPress={() => change(only.said)}
            >
              {t('mailBlocks.joinVariants')}
            </Button>
          )}
          {rows.length === 1 && only !== undefined && !props.isShared && conditions.length > 0 && (
            <VaryMenu label={label} said={only.said} conditions={conditions} onVary={change} />
          )}
          {isOwn && <Pill tone="brand">{t('mailBlocks.edited')}</Pill>}
          {isOwn && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('mailBlocks.resetOf', { text: label })}
              onPress={() => onText(builtIn)}
            >
              {t('mailBlocks.reset')}
            </Button>
          )}
        </span>
      </div>
      {variants === undefined && <p className="small quiet">{t('mailBlocks.onlyCode')}</p>}
      {variants !== undefined &&
        rows.map(({ when, said }, index) => {
          const condition = rows.length > 1 ? t('mailBlocks.if', { condition: caseWords(t, when) }) : '';
          const tools = {
            said,
            language,
            insertables,
            labelOf,
            onChange: (now: typeof said) => change(withRow(variants, when, now)),
          };
          return (
            <ChipField
              key={caseId(when)}
              {...tools}
              label={condition}
              name={condition === '' ? label : `${label}. ${condition}`}
              isMultiline={isMultiline}
              hint={only?.when === when ? hint : undefined}
              error={index === 0 ? error : undefined}
              onFocus={() => rows.length > 1 && onCase(when)}
            >
              <CountForms {...tools} />
            </ChipField>
          );
        })}
    </div>
  );
};
