import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { slowDown } from '../../helpers/stopwatch.ts';
import { waitFor } from '../../helpers/wait.ts';
import { exportFile, imported, importFile } from '../imports/set-up.ts';

const EMAIL = 'eve@example.com';

let eve: Member;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  eve = await studio.member({
    firstName: 'Eve',
    lastName: 'Moss',
    email: EMAIL,
    phone: '+1 212 555 0107',
    barcode: 'B-1',
  });
});

const erase = (id = eve.clientId, body?: object, headers?: Record<string, string>) =>
  studio.post(`/manage/clients/${id}/erase`, body, headers);

const unfinished = () => studio.db.query('select clientId from clientErasures').all();
const traces = () => studio.db.query('select kind, id from unfinishedChanges').all();
const pass = (minutes: number) => studio.time.moveTo(studio.time.now() + minutes * MINUTE_MS);

describe('POST /manage/clients/{id}/erase', () => {
  test('200 the record is empty and archived, future bookings are cancelled, and the event has no old values', async () => {
    const past = await addBooking(studio, eve.clientId, await addSession(studio, { startsIn: HOUR_MS }));
    const ahead = await addBooking(studio, eve.clientId, await addSession(studio));
    await studio.post(`/v2/bookings/${past}/checkin`);
    await pass(90);
    await studio.patch(`/v2/clients/${eve.clientId}`, { notes: 'Eve knows', metadata: { crm: '7' }, tags: ['vip'] });
    const before = await studio.given(studio.get(`/v2/clients/${eve.clientId}`));

    const { status, body } = await erase();

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: eve.clientId,
      fullName: 'Erased client',
      email: null,
      phone: null,
      barcode: null,
      notes: null,
      metadata: {},
      tags: [],
      status: 'archived',
      homeLocationId: MAIN_SITE,
      joinedAt: before.joinedAt,
      archivedAt: '2026-03-02T09:30:00.000Z',
      erasedAt: '2026-03-02T09:30:00.000Z',
      leaderboardVisibility: 'hidden',
      stats: { bookings: 1, visits: 1, nextBookingAt: null },
    });
    expect((await studio.get(`/v2/clients/${eve.clientId}`)).body).toEqual(body);
    expect((await studio.get(`/v2/bookings/${past}?expand[]=client`)).body).toMatchObject({
      status: 'attended',
      client: { fullName: 'Erased client' },
    });
    expect((await studio.get(`/v2/bookings/${ahead}`)).body).toMatchObject({
      status: 'cancelled',
      cancelReason: 'client_archived',
      penalty: null,
    });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['booking.cancelled', 'client.archived', 'client.updated']);
    expect(events[2]?.data).toMatchObject({
      clientId: eve.clientId,
      changes: {
        firstName: 'Erased',
        lastName: 'client',
        fullName: 'Erased client',
        email: null,
        metadata: {},
        tags: [],
      },
      previous: {},
    });
  });

  test('200 what the client chose of notifications and units goes', async () => {
    const acting = { 'x-client-id': eve.clientId };
    await studio.send('PUT', '/v2/member/notifications/preferences', { reminderMinutesBefore: [5] }, acting);
    await studio.send('PUT', '/v2/member/preferences/units', { system: 'metric' }, acting);
    const rows = (table: string) => studio.db.query(`select clientId from "${table}"`).all();
    expect([rows('notificationPreferences').length, rows('unitPreferences').length]).toEqual([1, 1]);
    await erase();
    expect([rows('notificationPreferences'), rows('unitPreferences')]).toEqual([[], []]);
  });

  test('200 again changes nothing; a PATCH is 409, an empty one 200', async () => {
    const first = await erase();
    await studio.given(pass(1));
    expect((await erase()).body).toEqual(first.body);
    expect(studio.events()).toEqual([]);
    for (const patch of [{ status: 'active' }, { email: EMAIL }, { notes: 'x' }]) {
      expect(errorOf(await studio.patch(`/v2/clients/${eve.clientId}`, patch))).toEqual([409, 'client_erased']);
    }
    expect((await studio.patch(`/v2/clients/${eve.clientId}`, {})).body).toEqual(first.body);
    const link = { clientId: eve.clientId, issuer: 'https://id.example', subject: 'eve' };
    expect((await studio.post('/manage/member-links', link)).status).toBe(409);
    expect(studio.events()).toEqual([]);
  });

  test('200 the email, the barcode and the identity are free again', async () => {
    const card = await studio.save(eve);
    expect((await eve.call('GET', '/public-api/v2/member/profile')).status).toBe(200);
    await erase();
    expect(errorOf(await eve.call('GET', '/public-api/v2/member/profile'))).toEqual([403, 'member_not_found']);
    expect((await studio.get('/v2/clients?search=moss&include_archived=true')).body.data).toEqual([]);
    expect((await studio.get(`/v2/clients?email=${EMAIL}&include_archived=true`)).body.data).toEqual([]);
    const again = { firstName: 'Eve', lastName: 'Moss', email: EMAIL, barcode: 'B-1' };
    const created = await studio.post('/v2/clients', again);
    expect(created.status).toBe(201);
    const profile = await eve.call('GET', '/public-api/v2/member/profile');
    expect(profile).toMatchObject({ status: 200, body: { id: created.body.id } });
    expect(await eve.list()).not.toContainEqual(card);
  });

  test('409 while a payment is pending', async () => {
    await studio.save(eve);
    const { planId } = await sellPackage(studio, eve.clientId);
    studio.faulty.at('charge', 'slow');
    const sale = studio.post('/manage/packages', { clientId: eve.clientId, planId, paymentMethod: 'card' });
    await studio.given(waitFor(() => studio.faulty.calls('charge') === 1));
    const refused = await erase();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'erasure_not_allowed']);
    expect(refused.body.error.details[0].code).toBe('payment_pending');
    expect([studio.events(), unfinished()]).toEqual([[], []]);
    studio.faulty.release();
    expect((await sale).status).toBe(201);
    expect((await erase()).status).toBe(200);
  });

  test('409 with debts, unless they are written off', async () => {
    await studio.patch('/v2/settings', { payment: { noShowFee: 900, feesApplyTo: 'all' } });
    const bookingId = await addBooking(studio, eve.clientId, await addSession(studio));
    await studio.post(`/v2/bookings/${bookingId}/noshow`);
    studio.db.run(
      `update clients set accountBalances = '[{"amount":-300,"currency":"GBP"},{"amount":-500,"currency":"USD"}]' where id = ?`,
      [eve.clientId],
    );
    studio.events();
    const refused = await erase();
    expect([refused.status, refused.body.error.details[0].code]).toEqual([409, 'balance_owed']);
    expect((await studio.get(`/v2/clients/${eve.clientId}`)).body).toMatchObject({
      firstName: 'Eve',
      status: 'active',
    });
    expect(studio.events()).toEqual([]);
    const { status, body } = await erase(eve.clientId, { writeOffDebts: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ accountBalance: { amount: 0 }, accountBalances: [], isInArrears: false });
    expect(studio.events()).toEqual([
      'booking.penalty_waived',
      'booking.cancelled',
      'client.archived',
      'client.updated',
    ]);
    expect((await studio.get(`/v2/bookings/${bookingId}`)).body.penalty).toMatchObject({
      status: 'waived',
      amount: 900,
    });
  });

  test('403 for everybody but owners, 404 for an unknown client, 400 for an unknown field', async () => {
    for (const role of ['manager', 'front_desk', 'instructor']) {
      const { key } = await addStaffKey(studio, { role });
      expect((await erase(eve.clientId, {}, { 'x-service-api-key': key })).status).toBe(403);
    }
    const key = await studio.makeKey({ scopes: ['clients:write'] });
    expect((await erase(eve.clientId, {}, { 'x-service-api-key': key })).status).toBe(403);
    expect((await erase(UNKNOWN)).status).toBe(404);
    expect((await erase(eve.clientId, { force: true })).body.error.code).toBe('parameter_unknown');
    studio.events();
    const { key: owner } = await studio.given(addStaffKey(studio, { role: 'owner' }));
    expect((await erase(eve.clientId, {}, { 'x-service-api-key': owner })).status).toBe(200);
    expect(studio.events()).toEqual(['client.archived', 'client.updated']);
  });

  test('200 a client who was archived and one without anything; others stay as they are', async () => {
    const bob = await studio.member({ firstName: 'Bob', lastName: 'Moss' });
    await studio.save(bob);
    await addBooking(studio, bob.clientId, await addSession(studio));
    const before = (await studio.get(`/v2/clients/${bob.clientId}`)).body;
    await studio.given(studio.delete(`/v2/clients/${eve.clientId}`));
    expect((await erase()).status).toBe(200);
    expect(studio.events()).toEqual(['client.updated']);
    expect((await studio.get(`/v2/clients/${bob.clientId}`)).body).toEqual(before);
    expect(await bob.list()).toHaveLength(1);
  });
});

