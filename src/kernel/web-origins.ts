/** Longer texts are no origin: a host has at most 253 characters. */
export const MAX_ORIGIN_LENGTH = 300;

const WRITTEN = /^https?:\/\/[^/?#@\\\s]+\/?$/i;
/** A host as browsers send it, in which letters of other alphabets are ASCII. It has no wildcard, and nothing that ends a rule of a policy. */
const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?)$/;

/**
 * The origin of a website as browsers send it in `Origin`: lower case, without the port of its scheme, in ASCII. Undefined for what is
 * none, such as an address with a path, `*`, or a wildcard.
 */
export const storedOrigin = (text: string): string | undefined => {
  const url = text.length <= MAX_ORIGIN_LENGTH && WRITTEN.test(text) ? URL.parse(text) : null;
  return url !== null && HOST.test(url.hostname) ? url.origin : undefined;
};

/** An origin that was stored before all were stored as browsers send them. */
export const comparedOrigin = (text: string): string => storedOrigin(text) ?? text;

/** What is wrong with what is no origin, where a wildcard is. */
export const wildcardRefusal = (text: string): string | undefined =>
  text.includes('*')
    ? `must be one website without '*'. Send each origin separately, such as https://www.studio.example`
    : undefined;
