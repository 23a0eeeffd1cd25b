import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, inHours, openStudio, TEST_START } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { addChild, addHousehold } from '../../helpers/households.ts';
import { createClient, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from './set-up.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio, { externalId: 'ann' });
});

const bookingOf = async (externalId: string) =>
  (await studio.get(`/v2/bookings?external_id=${externalId}&expand[]=data.session`)).body.data[0];
const client = async (id = clientId) => (await studio.get(`/v2/clients/${id}`)).body;

describe('bookings', () => {
  test('200 past bookings create their sessions once and count for their clients', async () => {
    const file = [
      'externalId,clientExternalId,session.name,session.startTime,session.durationMinutes,status,checkedInAt,bookedAt',
      `b1,ann,Flow,${inHours(-48)},45,attended,,${inHours(-60)}`,
      `b2,ann,Flow,${inHours(-24)},45,noshow,,${inHours(-60)}`,
      `b3,ann,flow,${inHours(-24)},45,cancelled,,${inHours(-70)}`,
    ].join('\n');
    await imported(studio, 'bookings', file);
    const first = await bookingOf('b1');
    expect(first).toMatchObject({
      clientId,
      status: 'attended',
      channel: 'import',
      bookingSource: 'unpaid',
      bookedAt: inHours(-60),
      checkedInAt: inHours(-48),
      session: { name: 'Flow', startTime: inHours(-48), durationMinutes: 45, status: 'completed', attendedCount: 1 },
    });
    expect((await bookingOf('b2')).sessionId).toBe((await bookingOf('b3')).sessionId);
    expect((await client()).stats).toMatchObject({
      bookings: 2,
      visits: 1,
      noShows: 1,
      firstVisitAt: inHours(-48),
      lastVisitAt: inHours(-48),
    });
    expect(await imported(studio, 'bookings', file)).toMatchObject({ unchanged: 3 });
    await studio.time.moveTo(TEST_START + 5 * MINUTE_MS);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('200 future bookings take a seat or a place on the waitlist', async () => {
    const sessionId = await addSession(studio, { capacity: 1, waitlistEnabled: 1 });
    const bob = await createClient(studio);
    const file = [
      'externalId,clientId,sessionId,status,waitlist.joinedAt',
      `b1,${clientId},${sessionId},,`,
      `b2,${bob},${sessionId},waitlisted,${inHours(-3)}`,
    ].join('\n');
    await imported(studio, 'bookings', file);
    const session = (await studio.get(`/v2/sessions/${sessionId}`)).body;
    expect(session).toMatchObject({ bookedCount: 1, availableSpots: 0, waitlistCount: 1 });
    expect(await bookingOf('b2')).toMatchObject({
      status: 'waitlisted',
      waitlist: { position: 1, joinedAt: inHours(-3) },
    });
    expect((await client()).stats.nextBookingAt).toBe(inHours(24));
  });

  test('200 a past booking keeps the pass that the household shared, whose owner is archived by now', async () => {
    const { id } = await addHousehold(studio, clientId);
    const child = await addChild(studio, id);
    const pack = await sellPackage(studio, clientId, { isShareable: true });
    await studio.given(studio.delete(`/v2/clients/${clientId}`));
    const session = { name: 'Flow', startTime: inHours(-24), durationMinutes: 45 };
    const past = { externalId: 'b', clientId: child, session, status: 'attended', packageId: pack.id };
    await imported(studio, 'bookings', [past]);
    expect(await bookingOf('b')).toMatchObject({ clientId: child, packageId: pack.id });
  });

  test('200 cancelling an imported booking restores its credits', async () => {
    const sessionId = await addSession(studio);
    const pack = { externalId: 'p', clientId, name: 'Pack', type: 'credit_pack', price: 9, creditsTotal: 5 };
    await imported(studio, 'packages', [{ ...pack, creditsRemaining: 4 }]);
    await imported(studio, 'bookings', [{ externalId: 'b', clientId, sessionId, packageExternalId: 'p' }]);
    const booking = await bookingOf('b');
    expect(booking).toMatchObject({ bookingSource: 'credit', creditsUsed: 1, creditOutcome: 'consumed' });
    const remaining = async () => (await studio.get(`/v2/packages/${booking.packageId}`)).body.creditsRemaining;
    expect(await remaining()).toBe(4);
    expect((await studio.post(`/v2/bookings/${booking.id}/cancel`)).body.creditOutcome).toBe('restored');
    expect(await remaining()).toBe(5);
  });

  test('a booking on a package that was sold here takes its credits by the rules', async () => {
    const sessionId = await addSession(studio);
    const { id: packageId } = await sellPackage(studio, clientId, { creditsTotal: 2 });
    const remaining = async () => (await studio.get(`/v2/packages/${packageId}`)).body;
    const row = { externalId: 'b', clientId, sessionId, packageId };
    const response = await importFile(studio, 'bookings', [{ ...row, creditsUsed: 1000 }]);
    expect(complaints(response)).toEqual(['1 creditsUsed parameter_invalid']);
    expect(await remaining()).toMatchObject({ creditsRemaining: 2, creditsUsed: 0 });
    await imported(studio, 'bookings', [row]);
    expect(await remaining()).toMatchObject({ creditsRemaining: 1, creditsUsed: 1 });
    expect(studio.events()).toEqual(['package.credits_changed', 'import.completed']);
    const { id, ...booking } = await bookingOf('b');
    expect(booking).toMatchObject({ bookingSource: 'credit', creditsUsed: 1, creditOutcome: 'consumed' });
    await studio.post(`/v2/bookings/${id}/cancel`);
    expect(await remaining()).toMatchObject({ creditsRemaining: 2, creditsUsed: 0 });
  });

  test('cancelling imported bookings gives back no more than their package says was used', async () => {
    const pack = { externalId: 'p', clientId, name: 'Pack', type: 'credit_pack', price: 9, creditsTotal: 5 };
    await imported(studio, 'packages', [{ ...pack, creditsRemaining: 3 }]);
    const rows = await Promise.all(
      [24, 48, 72, 96].map(async (hours) => {
        const sessionId = await addSession(studio, { startsIn: hours * HOUR_MS });
        return { externalId: `b${hours}`, clientId, sessionId, packageExternalId: 'p', creditsUsed: 1 };
      }),
    );
    const { packageId } = await imported(studio, 'bookings', rows).then(() => bookingOf('b24'));
    const credits = async () => {
      const { creditsRemaining, creditsUsed } = (await studio.get(`/v2/packages/${packageId}`)).body;
      return [creditsRemaining, creditsUsed];
    };
    // Two of them were used before, and two are taken now.
    expect(await credits()).toEqual([1, 4]);
    for (const { externalId } of rows) await studio.post(`/v2/bookings/${(await bookingOf(externalId)).id}/cancel`);
    expect(await credits()).toEqual([5, 0]);
    const past = { externalId: 'past', clientId, packageExternalId: 'p', status: 'noshow', creditsUsed: 1000 };
    await imported(studio, 'bookings', [{ ...past, session: { name: 'Old', startTime: inHours(-48) } }]);
    expect((await bookingOf('past')).creditsUsed).toBe(1000);
    expect(await credits()).toEqual([5, 0]);
  });

  test('400 rows that contradict themselves or the session', async () => {
    const full = await addSession(studio, { capacity: 1 });
    const cancelled = await addSession(studio, { startsIn: 30 * HOUR_MS, cancelledAt: inHours(0) });
    const past = await addSession(studio, { startsIn: -30 * HOUR_MS });
    const bob = await createClient(studio);
    await studio.post('/v2/bookings', { clientId: bob, sessionId: full });
    await imported(studio, 'bookings', [{ externalId: 'here', clientId, sessionId: past, status: 'attended' }]);
    const rows = [
      { clientId, sessionId: past },
      { externalId: '2', sessionId: past },
      { externalId: '3', clientId },
      { externalId: '4', clientId, sessionId: UNKNOWN },
      { externalId: '5', clientId, session: { name: 'New', startTime: inHours(50) } },
      { externalId: '6', clientId, sessionId: full },
      { externalId: '7', clientId, sessionId: cancelled },
      { externalId: '8', clientId: bob, sessionId: past, status: 'waitlisted' },
      { externalId: '9', clientId, sessionId: past },
      { externalId: 'here', clientId, sessionId: past, status: 'noshow' },
    ];
    expect(complaints(await importFile(studio, 'bookings', rows))).toEqual([
      '1 externalId parameter_missing',
      '2 clientId parameter_missing',
      '3 sessionId parameter_missing',
      '4 sessionId resource_missing',
      '5 session.startTime resource_missing',
      '6 null session_full',
      '7 null session_cancelled',
      '8 status parameter_invalid',
      '9 null already_booked',
      '10 status parameter_invalid',
    ]);
  });

  test('200 the notes of an existing booking', async () => {
    const sessionId = await addSession(studio);
    const { id } = (await studio.post('/v2/bookings', { clientId, sessionId })).body;
    expect(await imported(studio, 'bookings', `id,notes\n${id},Brings a mat\n`)).toMatchObject({ updated: 1 });
    studio.events();
    expect(await imported(studio, 'bookings', [{ id, externalId: 'mat' }])).toMatchObject({ updated: 1 });
    expect(studio.events()).toEqual(['booking.updated', 'import.completed']);
    expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({ notes: 'Brings a mat', channel: 'api' });
  });
});
