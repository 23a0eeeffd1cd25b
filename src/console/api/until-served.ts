import { later } from '../base/time/now.ts';

const ASK_AGAIN_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

/**
 * Waits until the server serves again.
 * @param firstMs before this it may still be the one before, in milliseconds.
 */
export const untilServed = async (firstMs: number): Promise<void> => {
  await pause(firstMs);
  for (;;) {
    const response = await fetch('/readyz').catch(() => undefined);
    if (response?.ok === true) return;
    await pause(ASK_AGAIN_MS);
  }
};
