export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const objectOf = <Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as { [Name in Key]: Value };

/** The keys of an object whose type is exact. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];

/** Whether a value is an object that is not an array. */
export const isMap = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/** Some fields of an object, in the order of their names. */
export const pick = <Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  ...names: readonly Name[]
): Pick<Fields, Name> => Object.fromEntries(names.map((name): readonly unknown[] => [name, fields[name]]));

export const defined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } => {
  const present: readonly (readonly unknown[])[] = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present);
};
