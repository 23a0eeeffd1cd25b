import { setRealTimeout } from '../../kernel/clock.ts';
import { type Asked, Refused } from './ask.ts';
import type { MemberVisit } from './visit.ts';

/** How often, and after how many ms, a second press of a button asks for the result of the first. */
const WAITS = { times: 40, ms: 250 } as const;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setRealTimeout(ms, resolve);
  });

/** Sends a request again while the same request is being answered, such as for a second press of its button. */
export const askOnce = async <Received>(
  visit: Pick<MemberVisit, 'ask'>,
  path: string,
  asked: Asked,
): Promise<Received> => {
  for (let left: number = WAITS.times; ; left--) {
    try {
      return await visit.ask<Received>('POST', path, asked);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'idempotency_key_in_use' || left === 0) throw error;
      await pause(WAITS.ms);
    }
  }
};
