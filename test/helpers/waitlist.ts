import type { SessionRow } from '../../src/resources/sessions/record.ts';
import { MAIN_SITE, type Studio } from './api.ts';
import { addBooking, addClient, addSession } from './bookings.ts';

/** A full session with a waitlist, and the ids of its bookings in waitlist order. */
export interface Waitlist {
  readonly sessionId: string;
  readonly seated: readonly string[];
  readonly waiting: readonly string[];
  /** The clients of those who wait. */
  readonly clients: readonly string[];
}

/** The data of the event that tells a new end of the offer of a client who waits; null when it is withdrawn. */
export const offerUpdate = (
  { sessionId, waiting, clients }: Waitlist,
  index: number,
  before: string,
  after: string | null,
): Record<string, unknown> => ({
  bookingId: waiting[index],
  clientId: clients[index],
  sessionId,
  siteId: MAIN_SITE,
  changes: { offerExpiresAt: after },
  previous: { offerExpiresAt: before },
});

/** Creates a waitlisted booking, and skips its events. Returns its id. */
export const joinWaitlist = async (
  studio: Studio,
  clientId: string,
  sessionId: string,
  fields: object = {},
): Promise<string> => {
  const response = await studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true, ...fields });
  if (response.body.status !== 'waitlisted') throw new Error(JSON.stringify(response.body));
  studio.events();
  return response.body.id;
};

/** Adds a session with `seats` seats, all booked, and `waiting` waitlisted clients. */
export const addWaitlist = async (
  studio: Studio,
  seats: number,
  waiting: number,
  given: Partial<SessionRow> & { readonly startsIn?: number } = {},
): Promise<Waitlist> => {
  const sessionId = await addSession(studio, { capacity: seats, ...given });
  const waitlist = { sessionId, seated: [] as string[], waiting: [] as string[], clients: [] as string[] };
  for (let count = 0; count < seats; count += 1) {
    waitlist.seated.push(await addBooking(studio, await addClient(studio), sessionId));
  }
  for (let count = 0; count < waiting; count += 1) {
    const clientId = await addClient(studio);
    waitlist.clients.push(clientId);
    waitlist.waiting.push(await joinWaitlist(studio, clientId, sessionId));
  }
  return waitlist;
};
