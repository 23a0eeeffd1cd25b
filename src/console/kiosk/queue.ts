import { offlineQueue, type Sent } from '../api/offline-queue.ts';
import { nowMs } from '../base/time/now.ts';
import { ask, type CheckInBody, type KioskCheckIn, KioskError } from './api.ts';

/** A check-in that waits for the connection. */
interface Kept {
  readonly key: string;
  readonly body: CheckInBody;
}

const kept = offlineQueue<Kept>('studiod.kiosk.kept');

/** How many check-ins wait for the connection. They survive a reload of the tablet. */
export const keptCount = (): number => kept.all().length;

const isTemporary = (error: unknown): boolean =>
  error instanceof KioskError && (error.status === 0 || error.status >= 500 || error.status === 429);

/**
 * Checks in, or keeps the check-in with its time and idempotency key where there is no connection.
 * @returns the response; undefined where it is kept.
 */
export const checkIn = async (body: CheckInBody): Promise<KioskCheckIn | undefined> => {
  const key = crypto.randomUUID();
  try {
    return await ask<KioskCheckIn>('/check-in', { method: 'POST', body, key });
  } catch (error) {
    if (!isTemporary(error)) throw error;
    kept.keep({ key, body: { ...body, checkedInAt: new Date(nowMs()).toISOString() } });
    return undefined;
  }
};

/** A refusal ends the waiting: the desk finds it among its check-ins. */
const again = async ({ key, body }: Kept): Promise<Sent> => {
  try {
    await ask('/check-in', { method: 'POST', body, key });
  } catch (error) {
    if (isTemporary(error)) return 'waits';
  }
  return 'arrived';
};

/** Sends the check-ins that wait. */
export const sendKept = async (): Promise<void> => {
  await kept.send(again);
};