describe('what is kept', () => {
  test('payments can be refunded, and texts of what was sold lose the name only', async () => {
    const card = await studio.save(eve);
    const paid = await studio.post('/manage/payments', {
      clientId: eve.clientId,
      amount: 2_500,
      currency: 'USD',
      paymentMethod: 'card',
      paymentMethodId: card.id,
      purpose: 'product',
      description: 'Mat for Eve Moss (EVE@example.com), evening',
      metadata: { who: 'Eve' },
    });
    expect(paid.status).toBe(201);
    await erase();
    const payment = (await studio.get(`/v2/payments/${paid.body.id}`)).body;
    expect(payment).toMatchObject({
      clientId: eve.clientId,
      amount: 2_500,
      status: 'completed',
      invoiceNumber: paid.body.invoiceNumber,
      description: 'Mat for [erased] [erased] ([erased]), evening',
      metadata: {},
      paymentMethodDetails: null,
      processor: paid.body.processor,
    });
    const refund = await studio.post(`/v2/payments/${paid.body.id}/refund`, {});
    expect(refund).toMatchObject({ status: 200, body: { status: 'refunded' } });
  });

  test('packages stay with their ledger, without the notes of staff; a sale or a booking is 409', async () => {
    const { id, planId } = await sellPackage(studio, eve.clientId);
    await studio.post(`/manage/packages/${id}/adjust`, { delta: 1, reason: 'Eve was ill' });
    await erase();
    const { body } = await studio.get(`/v2/packages/${id}?expand[]=ledger`);
    expect(body).toMatchObject({ clientId: eve.clientId, name: '10 classes', creditsRemaining: 11 });
    expect(body.ledger.map(({ delta, note }: { delta: number; note: string }) => [delta, note])).toEqual([
      [10, null],
      [1, null],
    ]);
    const sale = await studio.post('/manage/packages', { clientId: eve.clientId, planId, paymentMethod: 'cash' });
    expect([sale.status, sale.body.error.code]).toEqual([409, 'client_erased']);
    // The ledger is append-only for everything else.
    expect(() => studio.db.run('update creditLedger set delta = 2')).toThrow('append-only');
    expect(() => studio.db.run("update creditLedger set note = 'x'")).toThrow('append-only');
  });

  test('a file keeps erased clients erased', async () => {
    await erase();
    const file = JSON.parse(await exportFile(studio, 'clients', 'json'));
    expect(await imported(studio, 'clients', file)).toMatchObject({ unchanged: 1 });
    const other = await openCardStudio();
    expect(await imported(other, 'clients', file)).toMatchObject({ created: 1 });
    expect((await other.get(`/v2/clients/${eve.clientId}`)).body).toMatchObject({ erasedAt: file[0].erasedAt });
    expect((await other.patch(`/v2/clients/${eve.clientId}`, { status: 'active' })).status).toBe(409);
    const renamed = await importFile(studio, 'clients', [{ ...file[0], firstName: 'Eve' }]);
    expect(renamed.status).toBe(400);
    const live = await importFile(other, 'clients', [
      { externalId: '1', firstName: 'A', lastName: 'B', erasedAt: file[0].erasedAt },
    ]);
    expect(live.body.error.details[0]).toMatchObject({ column: 'erasedAt' });
  });
});

