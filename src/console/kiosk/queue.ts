import { offlineQueue, type Sent } from '../api/offline-queue.ts';
import { nowMs } from '../base/time/now.ts';
import { type CheckInBody, callApi, type KioskCheckIn, KioskError } from './api.ts';

/** A check-in that waits for the connection. */
interface QueuedCheckIn {
  readonly key: string;
  readonly body: CheckInBody;
}

const queue = offlineQueue<QueuedCheckIn>('studiod.kiosk.kept');

/** How many check-ins wait for the connection. They survive a reload of the tablet. */
export const queuedCount = (): number => queue.all().length;

const isTemporary = (error: unknown): boolean =>
  error instanceof KioskError && (error.status === 0 || error.status >= 500 || error.status === 429);

/**
 * Checks in, or keeps the check-in with its time and idempotency key where there is no connection.
 * @returns the response; undefined where it is kept.
 */
export const checkIn = async (body: CheckInBody): Promise<KioskCheckIn | undefined> => {
  const key = crypto.randomUUID();
  try {
    return await callApi<KioskCheckIn>('/check-in', { method: 'POST', body, key });
  } catch (error) {
    if (!isTemporary(error)) throw error;
    queue.keep({ key, body: { ...body, checkedInAt: new Date(nowMs()).toISOString() } });
    return undefined;
  }
};

/** A refusal ends the waiting: the desk finds it among its check-ins. */
const sendAgain = async ({ key, body }: QueuedCheckIn): Promise<Sent> => {
  try {
    await callApi('/check-in', { method: 'POST', body, key });
  } catch (error) {
    if (isTemporary(error)) return 'waits';
  }
  return 'arrived';
};

/** Sends the check-ins that wait. */
export const sendQueued = async (): Promise<void> => {
  await queue.send(sendAgain);
};
