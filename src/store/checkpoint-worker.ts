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
}

/** What a checkpoint left. */
export interface CheckpointDone {
  /** The length of the log in pages; null when the database was let go of. */
  readonly log: number | null;
}

const scope = globalThis as unknown as Scope;
let db: Database | undefined;

/** PASSIVE waits for nobody and holds nobody up; it goes twice, since writes went on during the first. */
const checkpoint = (path: string): CheckpointDone => {
  db ??= new Database(path, { create: false, readwrite: true });
  const statement = db.query('PRAGMA wal_checkpoint(PASSIVE)');
  statement.get();
  return { log: (statement.get() as { log: number }).log };
};

scope.onmessage = ({ data: { path, last } }) => {
  if (last) db?.close();
  scope.postMessage(last ? { log: null } : checkpoint(path));
};
