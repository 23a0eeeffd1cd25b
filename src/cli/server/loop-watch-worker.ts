import { setRealTimeout } from '../../kernel/clock.ts';
import { type Log, openLog } from './log.ts';

/** The global scope of this worker, which the types of the main thread do not declare. */
declare const self: { onmessage: ((message: MessageEvent<LoopWatch>) => void) | null };

export interface LoopWatch {
  /** One number, which grows with the turns of the loop. */
  readonly turns: Int32Array;
  readonly standstillMs: number;
  readonly format: Log['format'];
  readonly descriptor: number;
}

/** How often the thread looks within a standstill. A machine that was suspended has not looked, and starts counting again. */
const LOOKS = 30;

const end = async ({ format, descriptor, standstillMs }: LoopWatch): Promise<void> => {
  try {
    // It does not wait for a reader either: the process has to end.
    const log = openLog(descriptor, format, 'error');
    log.error(
      `the event loop has been blocked for ${standstillMs / 1_000} seconds: the process exits so that it can be restarted. ` +
        'Nothing that was acknowledged is lost. Report this with the lines before it',
    );
    await log.end();
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
};

self.onmessage = ({ data: watch }): void => {
  let last = -1;
  let looks = 0;
  const look = (): void => {
    const turns = Atomics.load(watch.turns, 0);
    looks = turns === last ? looks + 1 : 0;
    last = turns;
    if (looks >= LOOKS) void end(watch);
    else setRealTimeout(watch.standstillMs / LOOKS, look);
  };
  look();
};
