import { nextTurn } from '../../src/kernel/clock.ts';

/** The processor time of this thread so far, ms. Unlike the clock it does not go on while the machine does other work. */
const threadTime = (): number => {
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
  const start = threadTime();
  let [turns, longest, last, isWatching] = [0, 0, start, true];
  const turn = (): void => {
    const now = threadTime();
    [turns, longest, last] = [turns + 1, Math.max(longest, now - last), now];
    if (isWatching) nextTurn(turn);
  };
  nextTurn(turn);
  return () => {
    isWatching = false;
    return { turns, longest, total: threadTime() - start };
  };
};
