/** Random choices that are the same for the same seed (mulberry32). */
export interface Choices {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** True once in `times`. */
  once(times: number): boolean;
  /** One of `items`; undefined when there are none. */
  of<Item>(items: readonly Item[]): Item | undefined;
}

/** The choices of `seed`, a whole number. */
export const choicesOf = (seed: number): Choices => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return { below, once: (times) => below(times) === 0, of: (items) => items[below(Math.max(1, items.length))] };
};
