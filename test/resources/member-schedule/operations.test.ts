import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest, inHours, MAIN_SITE, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { openStudioForMembers, setBooking } from '../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const sessionAt = (startsIn: number, given: Partial<SessionRow> = {}) => addSessionInUtc(studio, startsIn, given);

const list = async (query = '', who = member) => {
  const { status, body } = await who.get(`/schedule${query}`);
  expect(status).toBe(200);
  return body;
};
const ids = async (query = '', who = member): Promise<string[]> =>
  (await list(query, who)).data.map(({ id }: { id: string }) => id);
const one = async (id: string, who = member) =>
  (await list('?limit=100', who)).data.find((session: { id: string }) => session.id === id);
const eligibility = async (id: string, who = member) => (await one(id, who)).eligibility;
const none = (reason: string) => ({ canBook: false, action: 'none', reason, packageId: null });

describe('GET schedule', () => {
  test('200 the sessions of the site for a week from now, the earliest first, in pages', async () => {
    const sessions: string[] = [];
    for (const startsIn of [0, HOUR_MS, 2 * HOUR_MS, 7 * DAY_MS]) sessions.push(await sessionAt(startsIn));
    await sessionAt(-1);
    await sessionAt(7 * DAY_MS + 1);
    expect(await ids()).toEqual(sessions);
    const first = await list('?limit=3');
    expect(first).toMatchObject({
      object: 'list',
      url: '/public-api/v2/member/schedule',
      hasMore: true,
      nextCursor: sessions[2],
      previousCursor: null,
    });
    expect(await ids(`?starting_after=${first.nextCursor}`)).toEqual(sessions.slice(3));
    expect(await ids(`?limit=2&ending_before=${sessions[3]}`)).toEqual(sessions.slice(1, 3));
  });

  test('200 from and to as local days of the site or as instants', async () => {
    // Monday in New York ends at 05:00Z on Tuesday.
    const [monday, tuesday] = [await sessionAt(21 * HOUR_MS - 1), await sessionAt(21 * HOUR_MS)];
    expect(await ids('?from=2026-03-02&to=2026-03-02')).toEqual([monday]);
    expect(await ids('?from=2026-03-03&to=2026-03-03')).toEqual([tuesday]);
    expect(await ids('?from=2026-03-03T05:00:00Z')).toEqual([tuesday]);
    expect(await ids('?to=2026-03-03T00:00:00-05:00')).toEqual([monday, tuesday]);
    expect(await ids('?to=2026-03-03T04:59:59.998Z')).toEqual([]);
  });

  test('400 for more than 31 days, to the millisecond, also over a clock change', async () => {
    const status = async (query: string) => (await member.get(`/schedule?${query}`)).status;
    expect(await status('from=2026-03-01&to=2026-03-31')).toBe(200);
    expect(await status('from=2026-03-01&to=2026-04-01')).toBe(400);
    expect(await status('from=2026-10-20&to=2026-11-19')).toBe(200);
    expect(await status('from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z')).toBe(200);
    expect(await status('from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00.001Z')).toBe(400);
    // 31 days on the clock of New York are an hour more in autumn.
    expect(await status('from=2026-10-20T00:00:30Z&to=2026-11-20T01:00:30Z')).toBe(200);
    expect(await status('from=2026-10-20T00:00:30Z&to=2026-11-20T01:00:30.001Z')).toBe(400);
    expect(await status('from=2026-03-03&to=2026-03-02')).toBe(400);
    // At the ends of the calendar, a local day and a period can have years of less or more than four digits.
    for (const edge of ['0000-01-01', '0000-01-01T00:00:00Z', '9999-12-31', '9999-12-31T23:59:59.999Z']) {
      expect(await status(`from=${edge}`)).toBe(200);
      expect(await ids(`?from=${edge}`)).toEqual([]);
    }
    for (const wrong of ['from=soon', 'to=2026-02-30', 'from=2026-03-02T25:00:00Z', 'siteId=x', 'expand[]=schedule']) {
      expect(await status(wrong)).toBe(400);
    }
    expect((await member.get('/schedule?to=2027-01-01')).body.error).toMatchObject({ param: 'to' });
  });

  test('200 by instructor and category; 400 an unknown instructor', async () => {
    const person = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com', bio: 'Breathes', phone: '1' };
    const instructorId = (await studio.post('/v2/instructors', person)).body.id;
    const ana = await sessionAt(HOUR_MS, { instructorId, category: 'Yoga' });
    const yoga = await sessionAt(2 * HOUR_MS, { category: 'Yoga' });
    await sessionAt(3 * HOUR_MS);
    expect(await ids(`?instructor_id=${instructorId}`)).toEqual([ana]);
    expect(await ids('?category=Yoga')).toEqual([ana, yoga]);
    expect(await ids(`?instructor_id=${UNKNOWN}`)).toEqual([]);
    const [{ instructor, location }] = (await list('?expand[]=instructor&expand[]=location')).data;
    expect(instructor).toEqual({
      id: instructorId,
      object: 'instructor',
      displayName: 'Ana Ruiz',
      photoUrl: null,
      bio: 'Breathes',
      pronouns: null,
      specialties: [],
    });
    expect(location).toMatchObject({ id: MAIN_SITE, object: 'site' });
  });

  test('200 for the site in the header; 400 a cursor of another site', async () => {
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const [here, there] = [await sessionAt(HOUR_MS), await sessionAt(HOUR_MS, { siteId: north })];
    const guest = await studio.signIn(member.id, north);
    expect([await ids(), await ids('', guest)]).toEqual([[here], [there]]);
    expect((await member.get(`/schedule?starting_after=${there}`)).body.error.code).toBe('cursor_invalid');
    const nowhere = await studio.signIn(member.id, UNKNOWN);
    expect((await nowhere.get('/schedule')).body.error.code).toBe('site_required');
  });

  test('200 a private session only with a booking in it', async () => {
    const id = await sessionAt(HOUR_MS, { isPrivate: 1 });
    expect(await ids()).toEqual([]);
    const booking = await addBooking(studio, member.id, id);
    expect(await one(id)).toMatchObject({ myBooking: { id: booking }, eligibility: none('already_booked') });
    expect(await ids('', await studio.signIn(await addClient(studio)))).toEqual([]);
    await studio.post(`/v2/bookings/${booking}/cancel`);
    expect(await ids()).toEqual([]);
  });
});

