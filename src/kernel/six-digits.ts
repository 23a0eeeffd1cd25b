/** What may be between the halves of a code, or a code and other digits that it is no part of. */
const JOINT = '[ \\u00a0\\u202f\\u2010\\u2011-]';
const ALONE = new RegExp(`(?<!\\d|\\d${JOINT})(\\d{3})${JOINT}?(\\d{3})(?!\\d|${JOINT}\\d)`);

/** The code in a text, such as a whole email, whose other numbers it passes over; the digits of a text that has no code yet. */
export const sixDigits = (text: string): string => {
  const [, first, second] = ALONE.exec(text) ?? [];
  return first === undefined || second === undefined ? text.replace(/\D/g, '').slice(0, 6) : first + second;
};
