import { stopwatch } from '../kernel/clock.ts';
import type { Tx } from './database.ts';

/** How long one transaction changes rows, in real milliseconds. */
const CHANGING_MS = 10;
/** Its rows and events at most: the commit writes the rows, and queues an event for as many as a hundred endpoints. */
const MOST_ROWS = 500;
const MOST_EVENTS = 50;
/** A change, and how many rows one transaction changes for it at least and at most, however long that takes. */
interface Changing {
  /** What changes: its kind, and the record. */
  readonly key: string;
  readonly fewest?: number | undefined;
  readonly most?: number | undefined;
}

/** What the long changes of one transaction may still do, so that it stays short. */
class Stretch {
  readonly #start = stopwatch();
  readonly #raised: number;
  readonly #rows = new Map<string, number>();
  #total = 0;

  constructor(readonly tx: Tx) {
    this.#raised = tx.raised();
  }

  /** Counts a row that a change has changed. */
  add({ key }: Changing): void {
    this.#rows.set(key, (this.#rows.get(key) ?? 0) + 1);
    this.#total += 1;
  }

  /** Whether a change has to leave the rest to a later transaction. */
  isOver({ key, fewest = 1, most = MOST_ROWS }: Changing): boolean {
    const rows = this.#rows.get(key) ?? 0;
    if (rows < fewest) return false;
    if (rows >= most) return true;
    if (this.#total >= MOST_ROWS || this.tx.raised() - this.#raised >= MOST_EVENTS) return true;
    return stopwatch() - this.#start >= CHANGING_MS;
  }
}

// A transaction without its events shares this function with the transaction itself.
const stretches = new WeakMap<Tx['raised'], Stretch>();

const stretchOf = (tx: Tx): Stretch => {
  const stretch = stretches.get(tx.raised) ?? new Stretch(tx);
  stretches.set(tx.raised, stretch);
  return stretch;
};

/** How many rows are read at once. */
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
