import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest, inHours, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);

const rosterOf = async (id: string, headers?: Record<string, string>): Promise<ApiResponse['body']> => {
  const { status, body } = await studio.get(`/manage/sessions/${id}/roster`, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const sectionsOf = (roster: ApiResponse['body']) =>
  Object.fromEntries(
    roster.sections.map(({ section, bookings }: ApiResponse['body']) => [section, bookings]),
  ) as Record<string, ApiResponse['body'][]>;

/** A session of five seats with somebody in each section. */
const prepare = async (instructorId?: string) => {
  const sessionId = await addSession(studio, {
    startsIn: HOUR_MS,
    name: 'Strength',
    capacity: 5,
    ...(instructorId === undefined ? {} : { instructorId }),
  });
  const book = async (firstName: string, fields: object = {}) => {
    const clientId = await addClient(studio, { firstName, ...fields });
    return { clientId, bookingId: await addBooking(studio, clientId, sessionId) };
  };
  const zoe = await book('Zoe');
  const marcus = await book('Marcus', {
    alerts: { yellow: 'Left knee' },
    photoUrl: 'https://example.com/m.jpg',
    dateOfBirth: '1990-03-02',
    phone: '+1 212 555 0100',
  });
  const here = await book('Dana');
  const missing = await book('Kofi');
  const gone = await book('Luca');
  await studio.given(studio.post(`/v2/bookings/${here.bookingId}/checkin`));
  await studio.given(studio.post(`/v2/bookings/${missing.bookingId}/noshow`));
  await studio.given(studio.post(`/v2/bookings/${gone.bookingId}/cancel`));
  const last = await book('Ana');
  const waitingClient = await addClient(studio, { firstName: 'Tomas' });
  const waiting = await joinWaitlist(studio, waitingClient, sessionId);
  return { sessionId, zoe, marcus, here, missing, gone, last, waiting };
};

describe('a roster', () => {
  test('has the bookings of each section in order, with clients, packages and places in line', async () => {
    const { sessionId, zoe, marcus, here, missing, gone, last, waiting } = await prepare();
    const roster = await rosterOf(sessionId);
    expect(roster).toMatchObject({
      object: 'roster',
      session: { id: sessionId, name: 'Strength', capacity: 5, attendedCount: 1 },
      siteName: 'Main',
      instructorName: null,
      originalInstructorName: null,
      hasMore: false,
    });
    expect(roster.sections.map(({ section, count }: ApiResponse['body']) => [section, count])).toEqual([
      ['expected', 3],
      ['here', 1],
      ['no_show', 1],
      ['waiting', 1],
      ['cancelled', 1],
    ]);
    const { expected, here: attended, no_show: noShow, waiting: line, cancelled } = sectionsOf(roster);
    const ids = (bookings: ApiResponse['body'][] | undefined) => bookings?.map(({ id }) => id);
    expect(ids(expected)).toEqual([last.bookingId, marcus.bookingId, zoe.bookingId]);
    expect(ids(attended)).toEqual([here.bookingId]);
    expect(ids(noShow)).toEqual([missing.bookingId]);
    expect(ids(cancelled)).toEqual([gone.bookingId]);
    expect(line).toMatchObject([
      { id: waiting, waitlist: { position: 1, joinedAt: inHours(0) }, client: { firstName: 'Tomas' } },
    ]);
    expect(attended).toMatchObject([{ checkedInAt: inHours(0), client: { visits: 1 } }]);
    expect(expected?.[1]).toMatchObject({
      clientId: marcus.clientId,
      status: 'confirmed',
      channel: 'api',
      bookedAt: inHours(0),
      package: null,
      client: {
        fullName: expect.stringMatching(/^Marcus No/),
        photoUrl: 'https://example.com/m.jpg',
        alerts: { red: null, yellow: 'Left knee' },
        flags: ['first_visit', 'birthday', 'waiver'],
      },
    });
    expect(JSON.stringify(roster)).not.toContain('212 555');
    expect(studio.events()).toEqual([]);
  });

  test('names the package that pays, and says when its last credit is used', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const clientId = await addClient(studio);
    const { id } = await sellPackage(studio, clientId, { creditsTotal: 2 });
    await addBooking(studio, clientId, await addSession(studio, { startsIn: 3 * HOUR_MS }));
    await addBooking(studio, clientId, sessionId);
    const [entry] = sectionsOf(await rosterOf(sessionId)).expected ?? [];
    expect(entry.package).toMatchObject({ id, name: '10 classes', creditsTotal: 2, creditsRemaining: 0 });
    expect(entry.client.flags).toContain('last_credit');
  });

  test('names who teaches, and who was planned', async () => {
    const person = (firstName: string) => ({
      firstName,
      lastName: 'Lee',
      email: `${firstName}@example.com`,
      siteIds: [],
    });
    const [ana, ben] = [
      await studio.given(studio.post('/v2/instructors', person('Ana'))),
      await studio.given(studio.post('/v2/instructors', person('Ben'))),
    ];
    const sessionId = await addSession(studio, { instructorId: ana.id });
    expect(await rosterOf(sessionId)).toMatchObject({ instructorName: 'Ana Lee', originalInstructorName: null });
    await studio.given(studio.post(`/manage/sessions/${sessionId}/substitute`, { instructorId: ben.id }));
    expect(await rosterOf(sessionId)).toMatchObject({ instructorName: 'Ben Lee', originalInstructorName: 'Ana Lee' });
  });

  test('is capped', async () => {
    const sessionId = await addSession(studio, { capacity: null });
    await addBooking(studio, await addClient(studio), sessionId);
    /** Copies the only row of a table with other values. */
    const copier = (table: string, values: Readonly<Record<string, string>>) => {
      const columns = (studio.db.query(`pragma table_info(${table})`).all() as { name: string }[]).map(
        ({ name }) => name,
      );
      const copied = columns.map((name) => values[name] ?? name);
      return studio.db.query(`insert into ${table} (${columns}) select ${copied} from ${table} limit 1`);
    };
    const client = copier('clients', { id: '?1', rowId: 'null', email: 'null' });
    const booking = copier('bookings', { id: '?1', clientId: '?1' });
    for (let count = 0; count < 500; count += 1) {
      const id = `02000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
      client.run(id);
      booking.run(id);
    }
    const roster = await rosterOf(sessionId);
    expect([sectionsOf(roster).expected?.length, roster.hasMore]).toEqual([500, true]);
  });
});

describe('as a file', () => {
  test('it is CSV with a header, and no formulas', async () => {
    const { sessionId, waiting } = await prepare();
    const clientId = await addClient(studio, { firstName: '=cmd', lastName: 'Eve "X", Y' });
    await studio.given(studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true }));
    const request = new Request(`http://localhost/manage/sessions/${sessionId}/roster?format=csv`, {
      headers: { 'x-service-api-key': studio.mainKey },
    });
    const response = await studio.app.fetch(request);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="roster-2026-03-02-0900.csv"');
    expect(response.headers.has('x-request-id')).toBe(true);
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toStartWith('section,name,status,waitlistPosition,offerExpiresAt,package,');
    expect(lines).toHaveLength(10);
    expect(lines.find((line) => line.includes(waiting))).toStartWith('waiting,Tomas No');
    expect(lines.find((line) => line.includes('cmd'))).toStartWith(`waiting,"'=cmd Eve ""X"", Y",waitlisted,2,`);
    const { status } = await studio.get(`/manage/sessions/${sessionId}/roster?format=xml`);
    expect(status).toBe(400);
  });
});

