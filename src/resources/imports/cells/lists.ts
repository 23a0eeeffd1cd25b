/** A value of a list: in quotes, in which a doubled quote is one quote, or up to the next separator. */
const VALUE = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|]|$)|([^,;|]*))(?:[,;|]|$)/gsu;

/**
 * The values of a list in a cell, which are separated by `,`, `;` or `|`; a value that has one of these stands in quotes
 * (moving.md "Lists").
 */
export const listedIn = (text: string): string[] =>
  Array.from(text.matchAll(VALUE), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim()).filter(
    Boolean,
  );
