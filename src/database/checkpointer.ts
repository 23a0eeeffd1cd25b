import { statSync } from 'node:fs';
import { setRealTimeout } from '../kernel/clock.ts';
import type { Cancel } from '../kernel/timer.ts';
import type { CheckpointRequest, CheckpointResult } from './checkpoint-worker.ts';
import { mapLargeFile } from './database.ts';
import { isOutOfDescriptors, startThread } from './descriptors.ts';
import type { Store } from './store.ts';

/** The size of the log is checked once in this many commits. */
const CHECK_EVERY = 8;
/**
 * A log longer than this many pages (45 MB) is copied completely and begun again. Its file keeps its size, so that commits
 * overwrite blocks that it has: after a commit that makes the file longer, `fsync` also writes what the file system notes
 * of it, and takes up to twice as long.
 */
const LONG_LOG = 11_000;
/**
 * The first commit of a log that has begun again truncates a file that is larger, in bytes. Under load a log grows beyond
 * `LONG_LOG` while it is copied.
 */
const MAX_LOG_BYTES = 256 * 1024 * 1024;
/** The server itself truncates a file that is larger than this, in bytes, after `QUIET_MS` without a checkpoint. */
const MAX_QUIET_BYTES = 64 * 1024 * 1024;
const QUIET_MS = 5_000;
/**
 * How many commits and new pages there are between two checkpoints, once the size of a commit is known: at least `FEWEST_COMMITS` and
 * `FEWEST_PAGES` (16 MB), but not more than `MOST_PAGES` (66 MB). Each delays a commit or two, since both use one disk, and
 * copies only the last version of a page that many commits have changed.
 */
const FEWEST_COMMITS = 200;
const FEWEST_PAGES = 4_000;
const MOST_PAGES = 16_000;
/** Growth of the log, in bytes, that starts a checkpoint before the estimate does. The first one starts the worker. */
const GROWTH = 16 * 1024 * 1024;
/** SQLite's own automatic checkpoint, in pages (128 MB), in case the worker fails. It blocks the serving thread. */
const AUTOMATIC = 32_768;

// In the executable the worker is a separate entry point, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './checkpoint-worker.ts' : './src/database/checkpoint-worker.ts';

const NOTHING: CheckpointResult = { log: 0, checkpointed: 0 };

/** Checkpoints the write-ahead log from a worker thread, so that no request waits for a checkpoint. */
export class Checkpointer {
  readonly #store: Store;
  readonly #path: string;
  #worker: Worker | undefined;
  #answered: (result: CheckpointResult) => void = () => {};
  #current: Promise<void> | undefined;
  #lastRequest: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #hasFailed = false;
  #commits = 0;
  #dueAfter = Number.POSITIVE_INFINITY;
  #lastBytes = 0;
  #lastPages = 0;
  #cancelRetry: Cancel = () => {};

  constructor(store: Store, path: string) {
    this.#store = store;
    this.#path = path;
    store.db.run('PRAGMA wal_autocheckpoint = 0');
    store.db.run(`PRAGMA journal_size_limit = ${MAX_LOG_BYTES}`);
    store.onCommit(() => this.#committed());
    store.copyLog = () => this.#try('copy');
    store.disk.onFull(() => void this.#makeRoom());
  }

  get awake(): boolean {
    return this.#worker !== undefined;
  }

  /** Waits until the worker has finished and closed its connection. Call it before you close the database. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    await this.#current;
    if (this.#worker === undefined) return;
    await this.#request('close');
    this.#worker?.terminate();
  }

  #committed(): void {
    this.#commits += 1;
    if (this.#current !== undefined || this.#commits % CHECK_EVERY !== 0) return;
    if (this.#commits >= this.#dueAfter || this.#logBytes() > this.#lastBytes + GROWTH) this.#begin();
  }

  #logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #begin(isRetry = false): void {
    if (this.#isStopped || this.#hasFailed) return;
    this.#cancelRetry();
    this.#current = this.#checkpoint(isRetry).finally(() => {
      this.#current = undefined;
    });
  }

  async #checkpoint(isRetry: boolean): Promise<void> {
    const commits = Math.max(1, this.#commits);
    this.#commits = 0;
    const { log, checkpointed } = await this.#request('copy');
    // Copying makes the file larger.
    mapLargeFile(this.#store.db, this.#path);
    const isCopied = log === checkpointed;
    const isTooLarge = isRetry && this.#logBytes() > MAX_QUIET_BYTES;
    // Under load writes never pause, so they wait for the last pages to be copied. The event loop continues.
    if (isCopied && (isTooLarge || log > LONG_LOG) && !this.#isStopped) {
      await this.#store.exclusive(() => this.#request(isTooLarge ? 'truncate' : 'restart'));
    }
    const added = log < this.#lastPages ? log : log - this.#lastPages;
    const perCommit = Math.max(1, added / commits);
    this.#dueAfter = Math.min(Math.max(FEWEST_COMMITS, FEWEST_PAGES / perCommit), MOST_PAGES / perCommit);
    this.#lastPages = log;
    this.#lastBytes = this.#logBytes();
    if (this.#lastBytes > MAX_QUIET_BYTES) this.#cancelRetry = setRealTimeout(QUIET_MS, () => this.#retry());
  }

  /**
   * The log keeps the size that it once had, also what a long write that was undone has written. On a full disk it is
   * truncated, which works when all of it is copied, as before each long write.
   */
  async #makeRoom(): Promise<void> {
    await this.#store.exclusive(() => this.#try('truncate'));
  }

  async #try(work: 'copy' | 'truncate'): Promise<void> {
    if (!this.#isStopped && !this.#hasFailed) await this.#request(work);
  }

  #retry(): void {
    if (this.#current === undefined) this.#begin(true);
  }

  #request(work: CheckpointRequest['work']): Promise<CheckpointResult> {
    const response = this.#lastRequest.then(() => this.#send(work));
    this.#lastRequest = response.catch(() => {});
    return response;
  }

  /** Without a file descriptor for the worker it does nothing: the next request tries again. */
  #send(work: CheckpointRequest['work']): Promise<CheckpointResult> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      try {
        this.#worker ??= this.#start();
      } catch (error) {
        if (!isOutOfDescriptors(error)) throw error;
        resolve(NOTHING);
        return;
      }
      this.#worker.postMessage({ path: this.#path, work, longLog: LONG_LOG } satisfies CheckpointRequest);
    });
  }

  #start(): Worker {
    const worker = startThread(new URL(entry, import.meta.url).href);
    worker.unref();
    worker.onmessage = ({ data }: MessageEvent<CheckpointResult>) => this.#answered(data);
    worker.onerror = () => {
      // The worker is not started again: SQLite's automatic checkpoint limits the log.
      this.#hasFailed = true;
      this.#worker = undefined;
      this.#store.db.run(`PRAGMA wal_autocheckpoint = ${AUTOMATIC}`);
      this.#answered(NOTHING);
    };
    return worker;
  }
}
