import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { SITES } from '../../../src/resources/demo-ids.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import type { Box, BoxMember, Provocations } from './box.ts';

const BOOKINGS = '/public-api/v2/member/bookings';

/** Books as the desk does. */
const tryToBook = async (box: Box, sessionId: string, more: object = {}): Promise<ApiResponse> =>
  box.call('POST', '/v2/bookings', { clientId: await box.client(), sessionId, ...more });
/** A session with one seat, which is taken. */
const full = async (box: Box, fields: object = {}): Promise<string> => {
  const id = await box.session(DAY_MS, { capacity: 1, ...fields });
  await box.book(await box.client(), id);
  return id;
};
/** A member at a new site where booking needs no credit, who may book there. */
const memberAt = async (box: Box, booking: object = {}): Promise<{ siteId: string; who: BoxMember }> => {
  const siteId = await box.site({ booking: { memberRequiresCredit: false, ...booking } });
  return { siteId, who: await box.member({}, siteId) };
};
const bookAs = (who: BoxMember, body: object): Promise<ApiResponse> => who.call('POST', BOOKINGS, body);
/** A booking by the desk, with the path of its verbs. */
const booked = async (box: Box, startsIn = DAY_MS): Promise<string> =>
  `/v2/bookings/${await box.book(await box.client(), await box.session(startsIn))}`;

/** Brings a guest with a package of the member, at a site where a booking may have some guests. */
const guestsOf = async (box: Box, guestsPerBooking: number): Promise<() => Promise<ApiResponse>> => {
  const { siteId, who } = await memberAt(box, { guestsPerBooking, freeFirstVisit: true });
  const booking = await bookAs(who, { sessionId: await box.session(DAY_MS, { siteId }) });
  const body = { firstName: 'Jo', payment: 'free_first_visit' };
  return () => who.call('POST', `${BOOKINGS}/${booking.body.id}/guests`, body);
};
const bringTo = async (box: Box, most: number): Promise<ApiResponse> => (await guestsOf(box, most))();

