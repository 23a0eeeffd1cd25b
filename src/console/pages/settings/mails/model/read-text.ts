import { type MessagePart, PART, partsOfMail } from '../../../../../texts/message.ts';
import { withCounts } from './counts.ts';
import { type Case, joined, type Sentence, type Variants } from './model.ts';

/** A text with more cases than anyone reads as rows is shown as code. */
const MOST_ROWS = 40;

/** Thrown for what sentences and cases cannot show, such as a date with a format. */
class OnlyCode extends Error {}

type Parts = readonly MessagePart[];

const chosen = ({ options = {} }: MessagePart, key: string): Parts => (options[key] ?? options.other)?.value ?? [];

/** The cases of the first value by which a text has a choice that is still open, of all of its choices by that value. */
const openChoice = (parts: Parts, when: Case): { readonly name: string; readonly keys: string[] } | undefined => {
  let name: string | undefined;
  const keys = new Set<string>();
  const look = (all: Parts): void => {
    for (const part of all) {
      const { type, value = '', options = {} } = part;
      const known = type === PART.select ? when[value] : undefined;
      if (known !== undefined) look(chosen(part, known));
      else if (type === PART.select) {
        name ??= value;
        if (name === value) for (const key of Object.keys(options)) keys.add(key);
      } else if (type === PART.plural) for (const option of Object.values(options)) look(option.value);
    }
  };
  look(parts);
  keys.delete('other');
  return name === undefined ? undefined : { name, keys: [...keys, 'other'] };
};

const sentenceOf = (parts: Parts, when: Case): Sentence =>
  joined(
    parts.flatMap((part): Sentence => {
      const { type, value = '', options = {}, style, offset = 0, pluralType } = part;
      if (type === PART.literal) return [value];
      if (type === PART.pound) return [{ kind: 'number' }];
      if (type === PART.select) return sentenceOf(chosen(part, when[value] ?? 'other'), when);
      const hasFormat = style !== undefined && style !== null;
      if (type === PART.argument || (type === PART.number && !hasFormat)) {
        return [{ kind: 'value', name: value, isNumber: type === PART.number }];
      }
      if (type !== PART.plural || offset !== 0 || pluralType === 'ordinal') throw new OnlyCode();
      const forms = Object.entries(options).map(([key, each]) => ({ key, said: sentenceOf(each.value, when) }));
      return withCounts(value, forms);
    }),
  );

/**
 * Reads a text in ICU MessageFormat as a sentence for each case. Undefined for what is no such text, and for what sentences
 * cannot show: those who can write it can read it.
 */
export const readText = (text: string, language: string): Variants | undefined => {
  let rows = 0;
  const variantsOf = (parts: Parts, when: Case): Variants => {
    const choice = openChoice(parts, when);
    if (choice === undefined) {
      rows += 1;
      if (rows > MOST_ROWS) throw new OnlyCode();
      return sentenceOf(parts, when);
    }
    const { name, keys } = choice;
    return { name, cases: keys.map((key) => ({ key, inner: variantsOf(parts, { ...when, [name]: key }) })) };
  };
  try {
    return variantsOf(partsOfMail(text, language), {});
  } catch (error) {
    if (error instanceof OnlyCode || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
