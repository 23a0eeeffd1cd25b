/**
 * A function that makes a value at its first call and returns it ever after. For what only some requests need: made at the
 * start, it would delay every start and stay in memory.
 */
export const lazily = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
