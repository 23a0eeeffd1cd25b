import { MINUTE_MS } from '../../../kernel/durations.ts';

const KEPT_MS = 30 * MINUTE_MS;
/** Far more than windows that are open at the same time. */
const MOST = 1_000;

const STATE = /^[0-9a-f]{32}$/;

/** A text that a frame has made for a window that it opens; undefined for anything else. */
export const stateIn = (text: string | null | undefined): string | undefined =>
  text !== null && text !== undefined && STATE.test(text) ? text : undefined;

/**
 * Which windows, opened from frames, have done what they were opened for. Only that is kept, for a while, in memory: a frame
 * that does not learn it shows places that are 30 seconds old, as always.
 */
export const createEmbedStates = () => {
  const done = new Map<string, number>();
  return {
    finish(state: string, now: number): void {
      for (const [each, at] of done) if (done.size >= MOST || at < now - KEPT_MS) done.delete(each);
      done.set(state, now);
    },
    /** Whether a window is done. It is reported once. */
    take(state: string, now: number): boolean {
      const at = done.get(state);
      return done.delete(state) && at !== undefined && at >= now - KEPT_MS;
    },
  };
};

export type EmbedStates = ReturnType<typeof createEmbedStates>;
