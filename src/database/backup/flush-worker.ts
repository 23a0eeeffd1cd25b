import { fdatasyncSync } from 'node:fs';
import { setRealTimeout } from '../../kernel/clock.ts';

/** The global scope of this worker, which the types of the main thread do not declare. */
declare const self: { onmessage: ((message: MessageEvent<number>) => void) | null };

/** The time between two flushes, in real milliseconds: so short that each has little to write. */
const BETWEEN_MS = 1;

/** Flushes the file of the descriptor that it receives, again and again, until the thread is ended. */
self.onmessage = ({ data: file }): void => {
  const flush = (): void => {
    fdatasyncSync(file);
    setRealTimeout(BETWEEN_MS, flush);
  };
  flush();
};
