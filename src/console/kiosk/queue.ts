import { offlineQueue, type Sent } from '../api/offline-queue.ts';
import { nowMs } from '../base/time/now.ts';
import {
  type CheckInBody,
  callApi,
  type KioskCheckIn,
  KioskError,
  type KioskScreen,
  type KioskSite,
  keepKioskSite,
  kioskSite,
} from './api.ts';

/** A check-in that waits for the connection. */
interface QueuedCheckIn {
  readonly key: string;
  readonly body: CheckInBody;
  /** Who was welcomed, where that is known; absent in check-ins of older versions. */
  readonly name?: string;
  /** Where; absent in check-ins of older versions. */
  readonly site?: KioskSite;
}

/** Reads the screen of this kiosk, and keeps of which site it is. @throws KioskError */
export const readScreen = async (): Promise<KioskScreen> => {
  const screen = await callApi<KioskScreen>('');
  keepKioskSite(screen);
  return screen;
};

const queue = offlineQueue<QueuedCheckIn>('studiod.kiosk.kept');

/** Whether a check-in was kept at the site where the tablet is a kiosk now, as far as both are known. */
const isOfThisSite = ({ site }: QueuedCheckIn): boolean => {
  const here = kioskSite();
  return site === undefined || here === undefined || site.siteId === here.siteId;
};

type Entry = ReturnType<typeof queue.all>[number];

const waits = (entry: Entry): boolean => entry.refused === undefined && isOfThisSite(entry);

/** How many check-ins wait for the connection. They survive a reload of the tablet. */
export const queuedCount = (): number => queue.all().filter(waits).length;

/** The check-ins for which someone was welcomed, and that this kiosk does not send: refused, or of another site. */
export const unsent = () =>
  queue
    .all()
    .filter((entry) => !waits(entry))
    .map((entry) => ({ ...entry, elsewhere: isOfThisSite(entry) ? undefined : entry.site?.siteName }));

/** Draws what shows the check-ins again whenever they change. */
export const useQueued = queue.use;

/** Clears a check-in that is not sent. */
export const dropUnsent = queue.drop;

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
    const site = kioskSite();
    const kept = { ...body, checkedInAt: new Date(nowMs()).toISOString() };
    queue.keep({ key, name, body: kept, ...(site === undefined ? {} : { site }) });
    return undefined;
  }
};

/**
 * Checks in by a code that may be a name as well. It is not kept where there is no connection.
 * @returns the response; undefined where it is no code that checks someone in.
 * @throws KioskError where no one knows.
 */
export const checkInByCode = async (code: string): Promise<KioskCheckIn | undefined> => {
  try {
    const response = await post({ code }, crypto.randomUUID());
    return response.result === 'see_desk' ? undefined : response;
  } catch (error) {
    if (error instanceof KioskError && error.status === 409) return undefined;
    throw error;
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

/** Sends the check-ins that wait, those of another site only once the tablet is a kiosk there again. */
export const sendQueued = async (): Promise<void> => {
  if (kioskSite() !== undefined) await queue.send(sendAgain, isOfThisSite);
};
