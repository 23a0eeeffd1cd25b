import { statSync } from 'node:fs';
import type { CheckpointDone, Order } from './checkpoint-worker.ts';
import type { Store } from './store.ts';

/** How often the size of the log is looked at, in commits. */
const LOOK_EVERY = 8;
/** A longer log, in pages (64 MB), is brought to its end, so that it begins again at the front. */
const LONG = 16_384;
/** Growth of the log that calls for a checkpoint whatever was expected, in bytes; the first 4 MB wake the worker. */
const GROWTH = 4 * 1024 * 1024;
/** Pages between two checkpoints once the size of a commit is known. */
const ROUND = 4000;
/** SQLite's own checkpoint at 128 MB remains as the last bound. */
const LAST_BOUND = 32_768;

// In the executable the worker is an entry point of its own, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './checkpoint-worker.ts' : './src/database/checkpoint-worker.ts';

/** Keeps the log short from a thread of its own, so that no request waits for a checkpoint. */
export class Checkpointer {
  readonly #store: Store;
  readonly #path: string;
  #worker: Worker | undefined;
  #closed: (() => void) | undefined;
  #working = false;
  #commits = 0;
  #commitsBefore = 0;
  #dueAfter = Number.POSITIVE_INFINITY;
  #seenBytes = 0;
  #seenPages = 0;

  /** @param path of the database file that `store` writes */
  constructor(store: Store, path: string) {
    this.#store = store;
    this.#path = path;
    store.db.run(`PRAGMA wal_autocheckpoint = ${LAST_BOUND}`);
    store.onCommit(() => this.#committed());
  }

  /** Whether the worker was ever needed. */
  get awake(): boolean {
    return this.#worker !== undefined;
  }

  /** Lets the worker finish and close its connection; call it before the database is closed. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#working = true;
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      worker.postMessage({ path: this.#path, last: true, long: LONG } satisfies Order);
    });
    worker.terminate();
  }

  #committed(): void {
    this.#commits += 1;
    if (this.#working || this.#commits % LOOK_EVERY !== 0) return;
    if (this.#commits >= this.#dueAfter || this.#logBytes() > this.#seenBytes + GROWTH) this.#begin();
  }

  #logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #begin(): void {
    this.#working = true;
    this.#commitsBefore = this.#commits;
    this.#commits = 0;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ path: this.#path, last: false, long: LONG } satisfies Order);
  }

  #start(): Worker {
    const worker = new Worker(new URL(entry, import.meta.url).href);
    worker.unref();
    worker.onmessage = ({ data }: MessageEvent<CheckpointDone>) => {
      if (data.log === null) this.#closed?.();
      else this.#ended(data.log);
    };
    worker.onerror = () => {
      // Never asked again: without its worker the log is still bounded, by SQLite's own checkpoint.
      this.#worker = undefined;
      this.#closed?.();
    };
    return worker;
  }

  #ended(log: number): void {
    if (this.#closed !== undefined) return;
    // Writes never pause under load, so the little that came during the worker's last pass is finished here, between two of them.
    if (log > LONG) {
      // Inside of a transaction SQLite takes no checkpoint: what is queued is committed, and a shared read ended, before.
      this.#store.flush();
      this.#store.db.run('PRAGMA wal_checkpoint(PASSIVE)');
    }
    const added = log < this.#seenPages ? log : log - this.#seenPages;
    const perCommit = Math.max(1, added / this.#commitsBefore);
    this.#dueAfter = Math.max(LOOK_EVERY, ROUND / perCommit);
    this.#seenPages = log;
    this.#seenBytes = this.#logBytes();
    this.#working = false;
  }
}
