import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { errorWithParam } from '../../helpers/errors.ts';
import { expectSeeks, isCostly, plansOf, queryPlans } from '../../helpers/query-plans.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { countExecutions, fewestOf } from '../../helpers/statements.ts';

let queries: { readonly executed: number };
let [ann, bo, early, late] = ['', '', '', ''];
/** Newest first. */
let ids: string[] = [];
const studio = forEachTest(openStudio);
beforeEach(async () => {
  queries = countExecutions(studio.db);
  ann = await addClient(studio);
  bo = await addClient(studio);
  early = await addSession(studio);
  late = await addSession(studio, { startsIn: 48 * HOUR_MS });
  ids = [];
  for (const [client, session] of [
    [ann, early],
    [bo, early],
    [ann, late],
    [bo, late],
  ] as const) {
    ids.unshift(await addBooking(studio, client, session));
  }
});

const list = (query: string, headers?: Record<string, string>) => studio.listed(`/v2/bookings?${query}`, headers);

describe('GET /v2/bookings', () => {
  test('200 newest first, both ways', async () => {
    expect(await list('')).toEqual(ids);
    expect(await list(`limit=2&starting_after=${ids[0]}`)).toEqual(ids.slice(1, 3));
    expect(await list(`limit=2&ending_before=${ids[3]}`)).toEqual(ids.slice(1, 3));
  });

  test('200 by client, session, status and external id, alone and together', async () => {
    await studio.post(`/v2/bookings/${ids[0]}/checkin`);
    expect(await list(`client_id=${bo}`)).toEqual([ids[0] as string, ids[2] as string]);
    expect(await list(`session_id=${early}`)).toEqual(ids.slice(2));
    expect(await list('status=attended')).toEqual(ids.slice(0, 1));
    expect(await list(`client_id=${bo}&session_id=${early}`)).toEqual(ids.slice(2, 3));
    expect(await list(`client_id=${bo}&status=confirmed`)).toEqual(ids.slice(2, 3));
    expect(await list(`session_id=${late}&status=confirmed`)).toEqual(ids.slice(1, 2));
    const [client, session] = [await addClient(studio), await addSession(studio)];
    const made = await studio.post('/v2/bookings', { clientId: client, sessionId: session, externalId: 'x' });
    expect(await list(`external_id=x&client_id=${client}&session_id=${session}&status=confirmed`)).toEqual([
      made.body.id,
    ]);
    expect(await list(`external_id=x&status=noshow`)).toEqual([]);
  });

  test('200 with client and session', async () => {
    const { body } = await studio.get('/v2/bookings?expand[]=data.client.homeLocation&expand[]=session');
    expect(body.data.map((each: { client: { id: string } }) => each.client.id)).toEqual([bo, ann, bo, ann]);
    expect(body.data.map((each: { session: { id: string } }) => each.session.id)).toEqual([late, late, early, early]);
    expect(body.data[0].client.homeLocation.id).toBe(MAIN_SITE);
    const one = await studio.get(`/v2/bookings/${ids[0]}?expand[]=client&expand[]=session.location`);
    expect(one.body.client).toMatchObject({ id: bo, object: 'client' });
    expect(one.body.session).toMatchObject({
      id: late,
      object: 'session',
      bookedCount: 2,
      location: { id: MAIN_SITE },
    });
  });

  test('200 with the same number of statements for a long page as for a short one', async () => {
    const statements = (limit: number) =>
      fewestOf(async () => {
        const before = queries.executed;
        await studio.get(`/v2/bookings?limit=${limit}&expand[]=client.homeLocation&expand[]=session`);
        return queries.executed - before;
      });
    const few = await statements(1);
    expect(few).toBeGreaterThan(3);
    expect(await statements(4)).toBe(few);
  });

  test('200 a restricted caller sees the bookings of its sites, without clients of other sites', async () => {
    const site = await studio.post('/v2/sites', { name: 'Uptown' });
    const there = await addSession(studio, { siteId: site.body.id });
    const mine = await addBooking(studio, ann, there);
    const key = await studio.withKey({ siteIds: [site.body.id] });
    for (const query of ['', `client_id=${ann}`, `session_id=${there}`, 'status=confirmed']) {
      expect(await list(query, key)).toEqual([mine]);
    }
    expect((await studio.get(`/v2/bookings/${mine}?expand[]=client`, key)).body.client).toBeNull();
    expect((await studio.get(`/v2/bookings/${ids[0]}`, key)).status).toBe(404);
  });

  test('400 bad filters, cursors and expansions', async () => {
    const code = async (query: string) => errorWithParam(await studio.get(`/v2/bookings?${query}`));
    expect(await code('status=booked')).toEqual([400, 'parameter_invalid', 'status']);
    expect(await code('client_id=1')).toEqual([400, 'parameter_invalid', 'client_id']);
    expect(await code('clientId=1')).toEqual([400, 'parameter_unknown', 'clientId']);
    expect(await code(`starting_after=${UNKNOWN}`)).toEqual([400, 'cursor_invalid', 'starting_after']);
    expect(await code('expand[]=payment')).toEqual([400, 'parameter_invalid', 'expand[]']);
    expect(await code('limit=101')).toEqual([400, 'parameter_invalid', 'limit']);
  });

  test('401, 403, 404', async () => {
    expect((await studio.get('/v2/bookings', { 'x-service-api-key': '' })).status).toBe(401);
    const other = await studio.withKey({ scopes: ['clients:read'] });
    expect((await studio.get('/v2/bookings', other)).status).toBe(403);
    expect((await studio.get(`/v2/bookings/${ids[0]}`, { 'x-service-api-key': '' })).status).toBe(401);
    expect((await studio.get(`/v2/bookings/${UNKNOWN}`)).status).toBe(404);
    expect((await studio.get('/v2/bookings/none')).status).toBe(404);
  });
});

