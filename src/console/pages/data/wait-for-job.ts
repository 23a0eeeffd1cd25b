import { ApiError, isPassing } from '../../api/client.ts';
import { inWords } from '../../api/refusals/in-words.ts';
import { later } from '../../base/time/now.ts';
import { type Job, readJob } from './queries.ts';

/** How long the first pause is, and the longest: a backup of a large studio takes minutes. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [400, 3_000];
const LONGER = 1.5;
/** The pause after a look that failed, ms, and how many looks in a row may fail. */
const [LOOK_AGAIN_MS, LOOKS] = [1_000, 20];

const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

/** How much of a job is done, 0 to 100; undefined where no one knows. */
export const percentOf = ({ done, total }: Pick<Job, 'done' | 'total'>): number | undefined =>
  total === 0 ? undefined : Math.floor((100 * done) / total);

/** A job, where looks without a response are tried again. */
const look = async (id: string): Promise<Job> => {
  for (let looks = 1; ; looks += 1) {
    try {
      return await readJob(id);
    } catch (error) {
      if (!isPassing(error) || looks === LOOKS) throw error;
    }
    await pause(LOOK_AGAIN_MS);
  }
};

/** @throws Error with the problem of a job, in the language of the page. */
const requireSound = async ({ problem }: Job): Promise<void> => {
  if (problem !== null) throw new JobFailed((await inWords(problem)).message);
};

/** What a job has become. @param onRunning is called with it again and again until then. @throws Error with its problem, in the language of the page. */
export const waitForJob = async (id: string, onRunning: (job: Job) => void = () => {}): Promise<Job> => {
  let job = await look(id);
  for (let ms = FIRST_PAUSE_MS; job.state === 'running'; ms = Math.min(ms * LONGER, LONGEST_PAUSE_MS)) {
    onRunning(job);
    await pause(ms);
    job = await look(id);
  }
  await requireSound(job);
  return job;
};

/** Whether a server that was started again answers: it knows nothing of the job, or of the person. */
const isForgotten = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 404);

/**
 * Waits until a job has started the server again.
 * @param onRestart called once the job is done, or no response comes.
 * @throws Error with its problem, in the language of the page.
 */
export const untilRestarted = async (id: string, onRestart: () => void): Promise<void> => {
  let isOver = false;
  while (!isOver) {
    const job = await readJob(id).catch((error: unknown) => {
      isOver = isForgotten(error);
      if (!isOver && !isPassing(error)) throw error;
      return undefined;
    });
    if (job !== undefined) await requireSound(job);
    if (job?.state !== 'running') onRestart();
    if (!isOver) await pause(LOOK_AGAIN_MS / 2);
  }
};

class JobFailed extends Error {
  override toString(): string {
    return this.message;
  }
}
