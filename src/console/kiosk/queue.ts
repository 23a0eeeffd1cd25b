import { offlineQueue, type Sent } from '../api/offline-queue.ts';
import { nowMs } from '../base/time/now.ts';
import { type CheckInBody, callApi, type KioskCheckIn, KioskError } from './api.ts';

/** A check-in that waits for the connection. */
interface QueuedCheckIn {
  readonly key: string;
  readonly body: CheckInBody;
  /** Who was welcomed, where that is known; absent in check-ins of older versions. */
  readonly name?: string;
}

const queue = offlineQueue<QueuedCheckIn>('studiod.kiosk.kept');

/** How many check-ins wait for the connection. They survive a reload of the tablet. */
export const queuedCount = (): number => queue.all().filter(({ refused }) => refused === undefined).length;

/** The check-ins for which someone was welcomed, and that the server has not accepted since. */
export const useRefused = () => queue.use().filter(({ refused }) => refused !== undefined);

/** Clears a check-in that was refused. */
export const dropRefused = queue.drop;

const isTemporary = (error: unknown): boolean =>
  error instanceof KioskError && (error.status === 0 || error.status >= 500 || error.status === 429);

/** A kiosk that was revoked: the next one on this tablet sends what it has kept. */
const isRevoked = (error: unknown): boolean => error instanceof KioskError && error.status === 401;

/** Whether the first request has arrived, which had no time: its response is repeated for the same body. */
const isOfFirst = (error: unknown): boolean => error instanceof KioskError && error.code === 'idempotency_key_reused';

const post = (body: CheckInBody, key: string): Promise<KioskCheckIn> =>
  callApi<KioskCheckIn>('/check-in', { method: 'POST', body, key });

/**
 * Checks in, or keeps the check-in with its time and idempotency key where there is no connection.
 * @param name who is welcomed; empty for a card
 * @returns the response; undefined where it is kept.
 */
export const checkIn = async (body: CheckInBody, name: string): Promise<KioskCheckIn | undefined> => {
  const key = crypto.randomUUID();
  try {
    return await post(body, key);
  } catch (error) {
    if (!isTemporary(error)) throw error;
    queue.keep({ key, name, body: { ...body, checkedInAt: new Date(nowMs()).toISOString() } });
    return undefined;
  }
};

/** Whoever was welcomed without a connection and is not let in stays on the tablet: not every refusal is among the check-ins of the desk. */
const sendAgain = async ({ key, body }: QueuedCheckIn): Promise<Sent> => {
  const { checkedInAt: _, ...first } = body;
  try {
    const { result } = await post(body, key).catch((error: unknown) => {
      if (!isOfFirst(error)) throw error;
      return post(first, key);
    });
    return result === 'see_desk' ? { refused: result } : 'arrived';
  } catch (error) {
    if (!(error instanceof KioskError)) throw error;
    return isTemporary(error) || isRevoked(error) ? 'waits' : { refused: error.message };
  }
};

/** Sends the check-ins that wait. */
export const sendQueued = async (): Promise<void> => {
  await queue.send(sendAgain);
};
