import { type Case, isChoice, type Row, type Sentence, type Variants } from './model.ts';
import { readText } from './read-text.ts';
import { writeText } from './write-text.ts';

/** Each sentence of a text with its case, in the order of the text. */
export const rowsOf = (variants: Variants, when: Case = {}): Row[] =>
  isChoice(variants)
    ? variants.cases.flatMap(({ key, inner }) => rowsOf(inner, { ...when, [variants.name]: key }))
    : [{ when, said: variants }];

/** A text with another sentence in one case. */
export const withRow = (variants: Variants, when: Case, said: Sentence): Variants =>
  isChoice(variants)
    ? {
        ...variants,
        cases: variants.cases.map((each) =>
          each.key === when[variants.name] ? { ...each, inner: withRow(each.inner, when, said) } : each,
        ),
      }
    : said;

/** Names a case in one word: `cancelling=late,lateCost=desk`. */
export const caseId = (when: Case): string =>
  Object.entries(when)
    .map(([name, key]) => `${name}=${key}`)
    .join(',');

/** Whether two texts have the same words in each case, however they are written. */
export const hasSameWords = (one: string, other: string, language: string): boolean => {
  if (one === other) return true;
  const [mine, theirs] = [readText(one, language), readText(other, language)];
  return mine !== undefined && theirs !== undefined && writeText(mine) === writeText(theirs);
};
