import { ApiError, isPassing } from '../../../../api/client.ts';
import { makeStore } from '../../../../base/store.ts';
import { later } from '../../../../base/time/now.ts';
import { showWork } from '../../../../live/long-work.ts';
import { readJobs } from '../../queries.ts';
import { type Check, type Chosen, type Imported, importChosen, type Reading } from '../import-api.ts';

/** An import that was begun in this page, which goes on when another page is shown. */
export interface RunningImport {
  readonly chosen: Chosen;
  /** The trial before it, with the rows that are skipped. */
  readonly check: Check;
  readonly reading: Reading;
  /** Identifies it: a repeat imports no row twice. */
  readonly key: string;
  /** `unknown`: its response was lost, or the server failed. */
  readonly state: 'running' | 'done' | 'failed' | 'unknown';
  readonly done: number;
  /** 0 until the rows are counted. */
  readonly total: number;
  readonly result?: Imported;
  readonly error?: unknown;
}

const ASK_AGAIN_MS = 400;

const current = makeStore<RunningImport | undefined>(undefined);

const show = (next: RunningImport | undefined): void => {
  current.set(next);
  if (next === undefined) return;
  const { chosen, state, done, total } = next;
  const percent = total === 0 ? undefined : Math.floor((100 * done) / total);
  const work = { id: 'import', label: 'data.work', name: chosen.name, percent, page: '/data' } as const;
  showWork(
    state === 'unknown' ? { ...work, state: 'failed', words: { key: 'data.importUnknown' } } : { ...work, state },
  );
};

/** Asks how many rows are done, until the import has ended. */
const countAgain = (): void => {
  later(async () => {
    if (current.get()?.state !== 'running') return;
    const jobs = await readJobs().catch(() => []);
    const job = jobs.find(({ kind, state }) => kind === 'import' && state === 'running');
    const now = current.get();
    if (now?.state === 'running' && job !== undefined) show({ ...now, done: job.done, total: job.total });
    countAgain();
  }, ASK_AGAIN_MS);
};

/** Whether an import may have been done, or still runs, where this is its response. */
const mayBeDone = (error: unknown): boolean =>
  isPassing(error) || (error instanceof ApiError && error.code === 'idempotency_key_in_use');

const run = ({ chosen, check, reading, key }: Omit<RunningImport, 'state' | 'done' | 'total'>): void => {
  const subject = { chosen, check, reading, key };
  const { rows } = check;
  show({ ...subject, state: 'running', done: 0, total: 0 });
  countAgain();
  importChosen(chosen, reading, key).then(
    (result) => show({ ...subject, state: 'done', done: rows, total: rows, result }),
    (error: unknown) => show({ ...subject, state: mayBeDone(error) ? 'unknown' : 'failed', done: 0, total: 0, error }),
  );
};

/** Begins the import of the rows that a trial found fine. It goes on when the page is left, and is in the tray. */
export const beginImport = (chosen: Chosen, reading: Reading, check: Check): void => {
  if (current.get()?.state === 'running') return;
  const skipping: Reading = check.bad === 0 ? reading : { ...reading, skip_invalid: true };
  run({ chosen, check, reading: skipping, key: crypto.randomUUID() });
};

/** Sends an import again of which it is not known whether it was done. */
export const retryImport = (): void => {
  const now = current.get();
  if (now?.state === 'unknown') run(now);
};

export const forgetImport = (): void => {
  if (current.get()?.state !== 'running') show(undefined);
};

/** The import that runs, or that has ended and was not forgotten. */
export const useRunningImport = current.use;
