import { blockThread, nextTurn } from '../../src/kernel/clock.ts';

/**
 * The processor time that this thread has used, in milliseconds. Unlike the time that passes, it does not grow while
 * other programs use the processor, or while other threads collect garbage.
 */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** What was seen of the event loop: processor times in ms. */
interface Watched {
  readonly turns: number;
  /** The longest time in which no turn of the event loop began. */
  readonly longest: number;
  readonly total: number;
}

/** Watches the turns of the event loop from now on. Returns the function that ends it. */
export const watchTurns = (): (() => Watched) => {
  const start = processorMs();
  let [turns, longest, last, isWatching] = [0, 0, start, true];
  const turn = (): void => {
    const now = processorMs();
    [turns, longest, last] = [turns + 1, Math.max(longest, now - last), now];
    if (isWatching) nextTurn(turn);
  };
  nextTurn(turn);
  return () => {
    isWatching = false;
    turn();
    return { turns, longest, total: processorMs() - start };
  };
};

/** Counts the turns of the event loop until `stop`, with work of `ms` in each of them. */
export const countTurns = (ms: number) => {
  let isOver = false;
  const counted = {
    turns: 0,
    stop: (): void => {
      isOver = true;
    },
  };
  const next = (): void => {
    if (isOver) return;
    counted.turns += 1;
    blockThread(ms);
    nextTurn(next);
  };
  nextTurn(next);
  return counted;
};
