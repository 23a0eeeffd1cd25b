/** A list or object as JSON text for its column; NULL for an empty one. */
export const pack = (value: object | null): string | null => {
  if (value === null) return null;
  const text = JSON.stringify(value);
  return text === '[]' || text === '{}' ? null : text;
};

export const unpackList = <Item>(text: string | null): Item[] => (text === null ? [] : JSON.parse(text));

export const unpack = <Value>(text: string | null): Value | null => (text === null ? null : JSON.parse(text));

export const unpackPairs = (text: string | null): Record<string, string> => (text === null ? {} : JSON.parse(text));