describe('myBooking', () => {
  test('is the booking that is not cancelled, with its waitlist position', async () => {
    const id = await sessionAt(DAY_MS, { capacity: 1 });
    const booking = await addBooking(studio, member.id, id);
    const none = { waitlistPosition: null, offerExpiresAt: null };
    expect((await one(id)).myBooking).toEqual({ id: booking, status: 'confirmed', ...none });
    await setBooking(studio, { memberRequiresCredit: false });
    await (await studio.signIn(await addClient(studio))).post('/bookings', { sessionId: id, joinWaitlist: true });
    const second = await studio.signIn(await addClient(studio));
    const { body } = await second.post('/bookings', { sessionId: id, joinWaitlist: true });
    expect((await one(id, second)).myBooking).toEqual({
      ...none,
      id: body.id,
      status: 'waitlisted',
      waitlistPosition: 2,
    });
    await studio.post(`/v2/bookings/${booking}/cancel`);
    expect((await one(id)).myBooking).toBeNull();
  });

  test('says until when a seat is held', async () => {
    await setBooking(studio, { memberRequiresCredit: false, waitlistPromotionMode: 'confirmation_window' });
    const id = await sessionAt(DAY_MS, { capacity: 1 });
    const seat = await addBooking(studio, await addClient(studio), id);
    await member.post('/bookings', { sessionId: id, joinWaitlist: true });
    await studio.post(`/v2/bookings/${seat}/cancel`);
    expect((await one(id)).myBooking).toMatchObject({ status: 'waitlisted', offerExpiresAt: inHours(2) });
    await studio.time.skipTo(TEST_START + 2 * HOUR_MS);
    expect((await one(id)).myBooking.offerExpiresAt).toBeNull();
  });
});

