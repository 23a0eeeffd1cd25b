/** Line breaks, other control characters, and characters that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066\u2067]+/gu;

/** An isolate around a name, which keeps its direction to itself, and what is left of others. */
const ISOLATES = /\u2068([^\u2068\u2069]*)\u2069|[\u2068\u2069]/g;

/** Letters, digits and signs that need no change: most of the thousands of lines that a text may have. */
const PLAIN = /^[!-~]*$/;

/** A text without line breaks, so that a name ends no header and no line of an email. */
export const oneLine = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(ISOLATES, (isolate, name?: string) => (name === undefined ? ' ' : isolate))
        .replace(UNSEEN, ' ')
        .replace(/ {2,}/g, ' ')
        .trim();

/** The paragraphs of a text: its lines that are not empty. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter((line) => line !== '');
