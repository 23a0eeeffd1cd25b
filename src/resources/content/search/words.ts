import { foldedApart, foldedTogether, soughtWords } from '../../../kernel/folding.ts';

const plainWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words by which a text is found: of `O’Brien` also `o`, `brien` and `obrien`. */
export const wordsOf = (text: string): string[] => {
  const apart = foldedApart(text);
  const together = foldedTogether(text);
  const words = plainWords(apart);
  if (together === apart) return words;
  const known = new Set(words);
  return [...words, ...plainWords(together).filter((word) => !known.has(word))];
};

/** A typed word: it is found by all words of one of its writings. */
export type SearchTerm = readonly (readonly string[])[];

/** More words than the longest search has, whatever its letters fold to: `ﷺ` is four. */
const MOST_WORDS = 200;

const termsOf = (typed: string): SearchTerm[] => {
  const apart = plainWords(foldedApart(typed));
  const together = plainWords(foldedTogether(typed));
  return together.length === apart.length
    ? soughtWords(apart).map((word) => [[word]])
    : [[soughtWords(together), soughtWords(apart)]];
};

/** What a search looks for: all its terms, each once. Of `o'brien` that is `obrien`, or both `o` and `brien`. */
export const searchTerms = (search: string): SearchTerm[] => {
  const terms = new Map<string, SearchTerm>();
  let words = 0;
  for (const term of search.split(/\s+/).flatMap(termsOf)) {
    const key = term.join('|');
    if (terms.has(key)) continue;
    words += term.flat().length;
    if (words > MOST_WORDS) break;
    terms.set(key, term);
  }
  return [...terms.values()];
};

export const wordsIn = (terms: readonly SearchTerm[]): string[] => [...new Set(terms.flat(2))];

/** The words of a search that stand out where they are found: of `d'hiver` not `d`, which many words begin with. */
export const markedWords = (search: string): string[] =>
  wordsIn(
    searchTerms(search).map((writings) =>
      writings.length === 1 ? writings : writings.map((words) => words.filter((word) => word.length > 1)),
    ),
  );