describe('waitlist', () => {
  test('says the next place and the rule of the line, also of an own booking that waits', async () => {
    await setBooking(studio, { memberRequiresCredit: false, promotionGraceMinutes: 60 });
    const id = await sessionAt(DAY_MS, { capacity: 1, waitlistCapacity: 2 });
    await addBooking(studio, await addClient(studio), id);
    const rule = { mode: 'automatic', holdMinutes: null, until: inHours(12), graceMinutes: 60 };
    expect((await one(id)).waitlist).toEqual({ isOpen: true, nextPosition: 1, ...rule });
    for (const who of [await studio.signIn(await addClient(studio)), member]) {
      await who.post('/bookings', { sessionId: id, joinWaitlist: true });
    }
    expect((await one(id)).waitlist).toEqual({ isOpen: false, nextPosition: 3, ...rule });
    const { data } = (await member.get('/bookings')).body;
    expect(data[0].waitlist).toMatchObject({ position: 2, ...rule });
  });

  test('holds a seat for some time, or leaves it to the desk until the start; null without a list', async () => {
    const id = await sessionAt(DAY_MS);
    const booking = { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 90 };
    await setBooking(studio, { ...booking, waitlistCutoffMinutes: 60 });
    expect((await one(id)).waitlist).toMatchObject({
      mode: 'confirmation_window',
      holdMinutes: 90,
      until: inHours(23),
    });
    await setBooking(studio, { waitlistPromotionMode: 'manual' });
    expect((await one(id)).waitlist).toMatchObject({ mode: 'manual', holdMinutes: null, until: inHours(24) });
    expect((await one(await sessionAt(26 * HOUR_MS, { waitlistEnabled: 0 }))).waitlist).toBeNull();
  });
});

describe('eligibility', () => {
  test('says book, with the package that booking uses', async () => {
    const { id: packageId } = await sellPackage(studio, member.id, { creditsTotal: 1 });
    const [id, other] = [await sessionAt(DAY_MS), await sessionAt(48 * HOUR_MS)];
    expect(await eligibility(id)).toEqual({ canBook: true, action: 'book', reason: null, packageId });
    expect((await member.post('/bookings', { sessionId: id })).body.packageId).toBe(packageId);
    expect(await eligibility(id)).toEqual(none('already_booked'));
    expect(await eligibility(other)).toEqual(none('no_eligible_package'));
    await setBooking(studio, { memberRequiresCredit: false });
    expect(await eligibility(other)).toEqual({ canBook: true, action: 'book', reason: null, packageId: null });
  });

  test('depends on the session: categories, weekly limits and the end of a package', async () => {
    const limited = { type: 'limited_membership', creditsTotal: null, usageLimit: { count: 1, period: 'week' } };
    await sellPackage(studio, member.id, { ...limited, eligibleCategories: ['Yoga'], validityDays: 10 });
    const yoga = { category: 'Yoga' };
    const [first, second] = [await sessionAt(DAY_MS, yoga), await sessionAt(48 * HOUR_MS, yoga)];
    const [nextWeek, after] = [await sessionAt(7 * DAY_MS, yoga), await sessionAt(11 * DAY_MS, yoga)];
    const other = await sessionAt(30 * HOUR_MS);
    await member.post('/bookings', { sessionId: first });
    const reasons = async () => {
      const { data } = await list('?limit=100&to=2026-03-20');
      const of = (id: string) => data.find((session: { id: string }) => session.id === id).eligibility.reason;
      return [first, second, nextWeek, after, other].map(of);
    };
    const no = 'no_eligible_package';
    expect(await reasons()).toEqual(['already_booked', no, null, no, no]);
  });

  test('says join_waitlist, until the waitlist is full', async () => {
    await setBooking(studio, { memberRequiresCredit: false });
    const id = await sessionAt(DAY_MS, { capacity: 1, waitlistCapacity: 1 });
    await addBooking(studio, await addClient(studio), id);
    expect(await eligibility(id)).toEqual({ canBook: false, action: 'join_waitlist', reason: 'full', packageId: null });
    await studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId: id, joinWaitlist: true });
    expect(await eligibility(id)).toEqual(none('waitlist_full'));
    const closed = await sessionAt(26 * HOUR_MS, { capacity: 1, waitlistEnabled: 0 });
    await addBooking(studio, await addClient(studio), closed);
    expect(await eligibility(closed)).toEqual(none('full'));
  });

  test('leaves a free seat to the waitlist', async () => {
    await setBooking(studio, { memberRequiresCredit: false, waitlistPromotionMode: 'manual' });
    const id = await sessionAt(DAY_MS, { capacity: 1 });
    const seat = await addBooking(studio, await addClient(studio), id);
    await studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId: id, joinWaitlist: true });
    await studio.post(`/v2/bookings/${seat}/cancel`);
    expect(await one(id)).toMatchObject({
      availableSpots: 1,
      eligibility: { canBook: false, action: 'join_waitlist' },
    });
  });

  test('changes to the second with the booking window', async () => {
    await setBooking(studio, { memberRequiresCredit: false, bookingWindowDays: 1, bookingCutoffMinutes: 60 });
    const id = await sessionAt(2 * DAY_MS);
    const reasonAt = async (at: number) => {
      await studio.time.moveTo(TEST_START + at);
      return (await eligibility(id)).reason;
    };
    expect(await reasonAt(DAY_MS - 1)).toBe('not_open_yet');
    expect(await reasonAt(DAY_MS)).toBeNull();
    expect(await reasonAt(2 * DAY_MS - HOUR_MS - 1)).toBeNull();
    expect(await reasonAt(2 * DAY_MS - HOUR_MS)).toBe('closed');
    expect(await reasonAt(2 * DAY_MS)).toBe('started');
  });

  test('says the same as booking', async () => {
    await setBooking(studio, { memberRequiresCredit: false, maxActiveBookingsPerClient: 2 });
    const [id, across] = [await sessionAt(DAY_MS), await sessionAt(24.5 * HOUR_MS)];
    const off = await sessionAt(30 * HOUR_MS, { cancelledAt: '2026-03-01T00:00:00.000Z' });
    await addBooking(studio, member.id, id);
    expect(await eligibility(across)).toEqual(none('overlapping_booking'));
    expect(await eligibility(off)).toEqual(none('cancelled'));
    await addBooking(studio, member.id, await sessionAt(40 * HOUR_MS));
    expect(await eligibility(across)).toEqual(none('booking_limit_reached'));
    await studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' });
    expect(await eligibility(across)).toEqual(none('client_suspended'));
  });
});

