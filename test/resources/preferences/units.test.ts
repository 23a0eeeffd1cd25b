import { describe, expect, test } from 'bun:test';
import { systemOfLocale } from '../../../src/resources/preferences/queries.ts';
import { unitsOf } from '../../../src/resources/preferences/view.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

const PATH = '/v2/member/preferences/units';
const NONE = { object: 'unit_preferences', weight: null, distance: null, length: null, energy: null, updatedAt: null };

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const get = () => studio.send('GET', PATH, undefined, member.headers);
const put = (body: unknown) => studio.send('PUT', PATH, body, member.headers);
const setLocale = (locale: string) => studio.patch('/v2/settings', { brand: { locale } });

describe('GET /v2/member/preferences/units', () => {
  test("200 the system follows the brand's locale until the member chooses one", async () => {
    const imperial = await get();
    expect([imperial.status, imperial.body]).toEqual([200, { ...NONE, system: 'imperial' }]);
    await setLocale('en-GB');
    expect((await get()).body).toEqual({ ...NONE, system: 'metric' });
    await put({ system: 'imperial' });
    await setLocale('de');
    expect((await get()).body.system).toBe('imperial');
  });

  test('which locales are of the United States', () => {
    const systems = ['en-US', 'es-US', 'en-Latn-US', 'en-GB', 'en', 'de-DE', 'es-419', 'en-LR'].map(systemOfLocale);
    expect(systems.map((system) => system === 'imperial')).toEqual([true, true, true, ...Array(5).fill(false)]);
  });

  test('401 without a credential', async () => {
    expect((await studio.send('GET', PATH, undefined, { ...member.headers, authorization: '' })).status).toBe(401);
  });
});

describe('PUT /v2/member/preferences/units', () => {
  test('200 replaces: what is null or left out follows the system, and the system the brand', async () => {
    const updatedAt = '2026-03-02T08:00:00.000Z';
    const first = await put({ system: 'metric', weight: 'lb', distance: 'mi', length: 'in', energy: 'kJ' });
    expect([first.status, first.body]).toEqual([
      200,
      {
        object: 'unit_preferences',
        system: 'metric',
        updatedAt,
        weight: 'lb',
        distance: 'mi',
        length: 'in',
        energy: 'kJ',
      },
    ]);
    expect((await get()).body).toEqual(first.body);
    expect((await put({ distance: 'km', weight: null })).body).toEqual({
      ...NONE,
      system: 'imperial',
      distance: 'km',
      updatedAt,
    });
    expect((await studio.send('GET', '/public-api/v2/member/profile', undefined, member.headers)).body).toMatchObject({
      unitPreferences: { object: 'unit_preferences', system: 'imperial', distance: 'km' },
    });
    expect(studio.events()).toEqual([]);
  });

  test('200 the same again keeps its time', async () => {
    const first = (await put({ weight: 'kg' })).body;
    await studio.time.moveTo(studio.time.now() + 1000);
    expect((await put({ weight: 'kg', energy: null })).body).toEqual(first);
    expect((await put({})).body.updatedAt).toBe('2026-03-02T08:00:01.000Z');
    expect(studio.events()).toEqual([]);
  });

  test('the units in which a member reads values', async () => {
    const units = () => unitsOf(studio.store.view(), member.id);
    expect(units()).toEqual({ weight: 'lb', distance: 'mi', length: 'in', energy: 'kcal' });
    await put({ system: 'metric', distance: 'mi', energy: 'kJ' });
    expect(units()).toEqual({ weight: 'kg', distance: 'mi', length: 'cm', energy: 'kJ' });
  });

  test('400 every problem at once', async () => {
    const refused = await put({ system: null, weight: 'stone', length: 'm', volume: 'l' });
    expect(problemsOf(refused).sort()).toEqual([
      400,
      'length parameter_invalid',
      'system parameter_invalid',
      'volume parameter_unknown',
      'weight parameter_invalid',
    ]);
    expect(studio.events()).toEqual([]);
  });
});
