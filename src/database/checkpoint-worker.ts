import { Database } from 'bun:sqlite';

/** The thread's global scope, as far as it is used here. */
interface Scope {
  onmessage: ((message: MessageEvent<Order>) => void) | null;
  postMessage(message: CheckpointDone): void;
}

/** The database to take a checkpoint of, or to let go of. */
export interface Order {
  readonly path: string;
  readonly last: boolean;
  /** A log that is longer, in pages, is to be brought as near to its end as can be. */
  readonly long: number;
}

/** What a checkpoint left. */
export interface CheckpointDone {
  /** The length of the log in pages; null when the database was let go of. */
  readonly log: number | null;
}

const scope = globalThis as unknown as Scope;
let db: Database | undefined;

/** What may be left for the serving thread to bring a long log to its end, in pages; and how often that is tried. */
const SHORT = 500;
const TRIES = 5;

/** PASSIVE waits for nobody and holds nobody up, but writes go on meanwhile: each pass leaves fewer of them behind. */
const checkpoint = (path: string, long: number): CheckpointDone => {
  db ??= new Database(path, { create: false, readwrite: true });
  const passive = db.query('PRAGMA wal_checkpoint(PASSIVE)');
  let { log } = passive.get() as { log: number };
  for (let tries = 1, copied = log; log > long && copied > SHORT && tries < TRIES; tries += 1) {
    const before = log;
    log = (passive.get() as { log: number }).log;
    copied = log - before;
  }
  return { log };
};

scope.onmessage = ({ data: { path, last, long } }) => {
  if (last) db?.close();
  scope.postMessage(last ? { log: null } : checkpoint(path, long));
};
