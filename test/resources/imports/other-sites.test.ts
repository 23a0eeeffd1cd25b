import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { createClient, createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, importFile } from './set-up.ts';

// What a credential of the site `here` may name and find: the records of MAIN_SITE do not exist for it.

let here: string;
let headers: Record<string, string>;
/** A client of the other site, and one of this site. */
let far: string;
let near: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  here = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  headers = await studio.withKey({ siteIds: [here] });
  far = await createClient(studio, { externalId: 'far-1', email: 'far@example.com' });
  near = await createClient(studio, { homeLocationId: here, email: 'near@example.com', externalId: 'near' });
});

/** Imports rows as the credential of one site. */
const send = (family: string, ...rows: object[]) => importFile(studio, family, rows, { headers });

const person = (siteIds: string[], fields: object = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  role: 'instructor',
  siteIds,
  ...fields,
});
const weekly = (siteId: string, fields: object = {}) => ({
  name: 'Flow',
  siteId,
  startDate: '2026-03-05',
  startTime: '07:00',
  durationMinutes: 30,
  recurrenceRule: { frequency: 'weekly', count: 2 },
  ...fields,
});

/** What is wrong with a row that names a record, with the id of the record as `<id>`. */
const refusal = async (family: string, row: object, id: string) => {
  const { status, body } = await send(family, row);
  const [{ column, code, message }] = body.error.details;
  return [status, column, code, message.replaceAll(id, '<id>')];
};

