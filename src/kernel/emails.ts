/** The maximum number of characters of an email (conventions.md "Values"). */
export const MAX_EMAIL_LENGTH = 254;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds text of ASCII only
const ASCII = /^[\u0000-\u007f]*$/;

/** Stays as it is where another letter has the same lower case: the Kelvin sign (U+212A) has the lower case of K. */
const lowerCaseOf = (letter: string): string => {
  const lower = letter.toLowerCase();
  return lower.toUpperCase() === letter ? lower : letter;
};

const inLowerCase = (email: string): string =>
  ASCII.test(email) ? email.toLowerCase() : email.replace(/\p{L}/gu, lowerCaseOf);

/** Domains that are written in two ways: with their letters, and in ASCII as `xn--`. */
const INTERNATIONAL = /@.*(?:[^ -~]|\bxn--)/;

const localAndDomain = (email: string): [local: string, domain: string] => {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at), email.slice(at + 1)];
};

/** An email with its domain in another writing; unchanged where the domain has none. */
const withDomain = (email: string, write: (domain: string) => string): string => {
  const [local, domain] = localAndDomain(email);
  const written = write(domain);
  return written === '' ? email : `${local}@${written}`;
};

const domainWriters = () => process.getBuiltinModule('node:url');

/**
 * The email in lower case, an international domain with its letters: `bücher.example` for `xn--bcher-kva.example`. Letters
 * before the `@` that look alike stay: a provider can give both addresses to different people.
 */
export const storedEmail = (email: string): string => {
  const lower = inLowerCase(email);
  if (!INTERNATIONAL.test(lower)) return lower;
  const { domainToASCII, domainToUnicode } = domainWriters();
  return withDomain(lower, (domain) => domainToUnicode(domainToASCII(domain)));
};

/** The writings in which an email may be stored, the likeliest first: older versions stored a domain as it was sent. */
export const writingsOfEmail = (email: string): readonly string[] => {
  const lower = inLowerCase(email);
  if (!INTERNATIONAL.test(lower)) return [lower];
  return [...new Set([lower, storedEmail(email), withDomain(lower, domainWriters().domainToASCII)])];
};

/** What is found by an email in whatever writing it is stored. */
export const byEmailWriting = <Found>(email: string, find: (writing: string) => Found | undefined): Found | undefined =>
  writingsOfEmail(email)
    .values()
    .map(find)
    .find((found) => found !== undefined);
