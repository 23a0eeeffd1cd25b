import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { errorWithParam } from '../../helpers/errors.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';
import { countExecutions, fewestOf } from '../../helpers/statements.ts';

const studio = forEachTest(openStudio);
let [ann, uptown, staffId] = ['', '', ''];
let owner: Record<string, string> = {};
let queries: { readonly executed: number };

const later = (hours = 1) => studio.time.skipTo(studio.time.now() + hours * HOUR_MS);
const timeline = (query = '', headers?: Record<string, string>): Promise<ApiResponse> =>
  studio.get(`/manage/clients/${ann}/timeline?limit=100&${query}`, headers);
const kinds = async (query = '', headers?: Record<string, string>): Promise<string[]> =>
  (await timeline(query, headers)).body.data.map(({ kind }: { kind: string }) => kind);

/** Everything that can happen to a client, an hour apart. */
beforeEach(async () => {
  queries = countExecutions(studio.db);
  uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
  const person = await addStaffKey(studio, { role: 'owner', firstName: 'Olivia', lastName: 'Grant' });
  owner = person.headers;
  staffId = person.id;
  ann = await addClient(studio);
  const planId = await createPlan(studio);
  const act = async (path: string, body: object = {}) => {
    await later();
    return studio.given(studio.post(path, body, owner));
  };
  const sale = await act('/manage/packages', { clientId: ann, planId, paymentMethod: 'cash' });
  await act(`/manage/packages/${sale.id}/adjust`, { delta: 2, reason: 'A gift' });
  const [first, second] = [
    await addSession(studio, { startsIn: DAY_MS }),
    await addSession(studio, { startsIn: 2 * DAY_MS }),
  ];
  const attended = await act('/v2/bookings', { clientId: ann, sessionId: first });
  const cancelled = await act('/v2/bookings', { clientId: ann, sessionId: second });
  await act(`/v2/bookings/${attended.id}/checkin`);
  await act(`/v2/bookings/${cancelled.id}/cancel`);
  await later();
  await studio.given(studio.post('/v2/checkins', { clientId: ann, locationId: uptown }));
  await act(`/v2/payments/${sale.paymentId}/refund`, { amount: 500, reason: 'service_issue' });
  await later();
  await studio.given(studio.patch(`/v2/clients/${ann}`, { phone: '+1 212 555 0100' }, owner));
  const other = await addClient(studio);
  await act(`/manage/clients/${ann}/merge`, { clientId: other, keepClientId: ann });
});

const EVERYTHING = [
  'client_merged',
  'client_changed',
  'refund',
  'checkin',
  'booking_cancelled',
  'booking_attended',
  'booking_made',
  'booking_made',
  'credits_adjusted',
  'payment',
  'package_sold',
  'client_created',
];

