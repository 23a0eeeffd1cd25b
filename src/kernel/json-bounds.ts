const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export interface JsonBounds {
  /** The maximum number of values, those in lists and objects counted. */
  readonly values: number;
  /** The maximum number of keys of one object. */
  readonly keys: number;
  /** The maximum number of levels of lists and objects in one another. */
  readonly levels: number;
}

/** Which bound a text exceeds; `field` is the field of the outermost object in which it does, or empty. */
export interface Exceeded {
  readonly bound: keyof JsonBounds;
  readonly field: string;
}

/** The index of the closing quote of the string that begins at `start`, or the length of a text that is cut off. */
const endOfString = (text: string, start: number): number => {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    index += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
};

/**
 * Which bound JSON texts exceed together, or undefined. It parses nothing, and stops at the first excess: the time to parse and
 * validate a text depends on the number of its values much more than on its length.
 */
export const exceededBound = (texts: readonly string[], bounds: JsonBounds): Exceeded | undefined => {
  let { values } = bounds;
  for (const text of texts) {
    const counted = countValues(text, { ...bounds, values });
    if (typeof counted === 'object') return counted;
    values -= counted;
  }
  return undefined;
};

/** How many values a text has, or which bound it exceeds. */
const countValues = (text: string, { values, keys, levels }: JsonBounds): number | Exceeded => {
  let count = 1;
  let level = 0;
  const keysAt: number[] = [];
  let string = '';
  let field = '';
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (level === 1) string = text.slice(index + 1, end);
      index = end;
    } else if (code === COLON) {
      if (level === 1) field = string;
      const keyCount = (keysAt[level] ?? 0) + 1;
      if (keyCount > keys) return { bound: 'keys', field };
      keysAt[level] = keyCount;
    } else if (code === COMMA) {
      count += 1;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      // The first value of a list or object. An empty one counts as having one.
      count += 1;
      level += 1;
      keysAt[level] = 0;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      level -= 1;
      if (level === 1) field = '';
    }
    if (level > levels) return { bound: 'levels', field };
    if (count > values) return { bound: 'values', field };
  }
  return count;
};
