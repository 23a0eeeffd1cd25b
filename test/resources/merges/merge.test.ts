import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { PROPERTIES } from '../../properties/invariants.ts';
import { stateOf } from '../../properties/state.ts';
import { openTwice } from './twice.ts';

const studio = forEachTest(openTwice);

const wrong = () => {
  const state = stateOf({ studio } as never);
  return PROPERTIES.flatMap((property) => property(state));
};
const clientOf = (table: string, id: string) =>
  (studio.db.query(`select clientId from "${table}" where id = ?`).get(id) as { clientId: string }).clientId;

describe('POST /manage/clients/{id}/merge', () => {
  test('200 the older record stays, with the fields of both; the other id says where it leads', async () => {
    const { status, body } = await studio.merge({ clientId: studio.ann }, studio.anna);
    expect([status, body]).toMatchObject([
      200,
      {
        id: studio.ann,
        firstName: 'Ann',
        email: 'ann@example.com',
        phone: '+1 212 555 0100',
        notes: 'A mat\n\nA towel',
        tags: ['a', 'b'],
        barcode: 'W-2',
        externalId: 'crm-2',
        customProperties: { shoe: 39 },
        waiver: { status: 'signed' },
      },
    ]);
    expect(studio.events()).toEqual(['client.updated', 'client.merged']);
    const gone = await studio.get(`/v2/clients/${studio.anna}`);
    expect(gone.status).toBe(404);
    expect(gone.body.error).toMatchObject({
      code: 'resource_not_found',
      details: [{ param: 'id', code: 'client_merged', mergedInto: studio.ann }],
    });
    expect((await studio.patch(`/v2/clients/${studio.anna}`, { phone: null })).body.error.details[0].mergedInto).toBe(
      studio.ann,
    );
    expect(await studio.listed('/v2/clients?include_archived=true')).toEqual([studio.ann]);
    expect(await studio.listed('/v2/clients?search=anna')).toEqual([]);
    expect(await studio.listed('/v2/clients?search=0100')).toEqual([studio.ann]);
    expect(await studio.listed('/v2/clients?tag=b')).toEqual([studio.ann]);
  });

  test('200 the younger record stays if the request says so', async () => {
    const { body } = await studio.merge({ clientId: studio.anna, keepClientId: studio.anna });
    expect(body).toMatchObject({
      id: studio.anna,
      firstName: 'Anna',
      email: 'anna@example.com',
      notes: 'A towel\n\nA mat',
    });
    expect((await studio.get(`/v2/clients/${studio.ann}`)).body.error.details[0].mergedInto).toBe(studio.anna);
  });

  test('200 everything of the other one moves', async () => {
    const sale = await sellPackage(studio, studio.anna);
    const booking = await addBooking(studio, studio.anna, await addSession(studio, { startsIn: 2 * DAY_MS }));
    const checkin = (await studio.given(studio.post('/v2/checkins', { clientId: studio.anna, locationId: MAIN_SITE })))
      .id;
    const friend = await addClient(studio, { referredByClientId: studio.anna });
    await studio.merge();
    expect(studio.events()).toEqual(['client.updated', 'client.merged']);
    const owners = [
      clientOf('packages', sale.id),
      clientOf('payments', sale.paymentId),
      clientOf('bookings', booking),
      clientOf('checkins', checkin),
    ];
    expect(owners).toEqual(Array(4).fill(studio.ann));
    expect((await studio.get(`/v2/clients/${friend}`)).body.referredByClientId).toBe(studio.ann);
    expect((await studio.get(`/v2/clients/${studio.ann}`)).body.stats).toMatchObject({ bookings: 1, visits: 1 });
    expect(
      (await studio.listed(`/manage/events?limit=100&client_id=${studio.ann}`, undefined, 'type')).includes(
        'package.purchased',
      ),
    ).toBe(true);
    expect(wrong()).toEqual([]);
  });

  test('200 of two bookings of a session the better one stays, and the credit of the other comes back', async () => {
    const [mine, theirs] = [await sellPackage(studio, studio.ann), await sellPackage(studio, studio.anna)];
    const [first, second] = [
      await addSession(studio, { startsIn: 2 * HOUR_MS }),
      await addSession(studio, { startsIn: DAY_MS }),
    ];
    const booked: Record<string, string> = {};
    for (const [name, clientId, sessionId] of [
      ['annFirst', studio.ann, first],
      ['annaFirst', studio.anna, first],
      ['annSecond', studio.ann, second],
      ['annaSecond', studio.anna, second],
    ] as const) {
      booked[name] = (await studio.given(studio.post('/v2/bookings', { clientId, sessionId }))).id;
    }
    await studio.given(studio.post(`/v2/bookings/${booked.annaFirst}/checkin`));
    const said = await studio.preview();
    expect(said.bookingsCancelled).toEqual([
      { bookingId: booked.annFirst, sessionId: first, startTime: expect.any(String), status: 'confirmed' },
      { bookingId: booked.annaSecond, sessionId: second, startTime: expect.any(String), status: 'confirmed' },
    ]);
    expect(said.visits).toBe(1);
    await studio.merge();
    expect(studio.events().filter((type) => type.startsWith('booking.'))).toEqual([
      'booking.cancelled',
      'booking.cancelled',
    ]);
    const statuses = await Promise.all(
      Object.values(booked).map(async (id) => (await studio.get(`/v2/bookings/${id}`)).body.status),
    );
    expect(statuses).toEqual(['cancelled', 'attended', 'confirmed', 'cancelled']);
    const left = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body.creditsRemaining;
    expect([await left(mine.id), await left(theirs.id)]).toEqual([9, 9]);
    expect((await studio.get(`/v2/clients/${studio.ann}`)).body.stats).toMatchObject({ bookings: 2, visits: 1 });
    expect(wrong()).toEqual([]);
  });

  test("200 two visits of one site and day become one, and streaks count as one person's", async () => {
    for (const clientId of [studio.anna, studio.ann])
      await studio.given(studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE }));
    for (const clientId of [studio.ann, studio.anna]) {
      await studio.time.skipTo(studio.time.now() + 7 * DAY_MS);
      await studio.given(studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE }));
    }
    expect(await studio.preview()).toMatchObject({ visitsDropped: 1, visits: 3 });
    await studio.merge();
    expect((await studio.get(`/v2/clients/${studio.ann}`)).body.stats.visits).toBe(3);
    const streaks = (await studio.get('/v2/member/streaks', { 'x-client-id': studio.ann })).body.data;
    expect(streaks).toContainEqual(expect.objectContaining({ type: 'weekly_attendance', length: 3, longestLength: 3 }));
    expect(wrong()).toEqual([]);
  });

  test('200 cards move, the default card of who stays is the default, and debts add up', async () => {
    const card = (id: string, clientId: string) =>
      studio.db.run(
        `insert into paymentMethods (id, clientId, status, processor, mode, customerId, brand, last4, isDefault, needsDetaching, createdAt, updatedAt)
         values (?, ?, 'active', 'sandbox', 'test', ?, 'visa', '4242', 1, 0, '2026-01-01', '2026-01-01')`,
        [id, clientId, `cus_${clientId}`],
      );
    const customer = (id: string, clientId: string) =>
      studio.db.run(
        `insert into processorCustomers (id, clientId, processor, mode, account, customerId, createdAt)
         values (?, ?, 'sandbox', 'test', '', ?, '2026-01-01')`,
        [id, clientId, `cus_${clientId}`],
      );
    for (const [index, clientId] of [studio.ann, studio.anna].entries()) {
      card(`01950000-0000-7000-8000-00000000010${index}`, clientId);
      customer(`01950000-0000-7000-8000-00000000020${index}`, clientId);
      studio.db.run(`update clients set accountBalances = '[{"amount":-500,"currency":"USD"}]' where id = ?`, [
        clientId,
      ]);
    }
    const { body } = await studio.merge();
    expect(body).toMatchObject({ accountBalance: { amount: -1000, currency: 'USD' }, isInArrears: true });
    const cards = studio.db
      .query('select isDefault from paymentMethods where clientId = ? order by id')
      .values(studio.ann);
    expect(cards).toEqual([[1], [0]]);
    const customers = studio.db.query(
      'select customerId, mergedAt is null from processorCustomers where clientId = ? order by id',
    );
    expect(customers.values(studio.ann)).toEqual([
      [`cus_${studio.ann}`, 1],
      [`cus_${studio.anna}`, 0],
    ]);
  });

  test('200 a ban holds, and who is archived comes back with the other record', async () => {
    await studio.given(studio.patch(`/v2/clients/${studio.anna}`, { status: 'suspended' }));
    await studio.given(studio.delete(`/v2/clients/${studio.ann}`));
    expect((await studio.merge()).body).toMatchObject({ id: studio.ann, status: 'suspended', archivedAt: null });
    const [updated, restored, ...rest] = studio.eventsInFull();
    expect(Object.keys(updated?.data.changes ?? {})).not.toContain('status');
    expect(restored).toMatchObject({
      type: 'client.restored',
      data: { clientId: studio.ann, status: 'SUSPENDED', previousStatus: 'ARCHIVED' },
    });
    expect(rest.map(({ type }) => type)).toEqual(['client.merged']);
  });

  test('200 a merged client is merged again: both ids lead to who stays', async () => {
    const annie = await addClient(studio, { firstName: 'Annie' });
    await studio.merge({ clientId: studio.anna, keepClientId: studio.anna });
    await studio.merge({ clientId: annie, keepClientId: annie }, studio.anna);
    for (const id of [studio.ann, studio.anna]) {
      expect((await studio.get(`/v2/clients/${id}`)).body.error.details[0].mergedInto).toBe(annie);
    }
  });

  test('no statement reads a whole table, but the looks at streaks, one per client', async () => {
    await sellPackage(studio, studio.anna);
    const plans = await queryPlans(studio, () => studio.merge());
    const scans = plans.flatMap(({ sql, steps }) =>
      steps
        .filter(
          (step) => isCostly(step) && !/TEMP B-TREE|SCAN \(subquery|SCAN (?:streakLooks|unfinishedChanges)/.test(step),
        )
        .map((step) => `${step}: ${sql}`),
    );
    expect(scans).toEqual([]);
  });
});