/** Errors of seats, bookings, check-ins, sessions and schedules. */
export const bookingCodes: Provocations = {
  session_full: async (box) => tryToBook(box, await full(box)),
  waitlist_full: async (box) => {
    const id = await full(box, { waitlistEnabled: true, waitlistCapacity: 1 });
    await box.book(await box.client(), id, { joinWaitlist: true });
    return tryToBook(box, id, { joinWaitlist: true });
  },
  waitlist_closed: async (box) => tryToBook(box, await full(box, { waitlistEnabled: false }), { joinWaitlist: true }),
  already_booked: async (box) => {
    const [clientId, sessionId] = [await box.client(), await box.session()];
    await box.book(clientId, sessionId);
    return box.call('POST', '/v2/bookings', { clientId, sessionId });
  },
  booking_overlap: async (box) => {
    const { siteId, who } = await memberAt(box);
    await box.book(who.id, await box.session(DAY_MS, { siteId }));
    return bookAs(who, { sessionId: await box.session(DAY_MS + HOUR_MS / 2, { siteId }) });
  },
  booking_limit_reached: async (box) => {
    const { siteId, who } = await memberAt(box, { maxActiveBookingsPerClient: 1 });
    await box.book(who.id, await box.session(DAY_MS, { siteId }));
    return bookAs(who, { sessionId: await box.session(2 * DAY_MS, { siteId }) });
  },
  outside_booking_window: async (box) => {
    const { siteId, who } = await memberAt(box, { bookingWindowDays: 7 });
    return bookAs(who, { sessionId: await box.session(20 * DAY_MS, { siteId }) });
  },
  guests_not_allowed: async (box) => bringTo(box, 0),
  guest_limit_reached: async (box) => {
    const bring = await guestsOf(box, 1);
    await bring();
    return bring();
  },
  late_cancel_not_allowed: async (box) => {
    const { siteId, who } = await memberAt(box, { allowMemberLateCancel: false });
    const id = await box.book(who.id, await box.session(HOUR_MS, { siteId }));
    return who.call('POST', `${BOOKINGS}/${id}/cancel`);
  },
  no_eligible_package: async (box) => tryToBook(box, await box.session(), { requireCredit: true }),
  package_not_eligible: async (box) => {
    const clientId = await box.client();
    const { id: packageId } = await box.sell(clientId, { eligibleCategories: ['Yoga'] });
    return box.call('POST', '/v2/bookings', { clientId, sessionId: await box.session(), packageId });
  },
  client_suspended: async (box) => {
    const clientId = await box.client({ status: 'suspended' });
    return box.call('POST', '/v2/bookings', { clientId, sessionId: await box.session() });
  },
  client_archived: async (box) => {
    const clientId = await box.client();
    await box.given('DELETE', `/v2/clients/${clientId}`);
    return box.call('POST', '/v2/bookings', { clientId, sessionId: await box.session() });
  },
  client_erased: async (box) => {
    const clientId = await box.client();
    await box.given('POST', `/manage/clients/${clientId}/erase`);
    return box.call('POST', '/v2/bookings', { clientId, sessionId: await box.session(), notes: 'Called' });
  },
  session_started: async (box) => {
    const id = await box.session(MINUTE_MS);
    await box.pass('PT2M');
    return tryToBook(box, id);
  },
  session_cancelled: async (box) => {
    const id = await box.session();
    await box.made(`/manage/sessions/${id}/cancel`, {});
    return tryToBook(box, id);
  },
  already_cancelled: async (box) => {
    const path = await booked(box);
    await box.given('POST', `${path}/cancel`);
    return box.call('POST', `${path}/cancel`);
  },
  already_checked_in: async (box) => {
    const path = await booked(box, MINUTE_MS);
    await box.given('POST', `${path}/checkin`);
    return box.call('POST', `${path}/checkin`);
  },
  booking_cancelled: async (box) => {
    const path = await booked(box);
    await box.given('POST', `${path}/cancel`);
    return box.call('POST', `${path}/checkin`);
  },
  already_processed: async (box) => {
    const path = await booked(box);
    await box.given('POST', `${path}/cancel`);
    return box.call('POST', `${path}/noshow`);
  },
  undo_too_late: async (box) => {
    const path = await booked(box, MINUTE_MS);
    await box.given('POST', `${path}/checkin`);
    await box.pass('PT16M');
    return box.call('POST', `${path.replace('/v2/', '/manage/')}/undo`);
  },
  penalty_already_settled: async (box) => {
    const siteId = await box.site({ payment: { noShowFee: 1500, feesApplyTo: 'all', autoChargeFees: false } });
    const clientId = await box.client();
    const id = await box.book(clientId, await box.session(MINUTE_MS, { siteId }));
    await box.given('POST', `/v2/bookings/${id}/noshow`);
    await box.made(`/manage/bookings/${id}/waive-penalty`, {});
    const fee = { clientId, amount: 1500, currency: 'USD', purpose: 'no_show_fee', bookingId: id, siteId };
    return box.call('POST', '/manage/payments', { ...fee, paymentMethod: 'cash' });
  },
  checkin_not_refused: async (box) => {
    const { id } = await box.made('/v2/checkins', { clientId: await box.client(), siteId: SITES.downtown });
    return box.call('POST', `/manage/checkins/${id}/override`, { reason: 'Pays tomorrow' });
  },
  outside_check_in_window: async (box) => {
    const who = await box.member();
    const bookingId = await box.book(who.id, await box.session());
    return who.call('POST', '/public-api/v2/member/check-in', { bookingId });
  },
  instructor_conflict: async (box) => {
    const { id: instructorId } = await box.made('/v2/instructors', {
      firstName: 'Ina',
      lastName: 'Ray',
      email: 'ina@codes.example',
    });
    await box.session(DAY_MS, { instructorId });
    return box.call('POST', '/manage/sessions', {
      name: 'Talk',
      siteId: SITES.downtown,
      startTime: await box.at(DAY_MS),
      durationMinutes: 30,
      instructorId,
    });
  },
  room_conflict: async (box) => {
    await box.session(DAY_MS, { roomName: 'The one room' });
    return box.call('POST', '/manage/sessions', {
      name: 'Talk',
      siteId: SITES.downtown,
      startTime: await box.at(DAY_MS),
      durationMinutes: 30,
      roomName: 'The one room',
    });
  },
  reminder_not_possible: async (box) => {
    const who = await box.member();
    return who.call('POST', '/public-api/v2/member/reminders', { sessionId: await box.session() });
  },
  month_not_over: async (box) =>
    box.call('POST', '/manage/pay-months', { month: (await box.at(0)).slice(0, 7), siteId: SITES.downtown }),
  month_closed: async (box) => {
    const month = { month: (await box.at(-40 * DAY_MS)).slice(0, 7), siteId: await box.site() };
    await box.made('/manage/pay-months', month);
    return box.call('POST', '/manage/pay-months', month);
  },
};
