import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { errorWithParam } from '../../helpers/errors.ts';
import { expectSeeks, isCostly, plansOf } from '../../helpers/query-plans.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { countExecutions, fewestOf } from '../../helpers/statements.ts';
import { checkIn } from './set-up.ts';

let queries: { readonly executed: number };
let [ann, bo, uptown] = ['', '', ''];
/** Newest first: bo and ann uptown, bo and ann at the main site. */
let ids: string[] = [];
const studio = forEachTest(openStudio);
beforeEach(async () => {
  queries = countExecutions(studio.db);
  ann = await addClient(studio);
  bo = await addClient(studio);
  uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  ids = [];
  for (const [clientId, locationId, externalId] of [
    [ann, MAIN_SITE, 'x'],
    [bo, MAIN_SITE, 'y'],
    [ann, uptown, 'z'],
    [bo, uptown, null],
  ] as const) {
    ids.unshift((await checkIn(studio, { clientId, locationId, externalId })).id);
  }
});

const list = (query: string, headers?: Record<string, string>) => studio.listed(`/v2/checkins?${query}`, headers);
const pick = (...places: number[]): string[] => places.map((place) => String(ids[place]));

describe('GET /v2/checkins', () => {
  test('200 newest first, both ways', async () => {
    expect(await list('')).toEqual(ids);
    expect(await list(`limit=2&starting_after=${ids[0]}`)).toEqual(pick(1, 2));
    expect(await list(`limit=2&ending_before=${ids[3]}`)).toEqual(pick(1, 2));
  });

  test('200 by client, location and external id, alone and together', async () => {
    expect(await list(`client_id=${ann}`)).toEqual(pick(1, 3));
    expect(await list(`location_id=${uptown}`)).toEqual(pick(0, 1));
    expect(await list('external_id=x')).toEqual(pick(3));
    expect(await list(`client_id=${bo}&location_id=${MAIN_SITE}`)).toEqual(pick(2));
    expect(await list(`external_id=z&client_id=${ann}&location_id=${uptown}`)).toEqual(pick(1));
    expect(await list(`external_id=y&client_id=${ann}`)).toEqual([]);
  });

  test('200 by status, alone and with a location, a client and a period', async () => {
    await studio.patch(`/v2/clients/${ann}`, { status: 'suspended' });
    const refused = (await checkIn(studio, { clientId: ann, locationId: uptown })).id;
    expect(await list('status=invalid')).toEqual([refused]);
    expect(await list('status=valid')).toEqual(ids);
    expect(await list(`status=invalid&location_id=${uptown}`)).toEqual([refused]);
    expect(await list(`status=invalid&location_id=${MAIN_SITE}`)).toEqual([]);
    expect(await list(`status=valid&location_id=${uptown}&client_id=${ann}`)).toEqual(pick(1));
    expect(await list(`status=invalid&from=${inHours(-1)}&to=${inHours(1)}`)).toEqual([refused]);
    expect(await list(`status=invalid&to=${inHours(-1)}`)).toEqual([]);
    expect(await list('status=invalid', await studio.withKey({ siteIds: [MAIN_SITE] }))).toEqual([]);
  });

  test('200 with the number of check-ins of the whole list', async () => {
    await studio.patch(`/v2/clients/${ann}`, { status: 'suspended' });
    await checkIn(studio, { clientId: ann, locationId: uptown });
    const main = await studio.withKey({ siteIds: [MAIN_SITE] });
    for (const [query, expected, headers] of [
      ['', 5],
      ['status=valid', 4],
      ['status=invalid', 1],
      [`client_id=${ann}`, 3],
      [`client_id=${ann}&status=valid&location_id=${uptown}`, 1],
      ['external_id=y', 1],
      [`location_id=${uptown}&from=${inHours(-1)}&to=${inHours(1)}`, 3],
      [`status=invalid&from=${inHours(-1)}`, 1],
      [`client_id=${ann}&to=${inHours(-1)}`, 0],
      ['', 2, main],
      ['status=invalid', 0, main],
    ] as const) {
      const { body } = await studio.get(`/v2/checkins?limit=1&include_count=true&${query}`, headers);
      expect([query, body.total]).toEqual([query, { count: expected, isCapped: false }]);
    }
    expect((await studio.get('/v2/checkins')).body).not.toHaveProperty('total');
  });

  test('200 counts no further than 1,000', async () => {
    const [row] = studio.db.query<Record<string, string>, []>('select * from "checkins" limit 1').all();
    const names = Object.keys(row ?? {});
    const copy = studio.db.query(
      `insert into "checkins" (${names.map((name) => `"${name}"`)}) values (${names.map((name) => `$${name}`)})`,
    );
    for (let made = 0; made < 1_000; made += 1) copy.run({ ...row, id: Bun.randomUUIDv7(), externalId: null });
    const { body } = await studio.get('/v2/checkins?limit=1&include_count=true');
    expect(body.total).toEqual({ count: 1_000, isCapped: true });
  });

  test('200 expands client, location, booking and session, in as many statements for one as for many', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const [client, bookingId] = [await addClient(studio), await addBooking(studio, bo, sessionId)];
    const made = await checkIn(studio, { clientId: bo, bookingId });
    await checkIn(studio, { clientId: client, bookingId: await addBooking(studio, client, sessionId) });
    const paths = 'expand[]=client&expand[]=location&expand[]=booking.client&expand[]=data.session.location';
    const { body } = await studio.get(`/v2/checkins/${made.id}?${paths}`);
    expect(body).toMatchObject({
      client: { id: bo, object: 'client' },
      location: { id: MAIN_SITE, object: 'site' },
      booking: { id: bookingId, object: 'booking', client: { id: bo } },
      session: { id: sessionId, object: 'session', location: { id: MAIN_SITE } },
    });
    const general = await studio.get(`/v2/checkins/${ids[0]}?${paths}`);
    expect([general.body.booking, general.body.session]).toEqual([null, null]);

    const statements = (limit: number) =>
      fewestOf(async () => {
        const before = queries.executed;
        await studio.get(`/v2/checkins?limit=${limit}&${paths}`);
        return queries.executed - before;
      });
    const few = await statements(1);
    expect(few).toBeGreaterThan(3);
    expect(await statements(2)).toBe(few);
  });

  test('200 a restricted caller sees the check-ins of its sites, and no clients of other homes in them', async () => {
    const key = await studio.withKey({ siteIds: [uptown] });
    expect(await list('', key)).toEqual(pick(0, 1));
    expect(await list(`client_id=${ann}`, key)).toEqual(pick(1));
    expect(await list(`limit=1&starting_after=${ids[0]}`, key)).toEqual(pick(1));
    expect((await studio.get('/v2/checkins?expand[]=client', key)).body.data[0].client).toBeNull();
    expect((await studio.get(`/v2/checkins/${ids[3]}`, key)).status).toBe(404);
    expect((await studio.get(`/v2/checkins?location_id=${MAIN_SITE}`, key)).status).toBe(403);
  });

  test('400 unknown cursors, filters and paths', async () => {
    const errorOf = async (query: string) => errorWithParam(await studio.get(`/v2/checkins?${query}`));
    expect(await errorOf('starting_after=none')).toEqual([400, 'cursor_invalid', 'starting_after']);
    expect(await errorOf('status=late')).toEqual([400, 'parameter_invalid', 'status']);
    expect(await errorOf('source=api')).toEqual([400, 'parameter_unknown', 'source']);
    expect(await errorOf('expand[]=package')).toEqual([400, 'parameter_invalid', 'expand[]']);
  });

  test('401, 403, and 404 for an unknown id', async () => {
    for (const path of ['/v2/checkins', `/v2/checkins/${ids[0]}`]) {
      expect((await studio.get(path, { 'x-service-api-key': '' })).status).toBe(401);
      const other = await studio.withKey({ scopes: ['bookings:read'] });
      expect((await studio.get(path, other)).status).toBe(403);
    }
    expect((await studio.get(`/v2/checkins/${UNKNOWN}`)).status).toBe(404);
    expect((await studio.get('/v2/checkins/none')).status).toBe(404);
  });
});

