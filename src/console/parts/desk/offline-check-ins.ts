import { ApiError, client, send } from '../../api/client.ts';
import { offlineQueue, type Sent } from '../../api/offline-queue.ts';
import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../base/time/now.ts';

interface Pressed {
  readonly key: string;
  /** Who has come. */
  readonly name: string;
  /** When the desk has pressed, an instant. */
  readonly at: string;
  /** Who has pressed: no one else sends it. */
  readonly staffId: string;
}

/** The check-in of a booking that waits for the connection. */
export interface KeptCheckIn extends Pressed {
  readonly bookingId: string;
  readonly sessionId: string;
}

/** The check-in of a client at a site, to the booking that fits or without a booking, that waits for the connection. */
export interface KeptVisit extends Pressed {
  readonly clientId: string;
  readonly siteId: string;
}

const queue = offlineQueue<KeptCheckIn | KeptVisit>('studiod.desk.kept');

/** A check-in of the queue that the server has stored, and refused by its rules. */
const refusalOf = ({ status, message }: { readonly status: string; readonly message: string }): Sent =>
  status === 'invalid' ? { refused: message } : 'arrived';

/** Refusals that pass: no response, a server that restarts, too many requests, and a session that has ended. */
const isTemporary = ({ status }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 429 || status === 401;

/** Whether the first request has arrived, which had no time: its response is repeated for the same body. */
const isOfFirst = (error: unknown): boolean => error instanceof ApiError && error.code === 'idempotency_key_reused';

const timeOf = (checkedInAt: string | undefined) => (checkedInAt === undefined ? {} : { checkedInAt });

const post = (id: string, key: string, checkedInAt?: string) =>
  send(
    client.POST('/v2/bookings/{id}/checkin', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body: timeOf(checkedInAt),
    }),
  );

const postVisit = ({ clientId, siteId }: Pick<KeptVisit, 'clientId' | 'siteId'>, key: string, checkedInAt?: string) =>
  send(
    client.POST('/v2/checkins', {
      params: { header: { 'Idempotency-Key': key } },
      body: { clientId, locationId: siteId, source: 'staff', ...timeOf(checkedInAt) },
    }),
  );

const pressedNow = () => ({ key: crypto.randomUUID(), at: new Date(nowMs()).toISOString() });

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.isOffline;

/** Whether a colleague was faster. */
const isAlready = (error: unknown): boolean => error instanceof ApiError && error.code === 'already_checked_in';

/**
 * Checks someone in, or keeps the check-in with its time and idempotency key where there is no connection.
 * @returns whether it is kept, or someone else has checked them in already.
 */
export const checkInOrKeep = async (booking: Omit<KeptCheckIn, 'key' | 'at'>): Promise<'done' | 'kept' | 'already'> => {
  const pressed = pressedNow();
  try {
    await post(booking.bookingId, pressed.key);
    return 'done';
  } catch (error) {
    if (isAlready(error)) return 'already';
    if (!isOffline(error)) throw error;
    queue.keep({ ...booking, ...pressed });
    return 'kept';
  }
};

type Visited =
  | { readonly checkin: Schemas['Checkin']; readonly key?: never }
  | { readonly checkin?: never; readonly key: string };

/** The same for a client, whatever is booked. Returns the check-in, or the key under which it is kept. */
export const visitOrKeep = async (visit: Omit<KeptVisit, 'key' | 'at'>): Promise<Visited> => {
  const pressed = pressedNow();
  try {
    return { checkin: await postVisit(visit, pressed.key) };
  } catch (error) {
    if (!isOffline(error)) throw error;
    queue.keep({ ...visit, ...pressed });
    return { key: pressed.key };
  }
};

const again = async (item: KeptCheckIn | KeptVisit): Promise<Sent> => {
  const repeat = async (at?: string): Promise<Sent> => {
    if ('clientId' in item) return refusalOf(await postVisit(item, item.key, at));
    await post(item.bookingId, item.key, at);
    return 'arrived';
  };
  try {
    return await repeat(item.at).catch((error: unknown) => {
      if (!isOfFirst(error)) throw error;
      return repeat();
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isTemporary(error)) return 'waits';
    return isAlready(error) ? 'arrived' : { refused: error.message };
  }
};

/** Sends the check-ins of a person that wait. Returns how many have arrived. */
export const sendKeptCheckIns = (staffId: string): Promise<number> =>
  queue.send(again, (item) => item.staffId === staffId);

/** Takes the check-in of a booking back that was not sent yet. Returns whether there was one. */
export const dropKeptCheckIn = (bookingId: string): boolean => {
  const found = queue.all().filter((each) => 'bookingId' in each && each.bookingId === bookingId);
  for (const { key } of found) queue.drop(key);
  return found.length > 0;
};

/** Takes a check-in back that was not sent, or closes the check-in that was refused. */
export const dropKept = queue.drop;

/** The check-ins that wait, and those that the server has refused since. */
export const keptCheckIns = queue.all;

/** The same, whenever they change. */
export const useKeptCheckIns = () => queue.use();

/** Whether the check-in of a booking waits for the connection. */
export const useIsKept = (bookingId: string): boolean =>
  useKeptCheckIns().some((each) => 'bookingId' in each && each.bookingId === bookingId && each.refused === undefined);

/** Whether the check-in of a client at a site waits for the connection. */
export const useIsVisitKept = ({ clientId, siteId }: Pick<KeptVisit, 'clientId' | 'siteId'>): boolean =>
  useKeptCheckIns().some(
    (each) => 'clientId' in each && each.clientId === clientId && each.siteId === siteId && each.refused === undefined,
  );
