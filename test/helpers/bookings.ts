import { isoInstant } from '../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { Session, type SessionRow } from '../../src/resources/sessions/record.ts';
import { MAIN_SITE, type Studio, TEST_START } from './api.ts';

/** Adds a one-off session, by default a day ahead with ten seats. Raises no events. Returns its id. */
export const addSession = async (
  studio: Studio,
  given: Partial<SessionRow> & { readonly startsIn?: number } = {},
): Promise<string> => {
  const { startsIn = DAY_MS, ...columns } = given;
  const startTime = isoInstant(TEST_START + startsIn);
  return studio.store.write((tx) => {
    const row = {
      ...Session.initial(tx),
      name: 'Flow',
      siteId: MAIN_SITE,
      occurrenceKey: startTime.slice(0, 16),
      startTime,
      endTime: isoInstant(TEST_START + startsIn + HOUR_MS),
      durationMinutes: 60,
      timezone: 'America/New_York',
      localDate: startTime.slice(0, 10),
      localStartTime: startTime.slice(11, 16),
      capacity: 10,
      ...columns,
    };
    Session.rows.insert(tx, row);
    return row.id;
  });
};

/** A one-off session with its local time in UTC. Returns its id. */
export const addSessionInUtc = (studio: Studio, startsIn: number, given: Partial<SessionRow> = {}): Promise<string> => {
  const start = isoInstant(TEST_START + startsIn);
  const local = { timezone: 'UTC', localDate: start.slice(0, 10), localStartTime: start.slice(11, 16) };
  return addSession(studio, { startsIn, ...local, ...given });
};

/** What every booking has that was made just now, for a session a day ahead. */
export const NEW_BOOKING = {
  object: 'booking',
  siteId: MAIN_SITE,
  locationId: MAIN_SITE,
  status: 'confirmed',
  waitlist: null,
  bookedAt: '2026-03-02T08:00:00.000Z',
  hostBookingId: null,
  addedAfterwards: false,
  confirmedAt: '2026-03-02T08:00:00.000Z',
  cancelledAt: null,
  checkedInAt: null,
  noShowAt: null,
  cancelledBy: null,
  cancelReason: null,
  isLateCancel: false,
  penalty: null,
  cancellableUntil: '2026-03-03T08:00:00.000Z',
  freeCancelUntil: '2026-03-02T20:00:00.000Z',
  createdAt: '2026-03-02T08:00:00.000Z',
  updatedAt: '2026-03-02T08:00:00.000Z',
};

let people = 0;

/** Creates a client with a numbered name, and skips its events. Returns its id. */
export const addClient = async (studio: Studio, given: Record<string, unknown> = {}): Promise<string> => {
  people += 1;
  const body = {
    firstName: 'Client',
    lastName: `No${people}`,
    email: `client${people}@example.com`,
    ...given,
  };
  return (await studio.given(studio.post('/v2/clients', body))).id;
};

/** Creates a booking, and skips its events. Returns its id. */
export const addBooking = async (studio: Studio, clientId: string, sessionId: string): Promise<string> =>
  (await studio.given(studio.post('/v2/bookings', { clientId, sessionId }))).id;

/** Retrieves a booking with the Business API. */
export const bookingOf = async (studio: Studio, id: string | undefined) =>
  (await studio.get(`/v2/bookings/${id}`)).body;
