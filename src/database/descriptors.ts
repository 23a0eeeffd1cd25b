import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { devNull } from 'node:os';
import { blockThread } from '../kernel/clock.ts';
import { errorCode } from '../kernel/errors.ts';

/** More descriptors than a new thread or process opens, for itself and for the first file that it works with. */
const FOR_A_THREAD = 16;
/** With this many free ones, no burst of connections takes them all before a new thread has its own. */
const PLENTY = 512;
/** The descriptors of the event loop of a thread: one for waiting, one for being woken. */
const OF_A_LOOP = 2;
/**
 * How long a start waits at most for these, in milliseconds. It takes a few, and more on a busy machine. Waiting is better than the end of
 * the process.
 */
const LOOP_TIMEOUT_MS = 2_000;
/** How long it waits where they cannot be counted. */
const UNCOUNTED_MS = 40;

/** Whether an error means that the process, or the whole system, has no file descriptor left. */
export const isOutOfDescriptors = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(errorCode(error));

/** Opens that many files for a moment. @throws Error `EMFILE` or `ENFILE` when there are not that many descriptors. */
const tryDescriptors = (count: number): void => {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
};

export const canOpenFiles = (count: number): boolean => {
  try {
    tryDescriptors(count);
    return true;
  } catch (error) {
    return !isOutOfDescriptors(error);
  }
};

/** @throws Error `EMFILE` or `ENFILE` when there are too few descriptors for a process that is started. */
export const requireDescriptors = (): void => tryDescriptors(FOR_A_THREAD);

/** The open descriptors of this process whose kind begins with `kind`. @throws Error where there is no /proc */
export const descriptorsOf = (kind: string): number[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(kind) ? Number(name) : [];
    } catch {
      // The descriptor with which the folder was read.
      return [];
    }
  });

/** How many descriptors of event loops this process has; undefined where they cannot be counted. */
const countOfLoops = (): number | undefined => {
  try {
    return descriptorsOf('anon_inode:').length;
  } catch {
    return undefined;
  }
};

/**
 * Starts a thread. Bun ends the whole process when a new thread finds no descriptor for its event loop. So where few are
 * left, this thread, which alone accepts connections, waits until the new one has its own.
 * @throws Error `EMFILE` or `ENFILE` when there are too few.
 */
export const startThread = (url: string, options?: WorkerOptions): Worker => {
  tryDescriptors(FOR_A_THREAD);
  if (canOpenFiles(PLENTY)) return new Worker(url, options);
  const before = countOfLoops();
  const worker = new Worker(url, options);
  const hasLoop = (): boolean => before !== undefined && (countOfLoops() ?? 0) >= before + OF_A_LOOP;
  const longest = before === undefined ? UNCOUNTED_MS : LOOP_TIMEOUT_MS;
  for (let waited = 0; waited < longest && !hasLoop(); waited += 1) blockThread(1);
  return worker;
};
