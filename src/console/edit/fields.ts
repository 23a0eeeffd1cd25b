/** The fields of a record as a form holds them: texts by their paths, '' for nothing. */
export type Fields = Readonly<Record<string, string>>;

/** The fields of `draft` that differ from `base`. */
export const changesOf = (draft: Fields, base: Fields): Fields =>
  Object.fromEntries(Object.entries(draft).filter(([path, value]) => value !== (base[path] ?? '')));

/** The ids of a field that holds some, joined by commas. */
export const idsOf = (text = ''): string[] => text.split(',').filter((id) => id !== '');
