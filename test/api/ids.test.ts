import { describe, expect, test } from 'bun:test';
import { forAllTests, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addSession } from '../helpers/bookings.ts';
import { CARDS, openCardStudio } from '../helpers/cards.ts';
import { createClient, sellPackage, UNKNOWN } from '../helpers/sales.ts';

const studio = forAllTests(openStudio);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly format?: string };
}

/** The id filters of every list of the Business and Management API without ids in its path. */
const idFilters = async (): Promise<string[]> => {
  const { paths } = (await studio.get('/openapi.json')).body as {
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? [];
    if (!parameters.some(({ name }) => /^(?:starting_after|cursor)$/.test(name)) || /\{|member/.test(path)) return [];
    return parameters
      .filter((each) => each.in === 'query' && each.schema.format === 'uuid')
      .map(({ name }) => `${path}?${path.endsWith('/search') ? 'q=flow&' : ''}${name}=`);
  });
};

describe('an id in a filter', () => {
  test('that names no record gives an empty list, and 400 when it is no UUID', async () => {
    const filters = await idFilters();
    expect(filters.length).toBeGreaterThan(15);
    for (const filter of filters) {
      const { status, body } = await studio.get(`${filter}${UNKNOWN}`);
      expect([filter, status, body.data]).toEqual([filter, 200, []]);
      expect([filter, (await studio.get(`${filter}1`)).status]).toEqual([filter, 400]);
    }
  });
});

describe('a UUID in upper case', () => {
  test('is read in the filter for who did something', async () => {
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { description: 'By the river' });
    for (const path of ['/manage/events', '/manage/audit-log']) {
      const [{ actor }] = (await studio.get(path)).body.data;
      const found = (await studio.get(`${path}?actor=${actor.toUpperCase()}`)).body.data;
      expect(found).not.toEqual([]);
      expect(found).toEqual((await studio.get(`${path}?actor=${actor}`)).body.data);
    }
  });

  test('is read in paths, filters, cursors and bodies, and written in lower case', async () => {
    const clientId = await createClient(studio);
    const sessionId = await addSession(studio);
    await sellPackage(studio, clientId.toUpperCase());
    const booked = await studio.post('/v2/bookings', {
      clientId: clientId.toUpperCase(),
      sessionId: sessionId.toUpperCase(),
      metadata: { ref: 'ABCDEF00-0000-7000-8000-00000000000A' },
    });
    expect(booked.status).toBe(201);
    expect(booked.body).toMatchObject({
      clientId,
      sessionId,
      metadata: { ref: 'ABCDEF00-0000-7000-8000-00000000000A' },
    });
    const upper = booked.body.id.toUpperCase();
    expect((await studio.get(`/v2/bookings/${upper}`)).body.id).toBe(booked.body.id);
    expect((await studio.post(`/v2/bookings/${upper}/noshow`)).body.id).toBe(booked.body.id);
    const found = await studio.get(`/v2/bookings?client_id=${clientId.toUpperCase()}&starting_after=${upper}`);
    expect([found.status, found.body.data]).toEqual([200, []]);
    const event = (await studio.get('/manage/events')).body.data[0].id;
    expect((await studio.get(`/manage/events/evt_${event.slice(4).toUpperCase()}`)).body.id).toBe(event);
    const plan = {
      name: 'P',
      type: 'unlimited',
      price: 1,
      currency: 'USD',
      eligibleSiteIds: [MAIN_SITE.toUpperCase()],
    };
    expect((await studio.post('/manage/plans', plan)).body.eligibleSiteIds).toEqual([MAIN_SITE]);
  });

  test('is read in headers', async () => {
    const cards = await openCardStudio();
    const ann = await cards.member({ homeLocationId: MAIN_SITE.toUpperCase() });
    await cards.save(ann, CARDS.good);
    const path = '/public-api/v2/member/payments/methods';
    expect((await ann.call('GET', path, undefined, { 'x-site-id': MAIN_SITE.toUpperCase() })).status).toBe(200);
  });
});
