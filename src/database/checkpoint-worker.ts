import { Database } from 'bun:sqlite';
import { constants, getPriority, setPriority } from 'node:os';

/** The global scope of this worker, which the types of the main thread do not declare. */
declare const self: {
  onmessage: ((message: MessageEvent<CheckpointRequest>) => void) | null;
  postMessage(message: CheckpointResult): void;
};

/** A request to checkpoint the log of a database, or to close the database. */
export interface CheckpointRequest {
  readonly path: string;
  /** `copy` blocks no one. `restart` begins the log again, `truncate` also cuts its file: both lock writes out. */
  readonly work: 'copy' | 'restart' | 'truncate' | 'close';
  /** A log longer than this many pages is copied repeatedly, to leave as little of it as possible. */
  readonly longLog: number;
}

/** The pages of the log, and how many of them are copied: fewer when a reader needs them. 0 after a failure. */
export interface CheckpointResult {
  readonly log: number;
  readonly checkpointed: number;
}

const NOTHING: CheckpointResult = { log: 0, checkpointed: 0 };
const MODES = { copy: 'PASSIVE', restart: 'RESTART', truncate: 'TRUNCATE' } as const;
/** How long `restart` and `truncate` wait for short readers, in milliseconds. */
const READERS_TIMEOUT_MS = 200;
/** A pass that copies fewer new pages than this is the last one: what is left delays the writes by little. */
const SHORT_PASS = 3_000;
const MAX_PASSES = 5;

/**
 * How far the nice value of this thread is above the nice value of the thread that serves, which goes first when both want the same
 * core. With the most, 19, a core that is busy with reads makes a fifth fewer writes, which then wait for this thread.
 */
const NICE = 10;

/** Sets the priority. Linux has one for each thread; elsewhere it would change the whole process. */
const goSecond = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + NICE, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox of the system may forbid it.
  }
};

let db: Database | undefined;

const open = (path: string): Database => {
  const opened = new Database(path, { create: false, readwrite: true });
  opened.run(`PRAGMA busy_timeout = ${READERS_TIMEOUT_MS}`);
  return opened;
};

/** Writes continue while `copy` copies: each pass leaves fewer new pages. */
const checkpoint = ({ path, work, longLog }: CheckpointRequest): CheckpointResult => {
  if (work === 'close') {
    db?.close();
    return NOTHING;
  }
  db ??= open(path);
  const pass = db.query<CheckpointResult, []>(`PRAGMA wal_checkpoint(${MODES[work]})`);
  const run = () => pass.get() ?? NOTHING;
  let result = run();
  if (work !== 'copy') return result;
  for (let passes = 1, copied = result.log; passes < MAX_PASSES && result.log > longLog; passes += 1) {
    if (copied <= SHORT_PASS) break;
    const before = result.log;
    result = run();
    copied = result.log - before;
  }
  return result;
};

/** A full disk, or too many open files, may fail it. The next request tries again. */
const tryCheckpoint = (request: CheckpointRequest): CheckpointResult => {
  try {
    return checkpoint(request);
  } catch {
    return NOTHING;
  }
};

goSecond();
self.onmessage = ({ data }) => self.postMessage(tryCheckpoint(data));
