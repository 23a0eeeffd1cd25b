import { statSync } from 'node:fs';
import type { CheckpointRequest, CheckpointResult } from './checkpoint-worker.ts';
import type { Store } from './store.ts';

/** The size of the log is checked once in this many commits. */
const CHECK_EVERY = 8;
/** A log longer than this many pages (64 MB) is copied completely, so that SQLite starts it again at its beginning. */
const LONG_LOG = 16_384;
/** Growth of the log, in bytes, that starts a checkpoint before the estimate does. The first 4 MB start the worker. */
const GROWTH = 4 * 1024 * 1024;
/** Pages between two checkpoints, once the size of a commit is known. */
const PAGES_BETWEEN = 4000;
/** SQLite's own automatic checkpoint, in pages (128 MB), in case the worker fails. */
const AUTOMATIC = 32_768;

// In the executable the worker is a separate entry point, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './checkpoint-worker.ts' : './src/database/checkpoint-worker.ts';

/** Checkpoints the write-ahead log from a worker thread, so that no request waits for a checkpoint. */
export class Checkpointer {
  readonly #store: Store;
  readonly #path: string;
  #worker: Worker | undefined;
  #closed: (() => void) | undefined;
  #working = false;
  #commits = 0;
  #commitsBefore = 0;
  #dueAfter = Number.POSITIVE_INFINITY;
  #lastBytes = 0;
  #lastPages = 0;

  /** @param path the database file of `store` */
  constructor(store: Store, path: string) {
    this.#store = store;
    this.#path = path;
    store.db.run(`PRAGMA wal_autocheckpoint = ${AUTOMATIC}`);
    store.onCommit(() => this.#committed());
  }

  /** Whether the worker has been started. */
  get awake(): boolean {
    return this.#worker !== undefined;
  }

  /** Waits until the worker has finished and closed its connection. Call it before you close the database. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#working = true;
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      worker.postMessage({ path: this.#path, close: true, longLog: LONG_LOG } satisfies CheckpointRequest);
    });
    worker.terminate();
  }

  #committed(): void {
    this.#commits += 1;
    if (this.#working || this.#commits % CHECK_EVERY !== 0) return;
    if (this.#commits >= this.#dueAfter || this.#logBytes() > this.#lastBytes + GROWTH) this.#begin();
  }

  #logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #begin(): void {
    this.#working = true;
    this.#commitsBefore = this.#commits;
    this.#commits = 0;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ path: this.#path, close: false, longLog: LONG_LOG } satisfies CheckpointRequest);
  }

  #start(): Worker {
    const worker = new Worker(new URL(entry, import.meta.url).href);
    worker.unref();
    worker.onmessage = ({ data }: MessageEvent<CheckpointResult>) => {
      if (data.log === null) this.#closed?.();
      else this.#ended(data.log);
    };
    worker.onerror = () => {
      // The worker is not started again: SQLite's automatic checkpoint still limits the log.
      this.#worker = undefined;
      this.#closed?.();
    };
    return worker;
  }

  #ended(log: number): void {
    if (this.#closed !== undefined) return;
    // Under load writes never pause, so the pages of the worker's last pass are copied here, between two writes.
    if (log > LONG_LOG) {
      // SQLite does not checkpoint inside a transaction: commit queued writes and end the shared read first.
      this.#store.flush();
      this.#store.db.run('PRAGMA wal_checkpoint(PASSIVE)');
    }
    const added = log < this.#lastPages ? log : log - this.#lastPages;
    const perCommit = Math.max(1, added / this.#commitsBefore);
    this.#dueAfter = Math.max(CHECK_EVERY, PAGES_BETWEEN / perCommit);
    this.#lastPages = log;
    this.#lastBytes = this.#logBytes();
    this.#working = false;
  }
}
