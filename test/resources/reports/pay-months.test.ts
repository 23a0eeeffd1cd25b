import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { createClient, UNKNOWN } from '../../helpers/sales.ts';

const MONTHS = '/manage/pay-months';
const MARCH = { month: '2026-03', siteId: MAIN_SITE };

const studio = forEachTest(async () => {
  const opened = await openStudio();
  const payRate = { type: 'per_head', amount: 500, currency: 'USD' };
  const person = { firstName: 'Ana', lastName: 'Torres', email: 'ana@example.com', payRate };
  const { id: instructorId } = await opened.given(opened.post('/v2/instructors', person));
  const session = { siteId: MAIN_SITE, name: 'Flow', durationMinutes: 60, capacity: 4, instructorId };
  const made = await opened.given(opened.post('/manage/sessions', { ...session, startTime: '2026-03-02T15:00:00Z' }));
  const clients = [await createClient(opened), await createClient(opened)];
  const [came, missed] = [
    await opened.given(opened.post('/v2/bookings', { clientId: clients[0], sessionId: made.id })),
    await opened.given(opened.post('/v2/bookings', { clientId: clients[1], sessionId: made.id })),
  ];
  await opened.given(opened.post(`/v2/bookings/${came.id}/checkin`));
  await opened.time.skipTo(TEST_START + 31 * DAY_MS);
  opened.events();
  return Object.assign(opened, { instructorId, missed });
});

const instructors = async (from: string, to: string) =>
  (await studio.get(`/manage/reports/instructors?from=${from}&to=${to}`)).body;

