import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { errorWithParam } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { isLeft, whileLeft } from '../../../helpers/unfinished.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
let clientId: string;
let id: string;
beforeEach(async () => {
  clientId = await addClient(studio);
  ({ id } = await sellPackage(studio, clientId));
});

const startsAt = '2026-03-03T08:00:00.000Z';
const endsAt = '2026-03-12T08:00:00.000Z';
const freeze = (body: object = {}) => studio.post(`/manage/packages/${id}/freeze`, { endsAt, ...body });
const book = async (startsIn: number, given: object = {}) =>
  addBooking(studio, clientId, await addSession(studio, { startsIn, ...given }));
const statusOf = async (bookingId: string) => (await bookingOf(studio, bookingId)).status;
const statusesOf = (ids: readonly string[]) => Promise.all(ids.map(statusOf));

describe('a freeze', () => {
  test('cancels what starts inside it free of charge, from its first instant to before its last', async () => {
    const [before, first, late, end] = [
      await book(DAY_MS - HOUR_MS),
      await book(DAY_MS),
      await book(10 * DAY_MS - HOUR_MS),
      await book(10 * DAY_MS),
    ];
    const { body } = await freeze({ startsAt });
    expect(body).toMatchObject({ object: 'package', creditsRemaining: 8, cancelledBookings: 2 });
    expect(await statusesOf([before, first, late, end])).toEqual(['confirmed', 'cancelled', 'cancelled', 'confirmed']);
    expect(await bookingOf(studio, first)).toMatchObject({
      cancelledBy: 'system',
      isLateCancel: false,
      creditOutcome: 'restored',
      penalty: null,
    });
    expect(studio.events()).toEqual([
      'package.frozen',
      'package.credits_changed',
      'booking.cancelled',
      'package.credits_changed',
      'booking.cancelled',
    ]);
  });

  test('takes no fee and no credit where the time to cancel is over', async () => {
    const bookingId = await book(HOUR_MS / 2);
    expect((await freeze()).body).toMatchObject({ creditsRemaining: 10, cancelledBookings: 1 });
    expect(await bookingOf(studio, bookingId)).toMatchObject({ creditOutcome: 'restored', penalty: null });
    expect(studio.events()).toEqual(['package.frozen', 'package.credits_changed', 'booking.cancelled']);
  });

  test('200 with dry_run=true says how many, and changes nothing', async () => {
    const bookingId = await book(HOUR_MS / 2);
    const preview = (body: object) =>
      tried(studio, () => studio.post(`/manage/packages/${id}/freeze?dry_run=true`, { endsAt, ...body }));
    expect(await preview({})).toMatchObject({
      object: 'package_freeze_preview',
      packageId: id,
      cancelledBookings: 1,
      daysUsed: expect.any(Number),
    });
    expect(await preview({ keepBookings: true })).toMatchObject({ cancelledBookings: 0 });
    expect(await statusOf(bookingId)).toBe('confirmed');
    const refused = await studio.post(`/manage/packages/${id}/freeze?dry_run=true`, { endsAt: '2026-01-01T00:00:00Z' });
    expect(errorWithParam(refused)).toEqual([400, 'parameter_invalid', 'endsAt']);
  });

  test('gives the seat to who waits', async () => {
    const sessionId = await addSession(studio, { capacity: 1 });
    await addBooking(studio, clientId, sessionId);
    await joinWaitlist(studio, await addClient(studio), sessionId);
    expect((await freeze()).body.cancelledBookings).toBe(1);
    expect(studio.events()).toEqual([
      'package.frozen',
      'package.credits_changed',
      'booking.cancelled',
      'booking.waitlist_promoted',
    ]);
  });

  test('keeps them where it is told to, those of other packages, and who is checked in', async () => {
    const kept = await book(HOUR_MS / 4);
    expect((await freeze({ keepBookings: true })).body).toMatchObject({ creditsRemaining: 9, cancelledBookings: 0 });
    expect(studio.events()).toEqual(['package.frozen']);
    await studio.given(studio.post(`/manage/packages/${id}/unfreeze`));
    const other = await sellPackage(studio, clientId);
    const sessionId = await addSession(studio, { startsIn: 2 * DAY_MS });
    const paidByOther = await studio.given(studio.post('/v2/bookings', { clientId, sessionId, packageId: other.id }));
    await studio.given(studio.post(`/v2/bookings/${kept}/checkin`));
    expect((await freeze()).body.cancelledBookings).toBe(0);
    expect(await statusOf(paidByOther.id)).toBe('confirmed');
    expect(studio.events()).toEqual(['package.frozen']);
  });

  test('another one, after the end of the first, leaves none of its bookings over while these are being cancelled', async () => {
    clientId = await addClient(studio);
    ({ id } = await sellPackage(studio, clientId, { type: 'unlimited', creditsTotal: null }));
    const inside: string[] = [];
    for (let hour = 2; hour < 122; hour += 1) inside.push(await book(hour * HOUR_MS));
    const inSecond = await book(20 * DAY_MS);
    const between = await book(10 * DAY_MS + HOUR_MS);
    const second = { startsAt: '2026-03-20T08:00:00.000Z', endsAt: '2026-03-25T08:00:00.000Z' };
    const [unfrozen, frozen] = await whileLeft(studio, 'package', () => freeze(), [
      () => studio.post(`/manage/packages/${id}/unfreeze`),
      () => freeze(second),
    ]);
    expect([unfrozen?.status, frozen?.status, frozen?.body.cancelledBookings]).toEqual([200, 200, 1]);
    await until(() => !isLeft(studio, 'package'));
    expect(new Set(await statusesOf([...inside, inSecond]))).toEqual(new Set(['cancelled']));
    expect(await statusOf(between)).toBe('confirmed');
    const events = studio.events();
    expect(events.filter((type) => type !== 'booking.cancelled')).toEqual([
      'package.frozen',
      'package.unfrozen',
      'package.frozen',
    ]);
    expect(events).toHaveLength(3 + inside.length + 1);
  });

  test('counts more than one transaction cancels', async () => {
    clientId = await addClient(studio);
    ({ id } = await sellPackage(studio, clientId, { type: 'unlimited', creditsTotal: null }));
    for (let hour = 2; hour < 62; hour += 1) await book(hour * HOUR_MS);
    expect((await freeze()).body.cancelledBookings).toBe(60);
    await until(() => !isLeft(studio, 'package'));
    expect(studio.count("bookings where status = 'cancelled'")).toBe(60);
    expect(studio.events()).toEqual(['package.frozen', ...Array.from({ length: 60 }, () => 'booking.cancelled')]);
  });
});
