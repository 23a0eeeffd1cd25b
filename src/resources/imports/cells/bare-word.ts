/** More characters than any word has that is looked for. */
const LONGEST = 200;

/** A word without case, accents, spaces and punctuation; empty for a text that is no word. */
export const bareWord = (text: string): string =>
  text.length > LONGEST
    ? ''
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '');
