// What erasing a client leaves of the personal data in records.

/** Removes what identifies a client from a text. */
export type Mask = (text: string) => string;

type Stored = string | number | null;

/** What erasing a client leaves of a column that is not NULL. */
export type Erase = (value: Stored, mask: Mask) => Stored;

/** Leaves a value in place of all others; by default NULL. */
export const leave =
  (value: Stored = null): Erase =>
  () =>
    value;

/** Leaves what the program itself writes, which says nothing about the client, and removes everything else. */
export const leaveOwn =
  (words: readonly string[]): Erase =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? value : null;

/** Masks every string in a JSON value. */
export const maskJson = (mask: Mask, value: unknown): unknown => {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((each) => maskJson(mask, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskJson(mask, each)]));
};

/** Leaves a text without what identifies the client: it says what was sold. */
export const masked: Erase = (text, mask) => mask(String(text));

/** The same for JSON text. */
export const maskedJson: Erase = (text, mask) => JSON.stringify(maskJson(mask, JSON.parse(String(text))));
