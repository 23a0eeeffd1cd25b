/** The first letters of a name, for where there is no photo. @param words the words of the name. */
export const initialsOf = (...words: readonly string[]): string =>
  words
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
