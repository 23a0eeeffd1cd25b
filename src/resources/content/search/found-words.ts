import { ASCII_ONLY, foldedLetter, foldingTo, JOINTS, WORD_LETTER } from '../../../kernel/folding.ts';

interface FoundWord {
  readonly start: number;
  readonly end: number;
}

/** Finds the first word of a text, from an index on, that starts with a word of a search. */
export type Finder = (text: string, from: number) => FoundWord | undefined;

/** How many characters at the beginning of a text are searched. */
const MOST_OF_TEXT = 20_000;
/** The letters to which these fold: as many as those of Hangul, of which each folds to three. */
const MOST_FOLDED = 3 * MOST_OF_TEXT;
/**
 * The most that the highlights of a page may take: the characters that are looked at, for every two letters of the search. What
 * comes after it is found without being highlighted. A page of 40 long texts and a search of two words stay below it.
 */
const MOST_LOOKED_AT = 4_000_000;

/** Folding a letter takes as long as looking for twice as many letters at it. */
const FOLDING = 20;

const ANY_JOINT = new RegExp(JOINTS, 'u');

const isJoint = (letter: string): boolean => !/[\w\s]/.test(letter) && ANY_JOINT.test(letter);

/** A text as it is compared, and where each of its characters was written. Its joints are apostrophes. */
const foldedWithPlaces = (text: string): readonly [folded: string, places: Uint32Array] => {
  let folded = '';
  const places: number[] = [];
  for (let index = 0; index < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const compared = isJoint(letter) ? "'" : foldedLetter(letter);
    for (let each = 0; each < compared.length; each += 1) places.push(index);
    folded += compared;
    index += letter.length;
  }
  places.push(text.length);
  return [folded, Uint32Array.from(places)];
};

const isWordLetter = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return index >= 0 && index < text.length && WORD_LETTER.test(text[index] ?? '');
};

const endOfWord = (text: string, index: number): number => {
  let end = index;
  while (end < text.length && isWordLetter(text, end)) end += 1;
  return end;
};

/** @param words folded, of letters and digits */
const plainFinder = (words: readonly string[]): Finder => {
  if (words.length === 0) return () => undefined;
  // Without what comes before a word, so that the expression skips over text without any word.
  const pattern = new RegExp(words.map((word) => [...word].join(`${JOINTS}*`)).join('|'), 'giu');
  return (text, from) => {
    pattern.lastIndex = from;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { 0: found, index: start } = match;
      const end = endOfWord(text, start + found.length);
      if (start === 0 || !isWordLetter(text, start - 1)) return { start, end };
      pattern.lastIndex = end;
    }
    return undefined;
  };
};

/** Finds in texts with other letters than a to z: in the folded text, whose places lead back to what is written. */
const foldingFinder = (find: Finder): Finder => {
  let known: { readonly text: string; readonly folded: string; readonly places: Uint32Array } | undefined;
  return (text, from) => {
    if (known?.text !== text) {
      const [folded, places] = foldedWithPlaces(text);
      known = { text, folded, places };
    }
    const { folded, places } = known;
    const start = places.findIndex((place) => place >= from);
    const found = find(folded, start < 0 ? folded.length : start);
    if (found === undefined) return undefined;
    // Accents and the like have no letter of their own: they belong to the letter before them. Of a letter that folds to several words,
    // such as `½`, the whole is found.
    let { end } = found;
    while (places[end] === places[found.end - 1]) end += 1;
    return { start: places[found.start] ?? 0, end: places[end] ?? text.length };
  };
};

/**
 * What finds the words of a search in the texts of one page; undefined for a text that is no longer looked at. It looks at the
 * beginning of each text, and at so much in total.
 */
export const findersOf = (words: readonly string[]) => {
  const plain = plainFinder(words);
  const folding = foldingFinder(plain);
  // A word may be compared letter by letter at each place of a text.
  const letters = words.join('').length / 2;
  let left = MOST_LOOKED_AT;
  return (whole: string): { readonly text: string; readonly find: Finder } | undefined => {
    const text = foldingTo(MOST_FOLDED, whole.slice(0, MOST_OF_TEXT));
    const isPlain = ASCII_ONLY.test(text);
    left -= text.length * (letters + (isPlain ? 1 : FOLDING));
    if (left < 0) return undefined;
    return { text, find: isPlain ? plain : folding };
  };
};
