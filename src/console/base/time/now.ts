import { makeStore } from '../store.ts';

/** How much the clock of the server is ahead of the clock of this device, in ms. A sandbox moves its clock. */
let ahead = 0;

/** Takes over the time of the server, an instant. */
export const setServerTime = (instant: string): void => {
  ahead = Date.parse(instant) - Date.now();
  tick();
};

/** Now by the clock of the server, epoch ms. */
export const nowMs = (): number => Date.now() + ahead;

const SECOND = 1_000;
const wholeSecond = (): number => Math.floor(nowMs() / SECOND) * SECOND;
const shown = makeStore(wholeSecond(), () => {
  const timer = setInterval(tick, SECOND);
  return () => clearInterval(timer);
});

function tick(): void {
  const now = wholeSecond();
  if (now !== shown.get()) shown.set(now);
}

/** Now by the clock of the server, epoch ms, again with each step of `everyMs`: a whole number of seconds. */
export const useNow = (everyMs = 60_000): number => shown.usePart((now) => Math.floor(now / everyMs) * everyMs);

/** Calls `work` after this many ms. Returns what ends it. */
export const later = (work: () => void, ms: number): (() => void) => {
  const pending = setTimeout(work, ms);
  return () => clearTimeout(pending);
};
