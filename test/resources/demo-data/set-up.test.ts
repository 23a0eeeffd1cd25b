import { describe, expect, test } from 'bun:test';
import { DEMO_TABLES, EMPTIED_TABLES } from '../../../src/resources/demo-data/tables.ts';
import { makeDemoRows } from '../../../src/sandbox/demo/demo-rows.ts';
import { MAIN_SITE, TEST_START } from '../../helpers/api.ts';
import { openForSetup, openWithDemoData, setUp } from '../../helpers/demo-data.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { cookieOf, signIn, withCookie } from '../../helpers/people.ts';

const SAN = { timezone: 'Asia/Kolkata', currency: 'INR' };

describe('POST /manage/setup with demoData', () => {
  test('200 fills the studio, raises no further event, and lets nobody else in', async () => {
    const plain = await openForSetup();
    await plain.given(setUp(plain, { studio: SAN }));
    const studio = await openForSetup();
    const response = await setUp(studio, { studio: SAN, demoData: true });
    expect([response.status, response.body.status]).toEqual([200, 'signed_in']);
    expect(studio.events().toSorted()).toEqual([
      'settings.updated',
      'settings.updated',
      'site.updated',
      'staff.created',
    ]);
    expect(studio.db.query('pragma foreign_key_check').all()).toEqual([]);
    const owner = withCookie(cookieOf(response));
    const me = (await studio.get('/manage/me', owner)).body;
    expect(me).toMatchObject({
      hasDemoData: true,
      studio: { name: 'Test studio', timezone: 'Asia/Kolkata', currency: 'INR', defaultSiteId: MAIN_SITE },
      sites: [{ name: 'Main' }, { name: 'Online', timezone: 'Asia/Kolkata', currency: 'INR' }],
    });
    expect(me.sites[0].rooms.length).toBe(5);
    // What lets somebody in or tells somebody is as without demo data.
    const others = [
      ...EMPTIED_TABLES.filter((table) => table !== 'clientSearchSites'),
      'apiKeys',
      'oauthClients',
      'webhookEndpoints',
      'kiosks',
      'staffSignIns',
      'staffSessions',
      'staffInvitations',
      'staffPasskeys',
      'staffRecoveryCodes',
      'auditLog',
      'settings',
      'pictures',
    ];
    for (const table of others) expect([table, studio.count(table)]).toEqual([table, plain.count(table)]);
    for (const name of ['felix', 'ana', 'olivia']) {
      expect((await signIn(studio, `${name}@demo-studio.example`, 'sandbox password')).status).toBe(401);
    }
  });

  test('every row that is made is placed, at the first site and with its owner', async () => {
    const start = { now: TEST_START, zone: 'America/New_York', currency: 'USD' };
    const made: [string, string[], unknown[][]][] = JSON.parse(await makeDemoRows(start));
    const { studio, owner } = await openWithDemoData();
    for (const [table, , rows] of made.filter(([table]) => DEMO_TABLES.some((each) => each === table))) {
      expect([table, studio.count(table)]).toEqual([table, rows.length]);
    }
    const { id } = (await studio.get('/manage/me', owner)).body.staff;
    expect(studio.count('clientLists where staffId = ?', id)).toBeGreaterThan(0);
    expect(studio.count('sessions where siteId = ?', MAIN_SITE)).toBeGreaterThan(100);
    expect(studio.count('staff where role = ?', 'owner')).toBe(1);
    await studio.app.stop();
  });

  test('what is placed is found: by search, on the day, and among the content', async () => {
    const { studio, owner } = await openWithDemoData();
    expect((await studio.get('/v2/clients?search=Dana', owner)).body.data).toMatchObject([{ lastName: 'Rivera' }]);
    const today = '2026-03-02';
    const day = `/v2/sessions?location_id=${MAIN_SITE}&start_time_gte=${today}T05:00:00Z&start_time_lte=${today}T23:59:00Z`;
    expect((await studio.get(day, owner)).body.data.length).toBeGreaterThan(5);
    expect((await studio.get('/v2/content/search?q=squats', owner)).body.data.length).toBeGreaterThan(0);
    await studio.app.stop();
  });

  const PLACES = [
    ['Pacific/Auckland', 'NZD'],
    ['Pacific/Honolulu', 'KWD'],
    ['UTC', 'EUR'],
    ['America/St_Johns', 'CAD'],
    ['Asia/Tokyo', 'JPY'],
  ] as const;
  test.each(testsEverything ? PLACES : PLACES.slice(0, 2))('200 in %s and %s', async (timezone, currency) => {
    const studio = await openForSetup();
    const response = await setUp(studio, { studio: { timezone, currency }, demoData: true });
    expect(response.status).toBe(200);
    expect(studio.count('plans where currency = ?', currency)).toBe(studio.count('plans'));
    expect(studio.count('sessions where timezone = ?', timezone)).toBe(studio.count('sessions'));
    await studio.app.stop();
  });

  test('200 without it there are no demo data', async () => {
    const studio = await openForSetup();
    const response = await setUp(studio, { demoData: false });
    expect((await studio.get('/manage/me', withCookie(cookieOf(response)))).body.hasDemoData).toBe(false);
    expect(studio.count('clients')).toBe(0);
  });

  test('409 studio_not_empty where there are data already; nothing is set up', async () => {
    const studio = await openForSetup();
    await studio.given(studio.post('/v2/clients', { firstName: 'Ada', lastName: 'Own', email: 'ada@example.com' }));
    const { status, body } = await setUp(studio, { demoData: true });
    expect([status, body.error.code]).toEqual([409, 'studio_not_empty']);
    expect(studio.events()).toEqual([]);
    expect((await setUp(studio)).status).toBe(200);
  });

  test('409 studio_not_empty also where a client came while they were made', async () => {
    const studio = await openForSetup(async (start) => {
      await studio.given(studio.post('/v2/clients', { firstName: 'Ada', lastName: 'Own', email: 'ada@example.com' }));
      return makeDemoRows(start);
    });
    expect((await setUp(studio, { demoData: true })).body.error.code).toBe('studio_not_empty');
    expect(studio.count('staff')).toBe(0);
    expect(studio.count('clients')).toBe(1);
  });

  test('503 demo_data_failed where they cannot be made; the link still works', async () => {
    const studio = await openForSetup(() => Promise.reject(new Error('expected')));
    const { status, body } = await setUp(studio, { demoData: true });
    expect([status, body.error.code]).toEqual([503, 'demo_data_failed']);
    expect([studio.count('staff'), studio.events()]).toEqual([0, []]);
    expect((await setUp(studio)).status).toBe(200);
  });
});