describe('virtualUrl', () => {
  const virtualUrl = 'https://video.example/flow';

  test('is shown with a booking, from 30 minutes before the start, to the second', async () => {
    const id = await sessionAt(2 * HOUR_MS, { isVirtual: 1, virtualUrl, capacity: 1 });
    const booking = await addBooking(studio, member.id, id);
    const guest = await studio.signIn(await addClient(studio));
    await setBooking(studio, { memberRequiresCredit: false });
    await guest.post('/bookings', { sessionId: id, joinWaitlist: true });
    await studio.time.moveTo(TEST_START + 90 * MINUTE_MS - 1);
    expect((await one(id)).virtualUrl).toBeNull();
    await studio.time.moveTo(TEST_START + 90 * MINUTE_MS);
    expect((await one(id)).virtualUrl).toBe(virtualUrl);
    expect((await one(id, guest)).virtualUrl).toBeNull();
    const expanded = await member.get(`/bookings/${booking}?expand[]=session`);
    expect(expanded.body.session.virtualUrl).toBe(virtualUrl);
    await studio.post(`/v2/bookings/${booking}/checkin`);
    expect((await one(id)).virtualUrl).toBe(virtualUrl);
    await studio.post(`/v2/bookings/${booking}/cancel`);
    expect((await one(id)).virtualUrl).toBeNull();
  });

  test('is shown neither in a cancelled session nor with a cancelled booking', async () => {
    const id = await sessionAt(20 * MINUTE_MS, { isVirtual: 1, virtualUrl });
    const booking = await addBooking(studio, member.id, id);
    await studio.post(`/manage/sessions/${id}/cancel`);
    expect((await one(id)).virtualUrl).toBeNull();
    expect((await member.get(`/bookings/${booking}?expand[]=session`)).body.session.virtualUrl).toBeNull();
  });
});
