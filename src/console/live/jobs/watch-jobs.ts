import { client, isPassing, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { keptInTab } from '../../base/storage.ts';
import { loadAllTexts } from '../../base/texts.tsx';
import { later } from '../../base/time/now.ts';
import { dropWork, showWork } from '../long-work.ts';
import { inOwnWords, workOf } from './words.ts';

type Job = Schemas['Job'];

/** Whose jobs are shown. */
export interface JobWatcher {
  readonly staffId: string;
  readonly mayOpenData: boolean;
}

/** The time between two looks, ms, and how often is looked for a job that is about to begin, or again without a response. */
const [LOOK_AGAIN_MS, LOOKS] = [500, 8];
/** The clock of this page may be so far ahead of the server's, ms. */
const CLOCK_SLACK_MS = 1_000;
/** The page on which other jobs are begun shows them itself, until it is loaded again. */
const BEGUN_ANYWHERE: readonly Job['kind'][] = ['export', 'schedule_change'];

const keyOf = ({ staffId }: JobWatcher): string => `studiod.jobs.${staffId}`;

/** Since when a person expects a job, epoch ms by the server: over a reload too, until it is seen or the looks for it are done. */
const expectations = (key: string) => {
  const name = `${key}.expected`;
  return {
    add: (at: number): void => {
      if (keptInTab.get(name) === null) keptInTab.set(name, String(at - CLOCK_SLACK_MS));
    },
    since: (): number | undefined => {
      const since = keptInTab.get(name);
      return since === null ? undefined : Number(since);
    },
    drop: (): void => keptInTab.remove(name),
  };
};

const jobsOf = (watcher: JobWatcher) => {
  const key = keyOf(watcher);
  const expected = expectations(key);
  /** What is in the tray of this tab, over a reload too. */
  const shown = new Set<string>(JSON.parse(keptInTab.get(key) ?? '[]'));
  /** What had ended before this tab has looked first, and what was taken out of the tray. */
  let over: Set<string> | undefined;
  const atLoad = new Set<string>();
  const store = (): void => keptInTab.set(key, JSON.stringify([...shown]));
  const takeOut = (id: string): void => {
    over?.add(id);
    shown.delete(id);
    store();
  };
  const isShown = ({ id, kind }: Job): boolean =>
    over?.has(id) !== true && (BEGUN_ANYWHERE.includes(kind) || atLoad.has(id) || shown.has(id));
  const isExpected = ({ startedAt }: Job): boolean =>
    Date.parse(startedAt) >= (expected.since() ?? Number.POSITIVE_INFINITY);
  const begin = (jobs: readonly Job[]): Set<string> => {
    for (const { id, state } of jobs) if (state === 'running' || shown.has(id)) atLoad.add(id);
    // A job that was expected may end before the first look.
    return new Set(jobs.filter((job) => !atLoad.has(job.id) && !isExpected(job)).map(({ id }) => id));
  };
  return {
    expected,
    /** Shows how the jobs of the person stand. Returns whether one runs. */
    look: async (): Promise<boolean> => {
      const { jobs } = await send(client.GET('/manage/jobs'));
      const own = jobs.filter(({ startedBy }) => startedBy === watcher.staffId);
      over ??= begin(own);
      const listed = await Promise.all(own.filter(isShown).map(inOwnWords));
      // A restart of the server forgets its jobs.
      for (const id of [...shown].filter((each) => !own.some(({ id }) => id === each))) {
        dropWork(id);
        takeOut(id);
      }
      if (listed.length > 0) await loadAllTexts();
      for (const job of listed.toReversed()) {
        shown.add(job.id);
        showWork({ ...workOf(job, watcher.mayOpenData), onClose: () => takeOut(job.id) });
      }
      store();
      if (listed.some(isExpected)) expected.drop();
      return listed.some(({ state }) => state === 'running');
    },
  };
};

let current: (ReturnType<typeof jobsOf> & { readonly key: string }) | undefined;
let looksLeft = 0;
let isLooking = false;

const goOn = async (): Promise<void> => {
  if (isLooking) return;
  isLooking = true;
  let failures = 0;
  let ran = false;
  while (looksLeft > 0) {
    const isRunning = await current?.look().catch((error) => (isPassing(error) ? undefined : false));
    failures = isRunning === undefined ? failures + 1 : 0;
    // What ran may run: a server that was started again goes on with a change of a schedule.
    if (failures === 0 || (failures > LOOKS && !ran)) looksLeft -= 1;
    ran = isRunning ?? ran;
    if (isRunning === true) looksLeft = Math.max(looksLeft, 1);
    if (looksLeft > 0) await new Promise<void>((resolve) => void later(resolve, LOOK_AGAIN_MS));
  }
  current?.expected.drop();
  isLooking = false;
};

/**
 * Shows the long work of a person in the tray until it has ended, from the first call on.
 * @param expectedAt when the person began more of it, epoch ms by the server.
 */
export const watchJobs = (watcher: JobWatcher, expectedAt?: number): void => {
  const key = keyOf(watcher);
  if (current?.key === key && expectedAt === undefined) return;
  if (current?.key !== key) current = { ...jobsOf(watcher), key };
  if (expectedAt !== undefined) current.expected.add(expectedAt);
  // Also of a page that was left before it has seen what it expected.
  const isExpected = current.expected.since() !== undefined;
  looksLeft = Math.max(looksLeft, isExpected ? LOOKS : 1);
  void goOn();
};