describe('/manage/pay-months', () => {
  test('201, 200: a closed month stays as it was, until it is opened again', async () => {
    const owner = await addStaffKey(studio, { role: 'owner' });
    const { status, body: closed } = await studio.post(MONTHS, MARCH, owner.headers);
    expect(status).toBe(201);
    const line = {
      instructorId: studio.instructorId,
      name: 'Ana Torres',
      classes: 1,
      visits: 1,
      payAmount: 500,
      payCurrency: 'USD',
    };
    expect(closed).toMatchObject({
      object: 'pay_month',
      ...MARCH,
      locationId: MAIN_SITE,
      closedByStaffId: owner.id,
      instructors: [line],
    });
    expect((await studio.get(`${MONTHS}/${closed.id}`)).body).toEqual(closed);
    expect(await studio.listed(`${MONTHS}?month=2026-03&location_id=${MAIN_SITE}`)).toEqual([closed.id]);
    expect(await studio.listed(`${MONTHS}?month=2026-02`)).toEqual([]);
    expect(studio.events()).toEqual([]);
    await studio.given(studio.post(`/v2/bookings/${studio.missed.id}/checkin`));
    await studio.given(
      studio.patch(`/v2/instructors/${studio.instructorId}`, {
        payRate: { type: 'per_class', amount: 9, currency: 'EUR' },
      }),
    );
    const report = await instructors('2026-03-01', '2026-03-31');
    expect(report.instructors).toMatchObject([line]);
    expect([report.figures.visits, report.pay]).toEqual([1, [{ currency: 'USD', amount: 500 }]]);
    expect(report.closedMonths).toEqual([
      { id: closed.id, month: '2026-03', locationId: MAIN_SITE, closedAt: closed.createdAt, closedByStaffId: owner.id },
    ]);
    expect((await instructors('2026-02-20', '2026-03-02')).instructors).toMatchObject([line]);
    expect((await instructors('2026-03-03', '2026-03-31')).instructors).toEqual([]);
    const opened = await studio.delete(`${MONTHS}/${closed.id}`, owner.headers);
    expect([opened.status, opened.body]).toEqual([200, { id: closed.id, object: 'pay_month', deleted: true }]);
    expect((await instructors('2026-03-01', '2026-03-31')).instructors).toMatchObject([
      { ...line, visits: 2, payAmount: 9, payCurrency: 'EUR' },
    ]);
    const entriesOf = async (type: string) => (await studio.get(`/manage/audit-log?type=${type}`)).body.data;
    const [{ recordType, siteId, after }] = await entriesOf('closePayMonth');
    expect([recordType, siteId, after.instructors]).toMatchObject(['pay_month', MAIN_SITE, [line]]);
    const data = await entriesOf('reopenPayMonth');
    expect(data[0].before.instructors).toMatchObject([line]);
    expect(studio.events()).toEqual([]);
  });

  test('200: the audit log keeps all numbers of a month of many instructors that is opened again', async () => {
    const { id } = await studio.given(studio.post(MONTHS, MARCH));
    const { lines } = studio.db.query('select lines from payMonths').get() as { lines: string };
    const [line] = JSON.parse(lines);
    const many = Array.from({ length: 100 }, () => ({ ...line, instructorId: studio.store.ids.uuid() }));
    studio.db.run('update payMonths set lines = ?', [JSON.stringify(many)]);
    const { instructors } = (await studio.get(`${MONTHS}/${id}`)).body;
    expect(instructors).toHaveLength(100);
    await studio.given(studio.delete(`${MONTHS}/${id}`));
    const [entry] = (await studio.get('/manage/audit-log?type=reopenPayMonth')).body.data;
    expect(entry.before).toMatchObject({ ...MARCH, instructors });
    expect(studio.events()).toEqual([]);
  });

  test('409: a month that is not over, and a closed one', async () => {
    expect(errorOf(await studio.post(MONTHS, { ...MARCH, month: '2026-04' }))).toEqual([409, 'month_not_over']);
    await studio.given(studio.post(MONTHS, MARCH));
    expect(errorOf(await studio.post(MONTHS, MARCH))).toEqual([409, 'month_closed']);
    expect(studio.count('payMonths')).toBe(1);
  });

  test('400, 404: no month, no site, no such month', async () => {
    for (const month of ['2026-13', '2026-3', '0001-01', 'March'])
      expect(errorOf(await studio.post(MONTHS, { ...MARCH, month }))).toEqual([400, 'parameter_invalid']);
    expect(errorOf(await studio.post(MONTHS, { month: '2026-03' }))).toEqual([400, 'parameter_missing']);
    expect(errorOf(await studio.post(MONTHS, { ...MARCH, siteId: UNKNOWN }))).toEqual([400, 'resource_missing']);
    expect((await studio.get(`${MONTHS}/${UNKNOWN}`)).status).toBe(404);
    expect((await studio.delete(`${MONTHS}/${UNKNOWN}`)).status).toBe(404);
  });

  test('403: managers close months where it is granted, at their sites, and who sees no pay closes nothing', async () => {
    const manager = await addStaffKey(studio, { role: 'manager' });
    expect(errorOf(await studio.post(MONTHS, MARCH, manager.headers))).toEqual([403, 'permission_denied']);
    const grant = ['reports:close_months'];
    const uptown: string = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    const there = await addStaffKey(studio, { role: 'manager', siteIds: [uptown], permissionOverrides: { grant } });
    expect(errorOf(await studio.post(MONTHS, MARCH, there.headers))).toEqual([403, 'site_not_allowed']);
    expect((await studio.post(MONTHS, { ...MARCH, siteId: uptown }, there.headers)).status).toBe(201);
    const blind = { grant, revoke: ['staff:read', 'staff:write'] };
    const without = await addStaffKey(studio, { role: 'manager', permissionOverrides: blind });
    expect(errorOf(await studio.post(MONTHS, MARCH, without.headers))).toEqual([403, 'permission_denied']);
    const closed = await studio.given(studio.post(MONTHS, MARCH));
    expect(errorOf(await studio.delete(`${MONTHS}/${closed.id}`, without.headers))).toEqual([403, 'permission_denied']);
    expect((await studio.get(`${MONTHS}/${closed.id}`, there.headers)).status).toBe(404);
    const seen = (await studio.get(`${MONTHS}/${closed.id}`, without.headers)).body.instructors;
    expect(seen[0].payAmount).toBeUndefined();
    const entries = (await studio.get('/manage/audit-log?type=closePayMonth', without.headers)).body.data;
    expect(entries[0].after.instructors).toBeUndefined();
  });
});
