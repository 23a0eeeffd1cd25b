/** A text that begins a cell or a value, whatever it continues elsewhere. */
export const capitalized = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);