describe('every list is one seek by its index', () => {
  const seeks: readonly [query: () => string, seek: RegExp][] = [
    [() => 'limit=100', /checkins USING INDEX sqlite_autoindex_checkins_1/],
    [() => `client_id=${ann}&location_id=${uptown}`, /checkins USING INDEX checkinsByClient \(clientId=\?/],
    [() => `location_id=${uptown}`, /checkins USING INDEX checkinsBySite \(siteId=\?/],
    [() => 'status=invalid', /checkins USING INDEX checkinsRefused(?: \(|$)/],
    [() => `status=invalid&location_id=${uptown}`, /checkins USING INDEX checkinsRefusedBySite \(siteId=\?/],
    [() => `status=invalid&from=${inHours(0)}`, /checkins USING INDEX checkinsRefusedByTime \(/],
    [
      () => `status=invalid&location_id=${uptown}&to=${inHours(9)}`,
      /checkins USING INDEX checkinsRefusedBySiteAndTime \(siteId=\?/,
    ],
    [() => `status=valid&location_id=${uptown}`, /checkins USING INDEX checkinsBySite \(siteId=\?/],
    [() => `status=valid&client_id=${ann}`, /checkins USING INDEX checkinsByClient \(clientId=\?/],
    [() => `external_id=x&client_id=${ann}`, /checkins USING INDEX checkinsByExternalId \(externalId=\?/],
  ];
  test('and so is its count', async () => {
    const key = await studio.withKey({ siteIds: [uptown] });
    const counted = async () => {
      for (const [query] of seeks) {
        for (const headers of [undefined, key]) {
          await studio.get(`/v2/checkins?limit=1&include_count=true&${query()}`, headers);
        }
      }
    };
    const costly = (await plansOf(studio, 'checkins', counted)).filter(isCostly);
    // The rows to count, of which there are 1,001 at most.
    expect(costly.filter((step) => !step.startsWith('SCAN (subquery'))).toEqual([]);
  });

  for (const [query, seek] of seeks) {
    test(`GET /v2/checkins by ${seek.source}`, async () => {
      const key = await studio.withKey({ siteIds: [uptown] });
      await expectSeeks(studio, `/v2/checkins?${query()}`, { table: 'checkins', seek, cursor: ids[1], key });
    });
  }
});