describe('GET /manage/clients/{id}/timeline', () => {
  test('200 everything, the latest first, with what each kind has', async () => {
    const { data, ...envelope } = (await timeline()).body;
    expect(envelope).toMatchObject({ object: 'list', url: `/manage/clients/${ann}/timeline`, hasMore: false });
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(EVERYTHING);
    const [merged, changed, refund, checkin, cancelled, attended, booked, , adjusted, payment, sold, created] = data;
    expect(merged.change).toMatchObject({ type: 'client.merged', mergedClientId: expect.any(String) });
    expect(changed.change).toEqual({
      type: 'client.updated',
      fields: ['phone'],
      mergedClientId: null,
      actor: staffId,
      staffName: 'Olivia Grant',
    });
    expect(refund).toMatchObject({
      refund: { amount: 500, currency: 'USD', status: 'succeeded', reason: 'service_issue', staffName: 'Olivia Grant' },
      payment: { amount: 18_000, amountRefunded: 500 },
    });
    expect(checkin).toMatchObject({ siteId: uptown, checkin: { status: 'valid', statusCode: 'ok' }, session: null });
    expect(cancelled).toMatchObject({
      booking: { status: 'cancelled', isLateCancel: false, cancelledBy: 'staff', creditOutcome: 'restored' },
      session: { name: 'Flow', roomName: null },
    });
    expect(attended.booking).toMatchObject({ status: 'attended', packageName: '10 classes', creditsUsed: 1 });
    expect([booked.group, booked.booking.freeCancelUntil]).toEqual(['visits', null]);
    expect(adjusted).toMatchObject({
      group: 'money',
      credits: { delta: 2, balance: 12, note: 'A gift', staffName: 'Olivia Grant' },
      package: { name: '10 classes' },
    });
    expect(payment.payment).toMatchObject({ amount: 18_000, paymentMethod: 'cash', invoiceNumber: expect.any(String) });
    expect(payment.payment.paymentMethodDetails).toBeNull();
    expect(sold.package).toMatchObject({ name: '10 classes', creditsTotal: 10 });
    expect(created).toMatchObject({ kind: 'client_created', clientId: ann, booking: null, change: null });
  });

  test('200 page by page, both ways, with instants that are equal', async () => {
    studio.db.run(`update payments set createdAt = (select createdAt from packages where clientId = ?)`, [ann]);
    const all = (await timeline()).body.data.map(({ id }: { id: string }) => id);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `limit=5${cursor === '' ? '' : `&starting_after=${cursor}`}`;
      const { body } = await studio.get(`/manage/clients/${ann}/timeline?${query}`);
      found.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(found).toEqual(all);
    const before = await studio.get(`/manage/clients/${ann}/timeline?limit=3&ending_before=${all[6]}`);
    expect(before.body.data.map(({ id }: { id: string }) => id)).toEqual(all.slice(3, 6));
  });

  test('200 by group', async () => {
    const groups = await Promise.all(['visits', 'money', 'changes'].map((group) => kinds(`group=${group}`)));
    expect(groups.map(({ length }) => length)).toEqual([5, 4, 3]);
    expect(groups.flat().toSorted()).toEqual(EVERYTHING.toSorted());
  });

  test('200 staff see the kinds that they may read elsewhere, and a credential what is of its sites', async () => {
    const revoke = ['packages:sell', 'bookings:read'];
    const person = await addStaffKey(studio, { role: 'front_desk', permissionOverrides: { revoke } });
    expect(await kinds('', person.headers)).toEqual(['client_merged', 'client_changed', 'client_created']);
    expect(await kinds('group=money', person.headers)).toEqual([]);
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(await kinds('', here)).toEqual(EVERYTHING.filter((kind) => kind !== 'checkin'));
    const there = await studio.withKey({ siteIds: [uptown] });
    expect((await timeline('', there)).status).toBe(404);
  });

  test('200 in as many statements for one entry as for many', async () => {
    await timeline();
    const statements = (limit: number) =>
      fewestOf(async () => {
        const before = queries.executed;
        await studio.get(`/manage/clients/${ann}/timeline?group=visits&limit=${limit}`);
        return queries.executed - before;
      });
    expect((await statements(100)) - (await statements(1))).toBeLessThan(2);
  });

  test('each kind of an entry is found by an index of the client', async () => {
    const steps = await plansOf(studio, 'bookings', () => timeline());
    expect(
      steps.filter((step) => /^SCAN (?!\(sub|"value"|json_each)/.test(step) && !/INDEX|json_each|CONSTANT/.test(step)),
    ).toEqual([]);
    expect(steps.filter((step) => isCostly(step) && !/TEMP B-TREE|^SCAN \(subquery|COMPOUND/.test(step))).toEqual([]);
  });

  test('400, 403, 404', async () => {
    expect(errorWithParam(await timeline('group=all'))).toEqual([400, 'parameter_invalid', 'group']);
    expect(errorWithParam(await timeline(`starting_after=${ann}`))).toEqual([400, 'cursor_invalid', 'starting_after']);
    expect(errorWithParam(await timeline(`ending_before=zz-none-${ann}`))).toEqual([
      400,
      'cursor_invalid',
      'ending_before',
    ]);
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect((await timeline('', instructor.headers)).status).toBe(403);
    expect((await studio.get(`/manage/clients/${UNKNOWN}/timeline`)).status).toBe(404);
  });
});
