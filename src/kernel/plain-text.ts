/** The most combining characters in a row. Normalising takes time quadratic in the length of such a run. */
export const MAX_MARKS = 10;

const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const ASCII = /^[ -~]*$/;

/** Text in NFC; undefined for text with more than `MAX_MARKS` combining characters in a row, which no language needs. */
export const normalizedText = (text: string): string | undefined => {
  if (ASCII.test(text)) return text;
  return TOO_MANY_MARKS.test(text) ? undefined : text.normalize('NFC');
};

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
