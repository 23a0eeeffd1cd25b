/** The most characters of an email (conventions.md "Values"). */
export const MAX_EMAIL_LENGTH = 254;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds text of ASCII only
const ASCII = /^[\u0000-\u007f]*$/;

/** Stays as it is where another letter has the same lower case: the Kelvin sign (U+212A) has the lower case of K. */
const lowerCaseOf = (letter: string): string => {
  const lower = letter.toLowerCase();
  return lower.toUpperCase() === letter ? lower : letter;
};

/** The email in lower case. Letters that look alike stay: a provider can give both addresses to different people. */
export const storedEmail = (email: string): string =>
  ASCII.test(email) ? email.toLowerCase() : email.replace(/\p{L}/gu, lowerCaseOf);
