import { BoundedMap } from './bounded-map.ts';

/** Letters that Unicode does not take apart into a letter and its accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const ASCII = /^[\s!-~]*$/;
/**
 * Apostrophes and hyphens of every kind, and the joiner that ends a word inside a name (`علی‌رضا`), which a search may leave out: a class
 * of characters of an expression with `u`.
 */
export const JOINTS = String.raw`[\u0027\u0060´ʹʻʼʽʾʿ‘’‛′＇\p{Pd}\u00ad\u2212\u200c]`;
const ANY_JOINT = new RegExp(JOINTS, 'gu');

export const ASCII_ONLY = /^\p{ASCII}*$/u;
/** A letter of a word that is not of a to z. */
export const WORD_LETTER = /[\p{L}\p{N}\p{M}]/u;

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    // Accents, and what no one sees: joiners, marks of the direction.
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter);

/** A text without case, accents and characters that no one sees. */
export const folded = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : withoutAccents(text));

/** Letters by what they fold to: texts repeat letters. More than all alphabets and syllables have. */
const letters = new BoundedMap<string>(20_000);

const isIdeograph = (code: number): boolean => (code >= 0x3400 && code <= 0x9fff) || code >= 0x20000;

/** A letter without case and accent; nothing for an accent. */
export const foldedLetter = (letter: string): string => {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 128) return letter.toLowerCase();
  if (isIdeograph(code)) return letter;
  const known = letters.get(letter);
  if (known !== undefined) return known;
  const fold = withoutAccents(letter);
  letters.set(letter, fold);
  return fold;
};

/** No letter folds to more: `ﷺ`. */
const MOST_OF_LETTER = 18;

/** The beginning of a text that folds to no more than `most` letters. */
export const foldingTo = (most: number, text: string): string => {
  if (text.length * MOST_OF_LETTER <= most || ASCII.test(text)) return text;
  let length = 0;
  let end = 0;
  for (const letter of text) {
    // Letters before these fold to one or two.
    length += letter < '\u2000' ? 1 : foldedLetter(letter).length;
    if (length > most) return text.slice(0, end);
    end += letter.length;
  }
  return text;
};

/** A folded text with another text in place of each apostrophe and hyphen. */
const joinedBy = (text: string, joint: string): string =>
  folded(text.replace(ANY_JOINT, "'")).replace(ANY_JOINT, joint);

/** A folded text without apostrophes and hyphens: `obrien` for `O’Brien`. */
export const foldedTogether = (text: string): string => joinedBy(text, '');

/** A folded text with a space for each apostrophe and hyphen: `o brien` for `O’Brien`. */
export const foldedApart = (text: string): string => joinedBy(text, ' ');

/** What a search looks for: folded, without apostrophes and hyphens unless it has nothing else. */
export const searchTerm = (typed: string): string => foldedTogether(typed) || folded(typed);

const isNotEmpty = (text: string): boolean => text !== '';

/** As many words as the longest search of single letters has; one letter such as `ﷺ` folds to four words. */
const MOST_SOUGHT = 100;

/** What a search asks an index for: each word once, and no more than can be typed. */
export const soughtWords = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_SOUGHT);

/** The words by which a text is found: of `D’Angelo` also `d`, `angelo` and `dangelo`. */
export const searchedWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter(isNotEmpty)
    .flatMap((word) => {
      const whole = searchTerm(word).split(/\s+/).filter(isNotEmpty);
      const parts = foldedApart(word).split(/\s+/).filter(isNotEmpty);
      return parts.length > whole.length ? [...parts, ...whole] : whole;
    });

/** A name as a column in which a search finds parts of it; its first line is `searchTerm` of the name. */
export const searchedName = (name: string): string => {
  const whole = searchTerm(name);
  const apart = foldedApart(name);
  return apart === whole ? `${whole}\n` : `${whole}\n${apart}\n`;
};

/** Each word of the index of clients has two spaces before it, so that trigrams that start with a space are beginnings. */
export const clientSearchWords = (firstName: string, lastName: string, email: string | null): string =>
  `  ${searchedWords(`${firstName} ${lastName} ${email ?? ''}`).join('  ')}`;

/** Names and email of a staff member as a column in which a search finds parts of them. */
export const staffSearchText = (
  firstName: string,
  lastName: string,
  displayName: string | null,
  email: string,
): string => searchedName(`${firstName} ${lastName}`) + searchedName(displayName ?? '') + searchedName(email);
