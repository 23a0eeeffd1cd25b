import { stopwatch } from '../kernel/clock.ts';
import type { Tx } from './database.ts';

const CHANGING_MS = 10;
/** Its rows and events at most: the commit writes the rows, and queues an event for as many as a hundred endpoints. */
const MOST_ROWS = 500;
const MOST_EVENTS = 50;
/** A change, and how many rows one transaction changes for it: at least, unless they raise many events, and at most. */
interface Changing {
  readonly key: string;
  readonly fewest?: number | undefined;
  readonly most?: number | undefined;
}

/** What the long changes of one transaction may still do, so that it stays short (decision 3.19). */
class Stretch {
  readonly #start = stopwatch();
  /** For each change: how many rows it has changed, and how many events there were before. */
  readonly #changes = new Map<string, { rows: number; readonly raised: number }>();
  #rows = 0;

  constructor(readonly tx: Tx) {}

  /** Counts a row that a change has changed. */
  add({ key }: Changing): void {
    this.#change(key).rows += 1;
    this.#rows += 1;
  }

  /** Whether a change has to leave the rest to a later transaction. */
  isOver({ key, fewest = 1, most = MOST_ROWS }: Changing): boolean {
    const { rows, raised } = this.#change(key);
    if (rows >= most || this.tx.raised() - raised >= Math.max(MOST_EVENTS, fewest)) return true;
    return rows >= fewest && (this.#rows >= MOST_ROWS || stopwatch() - this.#start >= CHANGING_MS);
  }

  #change(key: string) {
    const change = this.#changes.get(key) ?? { rows: 0, raised: this.tx.raised() };
    this.#changes.set(key, change);
    return change;
  }
}

// A transaction without its events shares this function with the transaction itself.
const stretches = new WeakMap<Tx['raised'], Stretch>();

const stretchOf = (tx: Tx): Stretch => {
  const stretch = stretches.get(tx.raised) ?? new Stretch(tx);
  stretches.set(tx.raised, stretch);
  return stretch;
};

const PAGE = 50;

/**
 * Changes rows until nothing is left or the transaction has taken long enough. All changes of a transaction share that time.
 * @param next reads the rows that come next, about as many as it is given; none when nothing is left.
 * @returns whether nothing is left.
 */
export const changeRows = <Row>(
  tx: Tx,
  changing: Changing,
  next: (limit: number) => readonly Row[],
  change: (row: Row) => void,
): boolean => {
  const stretch = stretchOf(tx);
  for (let rows = next(PAGE); rows.length > 0; rows = next(PAGE)) {
    for (const row of rows) {
      if (stretch.isOver(changing)) return false;
      change(row);
      stretch.add(changing);
    }
  }
  return true;
};
