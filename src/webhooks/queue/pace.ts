/** What is done before the event loop turns to requests again. */
export interface Pace {
  /** Attempts that one transaction claims. */
  readonly claimed: number;
  /** Results that one transaction records. */
  readonly recorded: number;
  /** Attempts that start in one turn of the event loop. */
  readonly started: number;
}

const PACE: Pace = { claimed: Number.POSITIVE_INFINITY, recorded: Number.POSITIVE_INFINITY, started: 8 };
/** While requests come in, which wait for less. */
const PACE_WITH_REQUESTS: Pace = { claimed: 16, recorded: 32, started: 3 };

/** Returns a function that tells the present pace. @param requests how many requests have come so far */
export const createPace = (requests: () => number): (() => Pace) => {
  let before = 0;
  return () => {
    const now = requests();
    const isQuiet = now === before;
    before = now;
    return isQuiet ? PACE : PACE_WITH_REQUESTS;
  };
};
