/** The fields of a record as a form holds them: by default texts by their paths, '' for nothing. */
export type Fields<Held = string> = Readonly<Record<string, Held>>;

/** Whether a form holds the same twice: lists by what is in them. */
export const isSame = (one: unknown = '', other: unknown = ''): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The fields of `draft` that differ from `base`. */
export const changesOf = <Held>(draft: Fields<Held>, base: Fields<Held>): Fields<Held> =>
  Object.fromEntries(Object.entries(draft).filter(([path, value]) => !isSame(value, base[path])));

/** What was typed after `sent` was sent, as changes over the saved version. `now` and `sent` are changes over `before`. */
export const typedSince = <Held>(
  now: Fields<Held>,
  sent: Fields<Held>,
  before: Fields<Held>,
  saved: Fields<Held>,
): Fields<Held> => changesOf(changesOf({ ...before, ...now }, { ...before, ...sent }), saved);
