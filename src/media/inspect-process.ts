// The process in which one file is examined: files come from anyone, and what reads them may take any amount of memory. The
// examination is a thread, since it may not pause, while this one looks at the limits.

import { startThread } from '../database/descriptors.ts';
import { setRealTimeout, stopwatch } from '../kernel/clock.ts';
import { WAITING } from './inspect.ts';
import * as workerFile from './inspect-worker.ts' with { type: 'file' };
import type { Examined } from './inspect-worker.ts';
import type { MediaProperties } from './properties.ts';

// With the attribute `type: 'file'` the import is the path of a file: the source, or in the executable its bundle.
const workerPath: string = Reflect.get(workerFile, 'default');

/** How often memory and time are looked at, in real milliseconds. */
const LOOK_MS = 20;

export interface ExaminationLimits {
  /** Of processor time, in milliseconds. */
  readonly durationMs: number;
  /** How much more memory the examining process may take than it begins with, in bytes. */
  readonly memory: number;
}

export type InspectionReport =
  | Exclude<Examined, { readonly properties: unknown }>
  | FoundReport
  | { readonly exceeded: string };

interface FoundReport {
  readonly properties: Omit<MediaProperties, 'poster'>;
  /** The bytes of the poster in Base64. */
  readonly poster: string | null;
}

const reportOf = (examined: Examined): InspectionReport => {
  if (!('properties' in examined)) return examined;
  const { poster, ...properties } = examined.properties;
  return { properties, poster: poster === null ? null : Buffer.from(poster).toString('base64') };
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Lets other processes go first, also when the system has to end one because it runs out of memory. */
const giveWay = async (): Promise<void> => {
  const { constants, setPriority } = process.getBuiltinModule('node:os');
  setPriority(constants.priority.PRIORITY_LOW);
  await Bun.write('/proc/self/oom_score_adj', '1000').catch(() => {});
};

/** Resolves when the process that wants the report has ended: it holds the other end of the standard input. */
const parentEnded = async (): Promise<InspectionReport> => {
  for await (const _ of Bun.stdin.stream());
  return { failure: 'the process that wants the report has ended' };
};

/** What a file is, found by a thread that ends when it takes more than `limits`. */
const examineWithin = (path: string, { durationMs, memory }: ExaminationLimits): Promise<InspectionReport> =>
  new Promise((resolve) => {
    const [memoryBefore, processorBefore, start] = [process.memoryUsage.rss(), processorMs(), stopwatch()];
    const worker = startThread(workerPath, { smol: true });
    const done = (report: InspectionReport): void => {
      cancel();
      worker.terminate();
      resolve(report);
    };
    const exceeded = (): string | undefined => {
      if (process.memoryUsage.rss() - memoryBefore > memory) return 'It takes too much memory to read.';
      const isLate = processorMs() - processorBefore > durationMs || stopwatch() - start > durationMs * WAITING;
      return isLate ? 'It takes too long to read.' : undefined;
    };
    const look = (): void => {
      const limit = exceeded();
      if (limit === undefined) cancel = setRealTimeout(LOOK_MS, look);
      else done({ exceeded: limit });
    };
    let cancel = setRealTimeout(LOOK_MS, look);
    worker.onmessage = ({ data }: MessageEvent<Examined>) => done(reportOf(data));
    worker.onerror = ({ message }) => done({ failure: `the examining thread failed: ${message}` });
    worker.postMessage(path);
  });

/** Examines the file that the arguments name, within their limits. Returns the report as JSON. */
export const examineGiven = async ([path = '', durationMs = '0', memory = '0']: readonly string[]): Promise<string> => {
  await giveWay();
  const examined = examineWithin(path, { durationMs: Number(durationMs), memory: Number(memory) });
  return JSON.stringify(await Promise.race([examined, parentEnded()]));
};
