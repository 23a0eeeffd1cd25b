/** Longer text fits no field, so validation refuses it as it is. */
const MAX_LENGTH = 65_536;
/** The limit of the Stream-Safe Text Format (UAX #15). Normalising takes time quadratic in the length of such a run. */
const MARKS = /\p{M}{31}/u;

/** Whether text has more than 30 combining characters in a row, which no language needs. */
export const hasTooManyMarks = (text: string): boolean => MARKS.test(text);

const ASCII = /^[ -~]*$/;

/** Text in NFC. Text that is longer than any field, or has too many combining characters in a row, stays as it is. */
export const normalizeText = (text: string): string =>
  ASCII.test(text) || text.length > MAX_LENGTH || hasTooManyMarks(text) ? text : text.normalize('NFC');

/** How many characters (code points) a text has. Its `length` counts UTF-16 units, of which most emoji have two. */
export const characterCount = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // The second half of a surrogate pair belongs to the character before.
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
};
