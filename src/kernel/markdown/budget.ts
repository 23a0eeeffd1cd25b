/**
 * The maximum number of steps that reading a text may take: what the parser tries at a place of a line, and what it makes. Steps do not
 * depend on the machine, so that a text that was stored is shown everywhere. An article of 100,000 characters takes some
 * 50,000; the costliest text that is taken is read and shown in some 30 ms.
 */
export const MOST_STEPS = 80_000;
/** A page shows several short texts, which together may not take much longer than one article. Dense tables take 6. */
const STEPS_OF_CHARACTER = 6;
const STEPS_OF_ANY_TEXT = 5000;
/** A quote and a list take one level each, an item of a list another one. */
export const MOST_LEVELS = 40;

export class TooCostly extends Error {}

/** The steps of a text. */
interface Count {
  spent: number;
  readonly most: number;
}

/** The steps of the text that is read now. */
let count: Count = { spent: 0, most: 0 };

/** How many steps a text of a length may take. */
export const stepsFor = (length: number): number =>
  Math.min(MOST_STEPS, STEPS_OF_ANY_TEXT + STEPS_OF_CHARACTER * length);

/** @returns a function that goes on counting after other texts were read */
export const startCounting = (length: number): (() => void) => {
  const own: Count = { spent: 0, most: stepsFor(length) };
  count = own;
  return () => {
    count = own;
  };
};

export const stepsSpent = (): number => count.spent;

/** @throws TooCostly once a text has taken more than it may */
export const spend = (steps: number): void => {
  count.spent += steps;
  if (count.spent > count.most) throw new TooCostly('the text takes too long to read');
};
