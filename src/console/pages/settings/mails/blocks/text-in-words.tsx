import type { Translate } from '../../../../../texts/translate.ts';
import { useText } from '../../../../base/texts.tsx';
import { rowsOf } from '../model/case-rows.ts';
import type { LabelOf } from '../model/chip-dom.ts';
import type { Sentence } from '../model/model.ts';
import { readText } from '../model/read-text.ts';
import { caseWords } from './words.ts';

interface InWords {
  readonly text: string;
  readonly language: string;
  readonly labelOf: LabelOf;
}

const sentenceInWords = (said: Sentence, labelOf: LabelOf): string =>
  said.map((segment) => (typeof segment === 'string' ? segment : `[${labelOf(segment)}]`)).join('');

/** Each case of a text with its sentence, to read; a text that only code shows is itself. */
const linesOf = ({ text, language, labelOf }: InWords, t: Translate) => {
  const variants = readText(text, language);
  if (variants === undefined) return [{ condition: '', said: text }];
  const rows = rowsOf(variants);
  return rows.map(({ when, said }) => ({
    condition: rows.length > 1 ? t('mailBlocks.if', { condition: caseWords(t, when) }) : '',
    said: sentenceInWords(said, labelOf) || t('settings.nothing'),
  }));
};

/** A text on one line for each case. */
export const textInWords = (given: InWords, t: Translate): string =>
  linesOf(given, t)
    .map(({ condition, said }) => (condition === '' ? said : `${condition}. ${said}`))
    .join('\n');

/** A text to read, without code. */
export const TextInWords = (given: InWords) => {
  const t = useText();
  return linesOf(given, t).map(({ condition, said }) => (
    <p key={condition} className="small">
      {condition !== '' && <span className="quiet">{condition}. </span>}
      {said}
    </p>
  ));
};