describe('every list is one seek', () => {
  const ways: readonly [query: () => string, way: RegExp][] = [
    [() => 'limit=100', /bookings USING INDEX sqlite_autoindex_bookings_1/],
    [() => `client_id=${ann}&status=confirmed`, /bookings USING INDEX bookingsByClient \(clientId=\?/],
    [() => `client_id=${ann}&session_id=${early}`, /bookings USING INDEX bookingsByClient \(clientId=\?/],
    [() => `session_id=${early}&status=noshow`, /bookings USING INDEX bookingsBySession \(sessionId=\?/],
    [() => 'status=waitlisted', /bookings USING INDEX bookingsByStatus \(status=\?/],
    [() => 'external_id=x&status=noshow', /bookings USING INDEX bookingsByExternalId \(externalId=\?/],
  ];
  for (const [query, way] of ways) {
    test(`GET /v2/bookings by ${way.source}`, async () => {
      const key = await studio.withKey({ siteIds: [MAIN_SITE] });
      await expectSeeks(studio, `/v2/bookings?${query()}`, { table: 'bookings', seek: way, cursor: ids[1], key });
    });
  }

  test("a restricted caller's own list is one seek for each site", async () => {
    const key = await studio.withKey({ siteIds: [MAIN_SITE] });
    const steps = await plansOf(studio, 'bookings', () => studio.get(`/v2/bookings?starting_after=${ids[0]}`, key));
    expect(steps.some((step) => step.includes('bookingsBySite (siteId=? AND id<?)'))).toBe(true);
  });

  test('booking uses seeks only', async () => {
    // In a studio without bookings, since each statement is prepared at its first use only.
    const fresh = await openStudio();
    const body = { clientId: await addClient(fresh), sessionId: await addSession(fresh) };
    const plans = await queryPlans(fresh, () => fresh.post('/v2/bookings', body));
    // The few packages that a client can use are sorted.
    const ofOneClient = (sql: string) => sql.includes('cross join "packages"');
    const steps = plans
      .filter(({ sql }) => sql.startsWith('select') && /"(sessions|clients|bookings)"/.test(sql))
      .flatMap((plan) => plan.steps.filter((step) => !step.includes('TEMP B-TREE') || !ofOneClient(plan.sql)));
    expect(steps).not.toEqual([]);
    expect(steps.filter(isCostly)).toEqual([]);
  });
});
