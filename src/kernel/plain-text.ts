import { MAX_EMAIL_LENGTH } from './emails.ts';

/** The most combining characters in a row. Normalising takes time quadratic in the length of such a run. */
export const MAX_MARKS = 10;

const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const ASCII = /^[ -~]*$/;

/** Characters that no one sees: of formats and separators, fillers, selectors, and the blank of Braille. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u;
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu');
const SEEN = /[^\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]/u;

/** The first character of a text that no one sees, such as `U+200B`; undefined where there is none. */
export const unseenIn = (text: string): string | undefined => {
  if (ASCII.test(text)) return undefined;
  const point = UNSEEN.exec(text)?.[0].codePointAt(0);
  return point === undefined ? undefined : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Whether a text has something to be seen. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** A text without the characters that no one sees. */
export const withoutUnseen = (text: string): string => (ASCII.test(text) ? text : text.replaceAll(EVERY_UNSEEN, ''));

/** Whether NFC replaces a character of a text with another one, such as the Kelvin sign (U+212A) with K. */
const hasReplacedCharacter = (text: string): boolean =>
  Array.from(text).some((character) => {
    const normalized = character.normalize('NFC');
    return normalized !== character && characterCount(normalized) === 1;
  });

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Whether NFC makes another email of an email: an email provider can give both to different people. */
export const isChangedEmail = (text: string): boolean =>
  text.length <= 2 * MAX_EMAIL_LENGTH && !ASCII.test(text) && ADDRESS.test(text) && hasReplacedCharacter(text);

/**
 * Text in NFC; undefined for text with more than `MAX_MARKS` combining characters in a row, which no language needs. An email
 * that NFC would change stays as it is.
 */
export const normalizedText = (text: string): string | undefined => {
  if (ASCII.test(text)) return text;
  if (TOO_MANY_MARKS.test(text)) return undefined;
  return isChangedEmail(text) ? text : text.normalize('NFC');
};

/** How many characters (code points) a text has. Its `length` counts UTF-16 units; most emoji have two. */
export const characterCount = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // The second half of a surrogate pair belongs to the character before.
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
};