describe('rights', () => {
  test('an instructor gets own rosters from 7 days back on, with the fields of a roster', async () => {
    const { id, headers } = await addStaffKey(studio, { role: 'instructor' });
    const { sessionId, marcus } = await prepare(id);
    const other = await addSession(studio);
    const roster = await rosterOf(sessionId, headers);
    const { expected, cancelled } = sectionsOf(roster);
    expect(expected?.find(({ id: each }) => each === marcus.bookingId)?.client).toEqual({
      id: marcus.clientId,
      firstName: 'Marcus',
      lastName: expect.any(String),
      fullName: expect.any(String),
      photoUrl: 'https://example.com/m.jpg',
      status: 'active',
      alerts: { red: null, yellow: 'Left knee' },
      flags: ['first_visit', 'birthday'],
      visits: 0,
      lastVisitAt: null,
      joinedAt: null,
      weeksInARow: null,
      waiverStatus: null,
      balance: null,
    });
    // Who has cancelled is not on the roster any more.
    expect(cancelled?.map(({ client }) => client)).toEqual([null]);
    expect((await studio.get(`/manage/sessions/${other}/roster`, headers)).status).toBe(403);
    const old = await addSession(studio, { instructorId: id, startsIn: -8 * DAY_MS });
    expect((await studio.get(`/manage/sessions/${old}/roster`, headers)).status).toBe(403);
  });

  test('clients and packages are left out for whom they are not', async () => {
    const { sessionId } = await prepare();
    const noClients = sectionsOf(await rosterOf(sessionId, await studio.withKey({ scopes: ['manage'] })));
    expect(noClients.expected?.map(({ client }) => client)).toEqual([null, null, null]);
    const clientId = await addClient(studio);
    await sellPackage(studio, clientId);
    const paid = await addSession(studio);
    await addBooking(studio, clientId, paid);
    const revoked = { permissionOverrides: { revoke: ['packages:sell'] } };
    const { headers } = await addStaffKey(studio, { role: 'front_desk', ...revoked });
    expect(sectionsOf(await rosterOf(paid, headers)).expected).toMatchObject([
      { package: null, client: { id: clientId } },
    ]);
  });

  test('a credential of the site is not told who comes from another home, and of another site gets 404', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const visitor = await addClient(studio, { homeLocationId: other });
    const sessionId = await addSession(studio);
    await addBooking(studio, visitor, sessionId);
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(sectionsOf(await rosterOf(sessionId, here)).expected).toMatchObject([{ clientId: visitor, client: null }]);
    const there = await studio.withKey({ siteIds: [other] });
    expect((await studio.get(`/manage/sessions/${sessionId}/roster`, there)).status).toBe(404);
    expect((await studio.get(`/manage/sessions/${UNKNOWN}/roster`)).status).toBe(404);
  });
});

test('every statement seeks in an index', async () => {
  const { sessionId } = await prepare();
  const plans = await queryPlans(studio, () => rosterOf(sessionId));
  expect(plans.length).toBeGreaterThan(0);
  const scans = plans.flatMap(({ sql, steps }) =>
    steps.filter((step) => step.startsWith('SCAN') && isCostly(step)).map((step) => `${step}: ${sql}`),
  );
  expect(scans).toEqual([]);
});
