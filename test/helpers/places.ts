/** A part of a message as the parser of ICU MessageFormat has it. */
export interface MessagePart {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessagePart[] }>>;
  readonly children?: readonly MessagePart[];
}

/** The places and tags of a message, sorted: `b`, `count`. Languages differ in how they form a number. */
export const placesOf = (parts: readonly MessagePart[]): string[] => {
  const found = parts.flatMap(({ type, value = '', options = {}, children = [] }) => [
    ...(type === 0 || type === 7 ? [] : [value]),
    ...Object.values(options).flatMap((option) => placesOf(option.value)),
    ...placesOf(children),
  ]);
  return [...new Set(found)].sort();
};
