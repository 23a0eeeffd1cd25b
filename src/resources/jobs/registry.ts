import { isoInstant } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { Problem } from '../../kernel/problem.ts';
import type { JobKind, JobResponse } from './shapes.ts';

/** How many ended jobs are remembered. */
const MOST_ENDED = 50;

export interface JobProgress {
  readonly id: string;
  report(done: number, total: number, step?: string): void;
}

type JobResult = NonNullable<JobResponse['result']>;

export interface JobStart {
  readonly kind: JobKind;
  readonly subject: string | null;
  /** The person or the credential, by its id. */
  readonly startedBy: string | null;
  /** Listed with its first report: what is done before is no long work. */
  readonly isLate?: boolean;
}

/** A job that the code doing the work ends. */
export interface OpenJob {
  readonly progress: JobProgress;
  succeed(result: JobResult): void;
  /** Does nothing for a job that has ended. */
  fail(error: unknown): void;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * The long work of this process, by which a page shows how far it is. It is in memory: what a process that ends leaves undone
 * has changed nothing.
 */
export class JobRegistry {
  readonly #jobs: Mutable<JobResponse>[] = [];

  /** @param now epoch ms */
  constructor(
    readonly now: () => number,
    readonly newId: () => string,
  ) {}

  /** Newest first. */
  all(): readonly JobResponse[] {
    return this.#jobs;
  }

  find(id: string): JobResponse | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  running(...kinds: readonly JobKind[]): JobResponse | undefined {
    return this.#jobs.find(({ kind, state }) => state === 'running' && kinds.includes(kind));
  }

  /** Does `work` as a job, and settles as it does. */
  async track<T>(
    start: JobStart,
    work: (progress: JobProgress) => Promise<T>,
    resultOf: (value: T) => JobResult,
  ): Promise<T> {
    const job = this.open(start);
    try {
      const value = await work(job.progress);
      job.succeed(resultOf(value));
      return value;
    } catch (error) {
      job.fail(error);
      throw error;
    }
  }

  open(start: JobStart): OpenJob {
    const { job, progress } = this.#begin(start);
    return {
      progress,
      succeed: (result) =>
        this.#end(job, { state: 'succeeded', result, ...(job.total > 0 ? { done: job.total } : {}) }),
      fail: (error) => {
        if (job.state !== 'running') return;
        const code = error instanceof Problem ? error.code : 'failed';
        this.#end(job, { state: 'failed', problem: { code, message: errorMessage(error) } });
      },
    };
  }

  /** Begins `work`, and returns its job. Its errors are in the job alone, unless `report` takes them. */
  start(
    given: JobStart,
    work: (progress: JobProgress) => Promise<JobResult>,
    report: (error: unknown) => void = () => {},
  ): JobResponse {
    this.track(given, work, (result) => result).catch(report);
    const [job] = this.#jobs;
    if (job === undefined) throw new Error('the job has not begun');
    return { ...job };
  }

  #begin({ kind, subject, startedBy, isLate = false }: JobStart) {
    const job: Mutable<JobResponse> = {
      id: this.newId(),
      object: 'job',
      kind,
      state: 'running',
      subject,
      done: 0,
      total: 0,
      step: null,
      startedBy,
      problem: null,
      result: null,
      startedAt: isoInstant(this.now()),
      finishedAt: null,
    };
    let isListed = false;
    const enlist = (): void => {
      if (!isListed) this.#jobs.unshift(job);
      isListed = true;
    };
    if (!isLate) enlist();
    const report = (done: number, total: number, step?: string): void => {
      enlist();
      Object.assign(job, { done: Math.floor(done), total: Math.floor(total), step: step ?? null });
    };
    return { job, progress: { id: job.id, report } };
  }

  #end(job: Mutable<JobResponse>, changes: Partial<JobResponse>): void {
    Object.assign(job, changes, { step: null, finishedAt: isoInstant(this.now()) });
    const ended = this.#jobs.filter(({ state }) => state !== 'running');
    for (const old of ended.slice(MOST_ENDED)) this.#jobs.splice(this.#jobs.indexOf(old), 1);
  }
}
