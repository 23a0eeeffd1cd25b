import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forAllTests, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { createClient, paymentBody, sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const REPORTS = ['attendance', 'occupancy', 'revenue', 'members', 'late-cancels', 'instructors'] as const;
const RANGE = 'from=2026-03-01&to=2026-03-08';

/** A week with two classes in one month, one of them cancelled late by a client, and a visit without a class. */
const studio = forAllTests(async () => {
  const opened = await openStudio();
  await opened.given(
    opened.patch(`/v2/sites/${MAIN_SITE}`, {
      closures: [{ startDate: '2026-03-05', endDate: '2026-03-05', name: 'Snow' }],
    }),
  );
  const person = {
    firstName: 'Ana',
    lastName: 'Torres',
    email: 'ana@example.com',
    payRate: { type: 'hourly', amount: 3_001, currency: 'USD' },
  };
  const { id: instructorId } = await opened.given(opened.post('/v2/instructors', person));
  const clients = [await createClient(opened), await createClient(opened), await createClient(opened)];
  const session = { siteId: MAIN_SITE, name: 'Flow', durationMinutes: 50, capacity: 4, instructorId };
  const [first, second] = [
    await opened.given(opened.post('/manage/sessions', { ...session, startTime: '2026-03-02T15:00:00Z' })),
    await opened.given(
      opened.post('/manage/sessions', { ...session, name: 'Ride', startTime: '2026-03-03T03:30:00Z' }),
    ),
  ];
  const book = (clientId: string | undefined, sessionId: string) =>
    opened.given(opened.post('/v2/bookings', { clientId, sessionId }));
  const bookings = [
    await book(clients[0], first.id),
    await book(clients[1], first.id),
    await book(clients[2], second.id),
  ];
  await opened.given(opened.post(`/v2/bookings/${bookings[0].id}/checkin`));
  await opened.given(opened.post(`/v2/bookings/${bookings[1].id}/noshow`));
  await opened.given(opened.post(`/v2/bookings/${bookings[2].id}/cancel`, { isLateCancel: true }));
  await opened.given(opened.post('/v2/checkins', { clientId: clients[2], siteId: MAIN_SITE }));
  const sold = await sellPackage(opened, String(clients[0]), { price: 5_000 });
  await opened.given(opened.post(`/v2/payments/${sold.paymentId}/refund`, { amount: 1_000 }));
  const tokyo = { name: 'Tokyo', timezone: 'Asia/Tokyo', currency: 'JPY' };
  const { id: siteId } = await opened.given(opened.post('/v2/sites', tokyo));
  await opened.given(
    opened.post('/manage/payments', paymentBody(String(clients[1]), { amount: 700, currency: 'JPY', siteId })),
  );
  await opened.given(
    opened.post('/manage/payments', paymentBody(String(clients[1]), { amount: 0, paymentMethod: 'comp' })),
  );
  await opened.time.skipTo(TEST_START + 6 * DAY_MS);
  opened.events();
  return opened;
});

const report = (name: string, query = RANGE, headers?: Record<string, string>) =>
  studio.get(`/manage/reports/${name}?${query}`, headers);

const csv = async (name: string, query = RANGE) => {
  const request = new Request(`http://localhost/manage/reports/${name}?${query}&format=csv`, {
    headers: { 'x-service-api-key': studio.mainKey },
  });
  const response = await studio.app.fetch(request);
  return { headers: response.headers, lines: (await response.text()).split('\r\n') };
};

describe('/manage/reports', () => {
  test('200: attendance has days, classes and hours, with the days on which the studio is closed', async () => {
    const { status, body } = await report('attendance', `${RANGE}&compare=previous`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'attendance_report',
      from: '2026-03-01',
      to: '2026-03-08',
      locationId: null,
      before: { from: '2026-02-01', to: '2026-02-08' },
      figures: {
        visits: 2,
        classVisits: 1,
        otherVisits: 1,
        noShows: 1,
        classes: 2,
        booked: 2,
        seats: 8,
        filledPercent: 25,
      },
      figuresBefore: { visits: 0, classes: 0, filledPercent: null },
    });
    expect(
      body.days.map(({ date, isClosed, visits, classes }: Record<string, unknown>) => [
        date,
        isClosed,
        visits,
        classes,
      ]),
    ).toEqual([
      ['2026-03-01', false, 0, 0],
      ['2026-03-02', false, 2, 2],
      ['2026-03-03', false, 0, 0],
      ['2026-03-04', false, 0, 0],
      ['2026-03-05', false, 0, 0],
      ['2026-03-06', false, 0, 0],
      ['2026-03-07', false, 0, 0],
      ['2026-03-08', false, 0, 0],
    ]);
    const here = (await report('attendance', `${RANGE}&location_id=${MAIN_SITE}`)).body.days;
    expect(here.map((day: { isClosed: boolean }) => day.isClosed).indexOf(true)).toBe(4);
    expect(body.days[1].before).toEqual({ visits: 0, classVisits: 0, otherVisits: 0, noShows: 0, classes: 0 });
    expect(body.classes).toMatchObject([{ name: 'Flow', visits: 1, before: { visits: 0 } }, { name: 'Ride' }]);
    expect(body.hours).toMatchObject([
      { weekday: 'MO', hour: 10, filledPercent: 50 },
      { weekday: 'MO', hour: 22, filledPercent: 0 },
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('200: occupancy, late cancellations and members', async () => {
    const occupancy = (await report('occupancy')).body;
    expect(occupancy).toMatchObject({ object: 'occupancy_report', before: null, figuresBefore: null });
    expect(occupancy.instructors).toMatchObject([
      { name: 'Ana Torres', classes: 2, seats: 8, seatsTaken: 2, before: null },
    ]);
    const late = (await report('late-cancels')).body;
    expect(late.figures).toEqual({ booked: 2, lateCancels: 1, noShows: 1, lateCancelPercent: 33.3 });
    expect(late.classes).toMatchObject([
      { name: 'Ride', lateCancels: 1 },
      { name: 'Flow', noShows: 1 },
    ]);
    const members = (await report('members')).body;
    expect(members.figures).toEqual({ active: 2, new: 2, returning: 0, lapsed: 0, guests: 0, guestsBought: 0 });
    expect(members.days[1]).toMatchObject({ date: '2026-03-02', new: 2 });
  });

  test('200: revenue is told for each currency by itself', async () => {
    const { body } = await report('revenue');
    expect(body.figures).toEqual([
      { currency: 'JPY', payments: 1, received: 700, tax: 0, refunded: 0, net: 700, comps: 0, before: null },
      { currency: 'USD', payments: 1, received: 5_000, tax: 0, refunded: 1_000, net: 4_000, comps: 1, before: null },
    ]);
    expect(body.plans).toMatchObject([
      { name: '10 classes', purpose: null, currency: 'USD', received: 5_000, refunded: 1_000 },
      { planId: null, purpose: 'product', currency: 'JPY', received: 700 },
      { planId: null, purpose: 'product', currency: 'USD', received: 0, comps: 1 },
    ]);
    expect(body.days).toHaveLength(16);
  });

  test('200: the report of instructors has the pay, rounded for each class', async () => {
    const { body } = await report('instructors');
    const pay = { payCurrency: 'USD', payAmount: 2 * Math.round((3_001 * 50) / 60) };
    expect(body.instructors).toMatchObject([{ name: 'Ana Torres', classes: 2, minutes: 100, substituted: 0, ...pay }]);
    expect([body.pay, body.closedMonths]).toEqual([[{ currency: 'USD', amount: pay.payAmount }], []]);
  });

  test('200: a table as a file', async () => {
    const { headers, lines } = await csv('attendance', `${RANGE}&compare=previous`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="attendance-days-2026-03-01-2026-03-08.csv"');
    expect(lines[0]).toBe(
      'date,isClosed,visits,classVisits,otherVisits,noShows,classes,before.visits,before.classVisits,before.otherVisits,' +
        'before.noShows,before.classes',
    );
    expect(lines[2]).toBe('2026-03-02,false,2,1,1,1,2,0,0,0,0,0');
    expect((await csv('attendance', `${RANGE}&table=classes`)).lines[1]).toStartWith('Flow,1,1,1,2,4,2,50');
    for (const name of REPORTS) expect((await csv(name)).lines.length).toBeGreaterThan(1);
  });

  test('400: another range than of at most a year, an unknown site or table', async () => {
    for (const name of REPORTS) {
      expect(errorWithParam(await report(name, 'from=2026-03-02&to=2026-03-01'))).toEqual([
        400,
        'parameter_invalid',
        'to',
      ]);
      expect(errorWithParam(await report(name, 'from=2024-01-01&to=2025-01-01'))).toEqual([
        400,
        'parameter_invalid',
        'to',
      ]);
      for (const [range, param] of [
        ['from=9999-12-31&to=9999-12-31', 'to'],
        ['from=0000-01-01&to=0000-01-02&compare=previous', 'from'],
      ] as const)
        expect(errorWithParam(await report(name, range))).toEqual([400, 'parameter_invalid', param]);
      expect(errorOf(await report(name, 'from=2026-03-02'))).toEqual([400, 'parameter_missing']);
      expect(errorWithParam(await report(name, `${RANGE}&location_id=${UNKNOWN}`))).toEqual([
        400,
        'resource_missing',
        'location_id',
      ]);
      expect(errorWithParam(await report(name, `${RANGE}&table=cities`))).toEqual([400, 'parameter_invalid', 'table']);
    }
  });

  test('403: people see their sites only, and the front desk none unless it is granted', async () => {
    const uptown: string = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    const there = await addStaffKey(studio, { role: 'manager', siteIds: [uptown] });
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const granted = await addStaffKey(studio, { role: 'front_desk', permissionOverrides: { grant: ['reports:read'] } });
    for (const name of REPORTS) {
      expect(errorOf(await report(name, RANGE, desk.headers))).toEqual([403, 'permission_denied']);
      expect((await report(name, RANGE, granted.headers)).status).toBe(200);
      const other = await report(name, `${RANGE}&location_id=${MAIN_SITE}`, there.headers);
      expect(errorOf(other)).toEqual([403, 'site_not_allowed']);
    }
    expect((await report('attendance', RANGE, there.headers)).body.figures.visits).toBe(0);
    expect((await report('members', RANGE, there.headers)).body.figures.active).toBe(0);
    expect((await report('revenue', RANGE, there.headers)).body.figures).toEqual([]);
    expect((await report('attendance', `${RANGE}&location_id=${MAIN_SITE}`)).body).toMatchObject({
      locationId: MAIN_SITE,
      figures: { visits: 2 },
    });
  });

  test('200: who may not read pay rates sees no pay', async () => {
    const staff = { role: 'manager', permissionOverrides: { revoke: ['staff:read', 'staff:write'] } };
    const { body } = await report('instructors', RANGE, (await addStaffKey(studio, staff)).headers);
    expect(body.pay).toBeUndefined();
    expect(Object.keys(body.instructors[0])).not.toContainAnyValues(['payAmount', 'payCurrency']);
    expect(body.instructors).toHaveLength(1);
  });

  test('other requests are served while a report of a year is made', async () => {
    const done: string[] = [];
    const year = report('attendance', 'from=2025-03-09&to=2026-03-08').then(() => done.push('report'));
    await Promise.all([year, studio.get('/v2/sites').then(() => done.push('sites'))]);
    expect(done).toEqual(['sites', 'report']);
  });

  test('what grows is read by an index', async () => {
    const plans = await queryPlans(studio, async () => {
      for (const name of REPORTS) await report(name, `from=2026-02-01&to=2026-03-01&location_id=${MAIN_SITE}`);
    });
    const growing = /"(?:sessions|bookings|payments|paymentDays|checkins|facts|clients|refunds)"/;
    const steps = plans.filter(({ sql }) => growing.test(sql)).flatMap((plan) => plan.steps);
    expect(
      steps.filter(
        (step) => isCostly(step) && !/TEMP B-TREE FOR GROUP BY|SCAN (?:days|parts)|SCAN json_each/.test(step),
      ),
    ).toEqual([]);
  });
});
