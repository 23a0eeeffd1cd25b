import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { type Member, openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';

const studio = forEachTest(openStudioForMembers);
let member: Member;
let from: string;
let to: string;
beforeEach(async () => {
  member = await studio.signIn(await addClient(studio));
  from = await addSession(studio, { startsIn: 2 * DAY_MS, capacity: 2 });
  to = await addSession(studio, { startsIn: 3 * DAY_MS, capacity: 2 });
  await sellPackage(studio, member.id, { creditsTotal: 1 });
});

const booked = async (): Promise<string> => (await studio.given(member.post('/bookings', { sessionId: from }))).id;
const move = (id: string, sessionId = to, query = '') => member.post(`/bookings/${id}/move${query}`, { sessionId });

describe('POST /public-api/v2/member/bookings/{id}/move', () => {
  test('200 with the last credit, and what it would do before', async () => {
    const id = await booked();
    const preview = await tried(studio, () => move(id, to, '?dry_run=true'));
    expect(preview).toMatchObject({ object: 'member_move_preview', bookingId: id, sessionId: to, keepsCredit: true });
    expect(preview.notified).toBeUndefined();
    const { status, body } = await move(id);
    expect([status, body.id, body.sessionId, body.status, body.creditsUsed]).toEqual([200, id, to, 'confirmed', 1]);
    expect(studio.events()).toEqual(['booking.updated']);
  });

  test('200 to a class at the same time, which overlaps with the one that is left alone', async () => {
    const id = await booked();
    const beside = await addSession(studio, { startsIn: 2 * DAY_MS + 30 * MINUTE_MS });
    expect((await move(id, beside)).status).toBe(200);
    studio.events();
    const third = await addSession(studio, { startsIn: 5 * DAY_MS });
    await addBooking(studio, member.id, await addSession(studio, { startsIn: 5 * DAY_MS }));
    expect(errorOf(await move(id, third))).toEqual([409, 'booking_overlap']);
    expect(studio.events()).toEqual([]);
  });

  test('200 at the limit of bookings, of which it is one', async () => {
    await setBooking(studio, { maxActiveBookingsPerClient: 1 });
    expect((await move(await booked())).status).toBe(200);
  });

  test('409 once it is late, also where members may cancel late', async () => {
    const id = await booked();
    await studio.given(studio.time.skipTo(TEST_START + 47 * HOUR_MS));
    expect(errorOf(await move(id))).toEqual([409, 'late_cancel_not_allowed']);
  });

  test('409 outside the windows of booking, and 400 for a private class', async () => {
    const id = await booked();
    const far = await addSession(studio, { startsIn: 60 * DAY_MS });
    expect(errorWithDetail(await move(id, far))).toEqual([409, 'outside_booking_window', 'not_open_yet']);
    const hidden = await addSession(studio, { startsIn: 3 * DAY_MS, isPrivate: 1 });
    expect(errorOf(await move(id, hidden))).toEqual([400, 'resource_missing']);
  });

  test('409 a paid visit moves to no dearer class, and to none that is not sold singly in its currency', async () => {
    const price = (amount: number, currency = 'USD') => ({ dropInPrice: JSON.stringify({ amount, currency }) });
    const other = await addClient(studio);
    const cheap = await addSession(studio, { startsIn: 2 * DAY_MS, ...price(1500) });
    const dear = await addSession(studio, { startsIn: 3 * DAY_MS, ...price(2500) });
    const same = await addSession(studio, { startsIn: 4 * DAY_MS, ...price(1500) });
    const id = await addBooking(studio, other, cheap);
    const paid = { clientId: other, amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'drop_in' };
    await studio.given(studio.post('/manage/payments', { ...paid, bookingId: id }));
    const { post } = await studio.signIn(other);
    const moveTo = (sessionId: string) => post(`/bookings/${id}/move`, { sessionId });
    const yen = await addSession(studio, { startsIn: 5 * DAY_MS, ...price(1000, 'JPY') });
    studio.events();
    for (const sessionId of [dear, to, yen]) {
      expect(errorOf(await moveTo(sessionId))).toEqual([409, 'package_not_eligible']);
    }
    expect(studio.events()).toEqual([]);
    expect((await moveTo(same)).body.bookingSource).toBe('drop_in');
  });

  test("404 another member's booking", async () => {
    const id = await booked();
    const other = await studio.signIn(await addClient(studio));
    expect((await other.post(`/bookings/${id}/move`, { sessionId: to })).status).toBe(404);
    expect((await bookingOf(studio, id)).sessionId).toBe(from);
  });
});
