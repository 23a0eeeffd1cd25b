import { pause, setRealTimeout, stopwatch } from '../../kernel/clock.ts';
import type { Cancel } from '../../kernel/timer.ts';
import type { WriteReady } from './ready-output.ts';

/** The maximum size of the lines that wait for a reader, in bytes. Further lines are dropped. */
const MAX_WAITING_BYTES = 131_072;
/** After this time, in real milliseconds, lines that wait are tried again. */
const RETRY_MS = 50;
/** How long the end of a server waits for the reader of its last lines, in real milliseconds. */
const LAST_LINES_MS = 500;

interface OutputOptions {
  readonly writeReady: WriteReady;
  /** The line that says how many lines were dropped. */
  droppedLine(lines: number): string;
  readonly maxWaitingBytes?: number;
}

export interface LogOutput {
  /** Writes `count` lines, without the last line break, or keeps them until the reader reads. */
  write(lines: string, count: number): void;
  /** Waits until the reader has what waits, for half a second at most. */
  end(): Promise<void>;
}

/**
 * Writes lines in their order, and never waits for their reader (appliance.md "Running"). While no one reads, up to 128 KiB
 * wait, and later lines are dropped; the next line that the reader gets says how many.
 */
export const createLogOutput = (options: OutputOptions): LogOutput => {
  const { writeReady, droppedLine, maxWaitingBytes = MAX_WAITING_BYTES } = options;
  let waiting: { readonly bytes: Uint8Array; readonly count: number }[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let retry: Cancel | undefined;

  const keep = (lines: string, count: number): void => {
    const bytes = Buffer.from(`${lines}\n`);
    waiting.push({ bytes, count });
    waitingBytes += bytes.byteLength;
  };
  const keepDropped = (): void => {
    if (dropped === 0) return;
    keep(droppedLine(dropped), dropped);
    dropped = 0;
  };
  /** The reader is gone, or the disk of a file is full. */
  const dropWaiting = (): void => {
    for (const { count } of waiting) dropped += count;
    waiting = [];
    waitingBytes = 0;
  };
  const drain = (): void => {
    try {
      for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
        const written = writeReady(first.bytes);
        waitingBytes -= written;
        if (written === first.bytes.byteLength) waiting.shift();
        else waiting[0] = { bytes: first.bytes.subarray(written), count: first.count };
        if (written === 0) return;
        if (waiting.length === 0) keepDropped();
      }
    } catch {
      dropWaiting();
    }
  };
  const tryAgain = (): void => {
    retry = undefined;
    drain();
    if (waiting.length > 0) retry = setRealTimeout(RETRY_MS, tryAgain);
  };

  return {
    write(lines, count) {
      if (waiting.length > 0) drain();
      if (waitingBytes + lines.length > maxWaitingBytes) {
        dropped += count;
      } else {
        keepDropped();
        keep(lines, count);
        drain();
      }
      if (waiting.length > 0) retry ??= setRealTimeout(RETRY_MS, tryAgain);
    },
    async end() {
      const until = stopwatch() + LAST_LINES_MS;
      for (drain(); waiting.length > 0 && stopwatch() < until; drain()) await pause(RETRY_MS);
      retry?.();
      retry = undefined;
    },
  };
};