describe('in several transactions', () => {
  test('200 many records, a few in each; a stop in between loses nothing', async () => {
    const sessionId = await addSession(studio, { startsIn: -HOUR_MS });
    await studio.store.write((tx) => {
      for (let i = 0; i < 130; i += 1) {
        tx.db
          .query(
            `insert into bookings (id, clientId, sessionId, siteId, status, bookingSource, channel, startTime, bookedAt,
              creditOutcome, notes, createdAt, updatedAt) values (?, ?, ?, ?, 'cancelled', 'unpaid', 'api', ?, ?,
              'not_applicable', 'Eve called', ?, ?)`,
          )
          .run(tx.id(), eve.clientId, sessionId, MAIN_SITE, tx.now, tx.now, tx.now, tx.now);
      }
      return {};
    });
    const left = () => studio.count('bookings where notes is not null');
    // As when the process ends after the first of these transactions.
    const write = studio.store.write.bind(studio.store);
    studio.store.write = ((work: never) =>
      left() < 130 ? Promise.reject(new Error('killed')) : write(work)) as typeof studio.store.write;
    studio.expectErrors(2);
    const endSlowness = slowDown();
    expect((await erase()).status).toBe(500);
    endSlowness();
    studio.store.write = write;
    expect((await studio.get(`/v2/clients/${eve.clientId}`)).body.fullName).toBe('Erased client');
    expect(left()).toBeGreaterThan(0);
    expect(traces()).toEqual([{ kind: 'erasure', id: eve.clientId }]);
    await pass(1);
    expect(left()).toBe(0);
    expect([unfinished(), traces()]).toEqual([[{ clientId: eve.clientId }], []]);
    expect(studio.time.now()).toBe(TEST_START + MINUTE_MS);
  });
});
