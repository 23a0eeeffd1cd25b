import { Database } from 'bun:sqlite';

/** The global scope of this worker, which the types of the main thread do not declare. */
declare const self: {
  onmessage: ((message: MessageEvent<CheckpointRequest>) => void) | null;
  postMessage(message: CheckpointResult): void;
};

/** A request to checkpoint a database, or to close it. */
export interface CheckpointRequest {
  readonly path: string;
  readonly close: boolean;
  /** A log longer than this many pages is copied repeatedly, to leave as little of it as possible. */
  readonly longLog: number;
}

export interface CheckpointResult {
  /** The length of the log in pages; null when the database was closed. */
  readonly log: number | null;
}

let db: Database | undefined;

/** A pass that copies fewer new pages than this is the last one; the serving thread copies the rest. */
const SHORT_PASS = 500;
const MAX_PASSES = 5;

/** A PASSIVE checkpoint blocks nobody, but writes go on while it copies: each pass leaves fewer new pages. */
const checkpoint = (path: string, longLog: number): CheckpointResult => {
  db ??= new Database(path, { create: false, readwrite: true });
  const passive = db.query<{ log: number }, []>('PRAGMA wal_checkpoint(PASSIVE)');
  const run = (): number => passive.get()?.log ?? 0;
  let log = run();
  for (let pass = 1, copied = log; log > longLog && copied > SHORT_PASS && pass < MAX_PASSES; pass += 1) {
    const before = log;
    log = run();
    copied = log - before;
  }
  return { log };
};

self.onmessage = ({ data: { path, close, longLog } }) => {
  if (close) db?.close();
  self.postMessage(close ? { log: null } : checkpoint(path, longLog));
};