describe('sessions and schedules', () => {
  const session = (fields: object) => ({
    name: 'Flow',
    siteId: here,
    startTime: '2026-06-11T11:00:00Z',
    durationMinutes: 30,
    ...fields,
  });

  test('400 a schedule of another site, as one that does not exist', async () => {
    const { id } = await studio.given(studio.post('/v2/schedules', weekly(MAIN_SITE)));
    const named = (scheduleId: string) => refusal('sessions', session({ scheduleId }), scheduleId);
    expect(await named(id)).toEqual(await named(UNKNOWN));
    expect(await named(id)).toEqual([
      400,
      'scheduleId',
      'resource_missing',
      "There is no schedule with the id '<id>'. Send the id of an existing schedule.",
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('400 instructors of another site, in every field', async () => {
    const { id } = (await studio.post('/v2/staff', person([MAIN_SITE]))).body;
    const row = session({ instructorId: id, originalInstructorId: id, additionalInstructorIds: [id] });
    expect(complaints(await send('sessions', row))).toEqual([
      '1 instructorId resource_missing',
      '1 additionalInstructorIds[0] resource_missing',
      '1 originalInstructorId resource_missing',
    ]);
    const exceptions = [{ date: '2026-03-05', action: 'modify', instructorId: id }];
    const moved = weekly(here, { externalId: 's', instructorId: id, exceptions, generatedUntil: '2026-03-20' });
    expect(complaints(await send('schedules', moved))).toEqual([
      '1 instructorId resource_missing',
      '1 exceptions[0].instructorId resource_missing',
    ]);
    expect(studio.db.query('select count(*) n from sessions').get()).toEqual({ n: 0 });
  });

  test('200 an own schedule and an own instructor who has left', async () => {
    const { id: scheduleId } = (await studio.post('/v2/schedules', weekly(here))).body;
    const { id } = (await studio.post('/v2/staff', person([here]))).body;
    await studio.given(studio.delete(`/v2/staff/${id}`));
    const occurrenceKey = '2026-06-11T07:00';
    expect((await send('sessions', session({ scheduleId, occurrenceKey, instructorId: id }))).body.created).toBe(1);
    const moved = weekly(here, { externalId: 's', instructorId: id, generatedUntil: '2026-03-20' });
    expect((await send('schedules', moved)).body.created).toBe(1);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('200 a session that stayed where its schedule was before, for whoever sees both sites', async () => {
    const { id: scheduleId } = (await studio.post('/v2/schedules', weekly(MAIN_SITE))).body;
    const response = await importFile(studio, 'sessions', [session({ scheduleId })]);
    expect(response.body.created).toBe(1);
  });

  test('a session of another site is not found by its name', async () => {
    await addSession(studio, { name: 'Flow', startsIn: 0 });
    const { startTime } = studio.db.query<{ startTime: string }, []>('select startTime from sessions').get() ?? {};
    expect(complaints(await send('sessions', session({ siteId: MAIN_SITE, startTime })))).toEqual([
      '1 null site_not_allowed',
    ]);
  });
});

describe('what belongs to a client', () => {
  const paid = (fields: object = {}) => ({
    externalId: 'p',
    clientId: near,
    siteId: here,
    amount: 100,
    paymentMethod: 'cash',
    ...fields,
  });

  test('400 a package or a booking of another site in a payment, as one that does not exist', async () => {
    const { id: packageId } = await sellPackage(studio, near, {}, { siteId: MAIN_SITE });
    const bookingId = await addBooking(studio, near, await addSession(studio));
    for (const [name, id] of Object.entries({ packageId, bookingId })) {
      const named = (value: string) => refusal('payments', paid({ [name]: value }), value);
      expect(await named(id)).toEqual(await named(UNKNOWN));
      expect((await named(id)).slice(0, 3)).toEqual([400, name, 'resource_missing']);
    }
    expect(complaints(await send('checkins', { ...visit, bookingId }))).toEqual(['1 bookingId resource_missing']);
  });

  const visit = { externalId: 'v', clientExternalId: 'near', checkedInAt: '2026-02-01T10:00:00Z' };

  test('200 those of the own site, and a package that was sold elsewhere with a check-in', async () => {
    const { id: packageId } = await sellPackage(studio, near, {}, { siteId: here });
    const bookingId = await addBooking(studio, near, await addSession(studio, { siteId: here }));
    const { id: elsewhere } = await sellPackage(studio, near, {}, { siteId: MAIN_SITE });
    expect((await send('payments', paid({ packageId, bookingId }))).body.created).toBe(1);
    expect((await send('checkins', { ...visit, packageId: elsewhere })).body.created).toBe(1);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('400 a client of another site by id, external id or email, as one who does not exist', async () => {
    const sessionId = await addSession(studio, { siteId: here });
    const names = {
      clientId: [far, UNKNOWN],
      clientExternalId: ['far-1', 'nobody'],
      clientEmail: ['far@example.com', 'nobody@example.com'],
    };
    for (const [name, [known = '', unknown = '']] of Object.entries(names)) {
      const named = (value: string) => refusal('bookings', { externalId: 'b', sessionId, [name]: value }, value);
      expect(await named(known)).toEqual(await named(unknown));
      expect((await named(known)).slice(0, 3)).toEqual([400, name, 'resource_missing']);
    }
    const own = await send('bookings', { externalId: 'b', sessionId, clientEmail: 'near@example.com' });
    expect(own.body.created).toBe(1);
  });

  test('200 the own export again, with a client of another site who came', async () => {
    const id = await addBooking(studio, far, await addSession(studio, { siteId: here }));
    const { sessionId } = (await studio.get(`/v2/bookings/${id}`)).body;
    expect((await send('bookings', { id, clientId: far, sessionId })).body).toMatchObject({ unchanged: 1 });
  });

  test('400 a session of another site, as one that does not exist', async () => {
    const sessionId = await addSession(studio);
    const named = (id: string) => refusal('bookings', { externalId: 'b', clientId: near, sessionId: id }, id);
    expect(await named(sessionId)).toEqual(await named(UNKNOWN));
  });
});

describe('the sites of a package', () => {
  const pack = (fields: object = {}) => ({
    externalId: 'k',
    clientId: near,
    siteId: here,
    name: 'Pass',
    type: 'unlimited',
    price: 1,
    ...fields,
  });
  const unlimited = { type: 'unlimited', creditsTotal: null };

  test('400 sites that PATCH refuses, and all of them', async () => {
    const planId = await createPlan(studio, { ...unlimited, eligibleSiteIds: [here] });
    for (const eligibleSiteIds of [[MAIN_SITE], [here, MAIN_SITE], [], undefined]) {
      expect(complaints(await send('packages', pack({ eligibleSiteIds })))).toEqual(['1 null site_not_allowed']);
    }
    const wider = pack({ planId, eligibleSiteIds: [here, MAIN_SITE] });
    expect(complaints(await send('packages', wider))).toEqual(['1 null site_not_allowed']);
    expect(studio.events()).toEqual([]);
  });

  test('200 the own sites, or those of the plan', async () => {
    const planId = await createPlan(studio, unlimited);
    const rows = [pack({ eligibleSiteIds: [here] }), pack({ externalId: 'k2', planId })];
    expect((await send('packages', ...rows)).body.created).toBe(2);
    const found = (await studio.get(`/v2/packages?client_id=${near}`)).body.data;
    expect(found.map((each: { eligibleSiteIds: string[] }) => each.eligibleSiteIds)).toEqual([[], [here]]);
    expect(studio.events()).toEqual(['import.completed']);
  });
});

describe('leaderboards that have periods', () => {
  const board = (fields: object) => ({
    key: 'b',
    name: 'Board',
    rankBy: 'metric',
    scope: 'site',
    siteId: here,
    periodType: 'weekly',
    order: 'desc',
    timezone: 'UTC',
    startDate: '2026-01-05',
    periods: [],
    ...fields,
  });

  test('400 a metric or a challenge of another site, as one that does not exist', async () => {
    const metric = { type: 'metric', metricDefinition: { dimension: 'weight', direction: 'higher_is_better' } };
    const { id: metricContentEntryId } = await addEntry(studio, { ...metric, siteIds: [MAIN_SITE] });
    const days = { startDate: '2026-03-09', endDate: '2026-03-20', enrollmentOpensAt: '2026-03-01T00:00:00Z' };
    const challenge = { title: 'March', type: 'points', ...days, siteIds: [MAIN_SITE] };
    const { id: challengeId } = (await studio.post('/manage/challenges', challenge)).body;
    for (const [name, id] of Object.entries({ metricContentEntryId, challengeId })) {
      const named = (value: string) => refusal('leaderboards', board({ [name]: value }), value);
      expect(await named(id)).toEqual(await named(UNKNOWN));
      expect((await named(id)).slice(0, 3)).toEqual([400, name, 'resource_missing']);
    }
    const { id: own } = await addEntry(studio, { ...metric, siteIds: [here] });
    expect((await send('leaderboards', board({ metricContentEntryId: own }))).body.created).toBe(1);
  });
});
