import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest, inHours, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { addWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
let clientId: string;
let id: string;
beforeEach(async () => {
  await studio.patch('/v2/settings', { payment: { noShowFee: 2500 } });
  clientId = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
});

const noShow = (query = '', body: object = {}, headers = {}) =>
  studio.post(`/v2/bookings/${id}/noshow${query}`, body, headers);
const preview = (body: object = {}, headers = {}) => tried(studio, () => noShow('?dry_run=true', body, headers));
const bookOn = async (plan: object, session = {}) => {
  const { id: packageId } = await sellPackage(studio, clientId, plan);
  id = await addBooking(studio, clientId, await addSession(studio, session));
  return packageId;
};

describe('POST /v2/bookings/{id}/noshow?dry_run=true', () => {
  test('200 the credit is forfeited, and there is no fee for it', async () => {
    const packageId = await bookOn({});
    expect(await preview()).toEqual({
      object: 'booking_noshow_preview',
      bookingId: id,
      credit: { outcome: 'forfeited', credits: 0, packageId, creditsRemaining: 9 },
      fee: null,
      seat: { goesTo: null, offerExpiresAt: null, reason: 'not_freed' },
      notified: [{ clientId, name: 'Mei Chen', events: ['booking.noshow'] }],
      notifiedCount: 1,
    });
    studio.events();
    expect((await noShow()).body).toMatchObject({ creditOutcome: 'forfeited', penalty: null });
    expect(studio.events()).toEqual(['booking.noshow']);
  });

  test('200 an unlimited package costs the fee, unless it is waived', async () => {
    await bookOn({ type: 'unlimited', creditsTotal: null });
    expect((await preview()).fee).toMatchObject({ type: 'no_show', amount: 2500, status: 'pending', chargedAt: null });
    const waived = await preview({ waivePenalty: true });
    expect([waived.fee.status, waived.notified[0].events]).toEqual([
      'waived',
      ['booking.noshow', 'booking.penalty_waived'],
    ]);
    expect((await noShow()).body.penalty).toMatchObject({ type: 'no_show', amount: 2500, status: 'pending' });
  });

  test('200 the seat that an offer held goes to the next', async () => {
    const { seated, waiting, clients } = await addWaitlist(studio, 1, 2);
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
    await studio.given(studio.post(`/v2/bookings/${seated[0]}/cancel`));
    id = waiting[0] ?? '';
    expect((await preview()).seat).toMatchObject({
      goesTo: { clientId: clients[1] },
      offerExpiresAt: inHours(2),
      reason: 'offered',
    });
  });

  test('200 instructors learn it of their own sessions, without the balance', async () => {
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    await bookOn({}, { instructorId: instructor.id });
    const { credit, notified } = await preview({}, instructor.headers);
    expect([credit.outcome, credit.creditsRemaining, notified[0].name]).toEqual(['forfeited', null, 'Mei Chen']);
    await bookOn({});
    expect((await noShow('?dry_run=true', {}, instructor.headers)).status).toBe(403);
  });

  test('409 as the no-show itself', async () => {
    await bookOn({});
    await studio.given(studio.time.skipTo(TEST_START + 25 * HOUR_MS));
    expect((await preview()).credit.outcome).toBe('forfeited');
    await studio.given(noShow());
    const { status, body } = await noShow('?dry_run=true');
    expect([status, body.error.code]).toEqual([409, 'already_processed']);
  });
});
