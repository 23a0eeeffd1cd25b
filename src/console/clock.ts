import { useSyncExternalStore } from 'react';

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
const listeners = new Set<() => void>();
let shown = Math.floor(nowMs() / SECOND) * SECOND;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const now = Math.floor(nowMs() / SECOND) * SECOND;
  if (now === shown) return;
  shown = now;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(tick, SECOND);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
};

/** Now by the clock of the server, epoch ms, anew with each step of `everyMs`: a whole number of seconds. */
export const useNow = (everyMs = 60_000): number =>
  useSyncExternalStore(subscribe, () => Math.floor(shown / everyMs) * everyMs);

/** Calls `work` after so many ms. Returns what ends it. */
export const later = (work: () => void, ms: number): (() => void) => {
  const pending = setTimeout(work, ms);
  return () => clearTimeout(pending);
};
