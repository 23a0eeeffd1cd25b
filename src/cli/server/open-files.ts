import { canOpenFiles } from '../../database/descriptors.ts';
import { blockThread, nextTurn, setRealTimeout, stopwatch } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Cancel } from '../../kernel/timer.ts';
import type { Log } from './log.ts';

/** How often the limit is checked, in real milliseconds. */
const CHECK_EVERY_MS = 250;
/** How long each turn of the event loop lasts at least while the limit is reached, and this long after it. */
const TURN_MS = 10;
const SLOW_AFTER_MS = 1_000;
/** The log has at most one warning in this time, in real milliseconds. */
const WARN_EVERY_MS = MINUTE_MS;

/**
 * Slows the event loop down while the process has no file descriptor left. A new connection cannot be accepted then and
 * waits in the queue of the system, which the system reports in every turn: without a pause the loop would spin on a
 * whole processor. Requests on open connections continue.
 */
export const watchOpenFiles = (log: Log): Cancel => {
  let isStopped = false;
  let isWarned = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let slowUntil = 0;

  const warn = (): void => {
    if (stopwatch() < warnedAt + WARN_EVERY_MS) return;
    warnedAt = stopwatch();
    isWarned = true;
    log.warn('the open file limit is reached: new connections wait. Raise it with ulimit -n or LimitNOFILE');
  };
  const recovered = (): void => {
    if (isWarned) log.info('files can be opened again: new connections are accepted');
    isWarned = false;
    cancelTimer = setRealTimeout(CHECK_EVERY_MS, check);
  };
  const slowTurn = (): void => {
    if (isStopped) return;
    const now = stopwatch();
    if (!canOpenFiles(1)) slowUntil = now + SLOW_AFTER_MS;
    if (now > slowUntil) {
      recovered();
      return;
    }
    blockThread(TURN_MS);
    nextTurn(slowTurn);
  };
  const check = (): void => {
    if (canOpenFiles(1)) {
      cancelTimer = setRealTimeout(CHECK_EVERY_MS, check);
      return;
    }
    warn();
    slowTurn();
  };

  let cancelTimer = setRealTimeout(CHECK_EVERY_MS, check);
  return () => {
    isStopped = true;
    cancelTimer();
  };
};
