import type { Store } from '../../src/database/store.ts';
import { blockThread } from '../../src/kernel/clock.ts';

/** Queues two writes that take long, and waits for the first: the second is late then, and reads wait for it. */
export const makeWritesLate = async (store: Store): Promise<void> => {
  const slow = (): void => blockThread(120);
  const [first] = [store.write(slow), store.write(slow)];
  await first;
};
