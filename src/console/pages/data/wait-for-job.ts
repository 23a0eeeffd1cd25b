import { inWords } from '../../api/refusals/in-words.ts';
import { later } from '../../base/time/now.ts';
import { type Job, readJob } from './queries.ts';

/** How long the first pause is, and the longest: a backup of a large studio takes minutes. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [400, 3_000];
const LONGER = 1.5;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

/** How much of a job is done, 0 to 100; undefined where no one knows. */
export const percentOf = ({ done, total }: Pick<Job, 'done' | 'total'>): number | undefined =>
  total === 0 ? undefined : Math.floor((100 * done) / total);

/** What a job has become. @param onRunning is called with it again and again until then. @throws Error with its problem, in the language of the page. */
export const waitForJob = async (id: string, onRunning: (job: Job) => void = () => {}): Promise<Job> => {
  let job = await readJob(id);
  for (let ms = FIRST_PAUSE_MS; job.state === 'running'; ms = Math.min(ms * LONGER, LONGEST_PAUSE_MS)) {
    onRunning(job);
    await pause(ms);
    job = await readJob(id);
  }
  if (job.problem !== null) throw new JobFailed((await inWords(job.problem)).message);
  return job;
};

class JobFailed extends Error {
  override toString(): string {
    return this.message;
  }
}
