import { beforeEach, describe, expect, test } from 'bun:test';
import { matchOf } from '../../../src/resources/clients/search.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const found = (search: string, more = '') =>
  studio.listed(`/v2/clients?search=${encodeURIComponent(search)}${more}`, {}, 'fullName');

const person = (firstName: string, lastName: string, email: string) =>
  addClient(studio, { firstName, lastName, email });

describe('search', () => {
  beforeEach(async () => {
    await person('Ann', 'Lee', 'ann.lee@example.com');
    await person('José', 'Álvarez Núñez', 'jose@correo.example');
    await person('Mary-Ann', "O'Brien", 'mob@example.com');
    await person('Bo', 'Xu', 'bo@example.com');
    await person('Łukasz', 'Müller', 'lm@example.com');
    await person('Дмитрий', '李小龙', 'd@example.com');
    await person('100%', '"Quote" _x', 'q@example.com');
  });

  const cases: readonly [search: string, names: readonly string[]][] = [
    ['lee', ['Ann Lee']],
    ['LEE', ['Ann Lee']],
    ['brie', ["Mary-Ann O'Brien"]],
    ["o'b", ["Mary-Ann O'Brien"]],
    ['ann', ["Mary-Ann O'Brien", 'Ann Lee']],
    ['an', ["Mary-Ann O'Brien", 'Ann Lee']],
    ['b', ['Bo Xu', "Mary-Ann O'Brien"]],
    ['x', ['Bo Xu']],
    ['bo xu', ['Bo Xu']],
    ['xu  bo', ['Bo Xu']],
    ['xu ann', []],
    ['ann lee', ['Ann Lee']],
    ['jose', ['José Álvarez Núñez']],
    ['JOSÉ', ['José Álvarez Núñez']],
    ['alvarez nunez', ['José Álvarez Núñez']],
    ['nu', ['José Álvarez Núñez']],
    ['ná', []],
    ['muller', ['Łukasz Müller']],
    ['łu', ['Łukasz Müller']],
    ['дми', ['Дмитрий 李小龙']],
    ['李', ['Дмитрий 李小龙']],
    ['李小', ['Дмитрий 李小龙']],
    ['ann.lee@ex', ['Ann Lee']],
    ['correo', ['José Álvarez Núñez']],
    ['"quo', ['100% "Quote" _x']],
    ['"', ['100% "Quote" _x']],
    ['00%', ['100% "Quote" _x']],
    ['_x', ['100% "Quote" _x']],
    ['ann OR bo', []],
    ['ann*', []],
    ['words:ann', []],
    ['NOT', []],
    ['nobody', []],
    // Accents alone leave no word.
    ['\u0301', []],
    ['ann lee \u0301', ['Ann Lee']],
  ];
  for (const [search, names] of cases) {
    test(`200 '${search}' finds ${names.length === 0 ? 'nobody' : names.join(' and ')}`, async () => {
      expect(await found(search)).toEqual([...names]);
    });
  }

  test('400 control characters and too long a text', async () => {
    for (const search of ['a%00b', `${'x'.repeat(201)}`]) {
      expect((await studio.get(`/v2/clients?search=${search}`)).body.error.param).toBe('search');
    }
    expect(studio.reportedErrors).toEqual([]);
  });
});

describe('search follows the client', () => {
  test('a new name is found and the old one is not; an unrelated edit changes nothing', async () => {
    const id = await person('Ann', 'Lee', 'ann@example.com');
    await studio.patch(`/v2/clients/${id}`, { lastName: 'Moss', email: 'moss@example.com' });
    expect(await found('lee')).toEqual([]);
    expect(await found('ann@')).toEqual([]);
    expect(await found('moss')).toEqual(['Ann Moss']);
    await studio.patch(`/v2/clients/${id}`, { phone: '1' });
    expect(await found('moss')).toEqual(['Ann Moss']);
  });

  test('an archived client is found only with include_archived', async () => {
    const id = await person('Ann', 'Lee', 'ann@example.com');
    await studio.delete(`/v2/clients/${id}`);
    expect(await found('lee')).toEqual([]);
    expect(await found('lee', '&include_archived=true')).toEqual(['Ann Lee']);
  });

  test('400 cursor_invalid for a client of a site that the caller does not reach, as for an unknown one', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const key = await studio.withKey({ siteIds: [uptown] });
    const own = await addClient(studio, { firstName: 'Zoe', homeLocationId: uptown });
    const other = await addClient(studio, { firstName: 'Zoe' });
    for (const query of ['search=Zoe&', 'include_archived=true&search=zo&', '']) {
      for (const cursor of ['starting_after', 'ending_before']) {
        const responseTo = (id: string) => studio.get(`/v2/clients?${query}${cursor}=${id}`, key);
        expect((await responseTo(own)).status).toBe(200);
        for (const id of [other, UNKNOWN]) {
          expect(await responseTo(id)).toMatchObject({
            status: 400,
            body: { error: { code: 'cursor_invalid', param: cursor } },
          });
        }
      }
    }
  });

  test('a restricted caller finds the clients of their sites, live or archived, wherever they move', async () => {
    const site = async (name: string): Promise<string> => (await studio.post('/v2/sites', { name })).body.id;
    const [uptown, harbour, empty] = [await site('Uptown'), await site('Harbour'), await site('Empty')];
    const keys = {
      uptown: await studio.makeKey({ siteIds: [uptown] }),
      both: await studio.makeKey({ siteIds: [harbour, uptown] }),
      empty: await studio.makeKey({ siteIds: [empty] }),
    };
    /** Whom each key finds, live and then archived ones too. */
    const all = async () => {
      const lists: Record<string, string[][]> = {};
      for (const [name, key] of Object.entries(keys)) {
        const of = async (more: string) => {
          const { body } = await studio.get(`/v2/clients?search=l${more}`, { 'x-service-api-key': key });
          return body.data.map(({ firstName }: { firstName: string }) => firstName);
        };
        lists[name] = [await of(''), await of('&include_archived=true')];
      }
      return lists;
    };
    const ann = await addClient(studio, { firstName: 'Ann', lastName: 'Lee', homeLocationId: uptown });
    const bea = await addClient(studio, { firstName: 'Bea', lastName: 'Lund', homeLocationId: harbour });
    await studio.given(person('Cai', 'Lim', 'cai@example.com'));
    expect(await all()).toEqual({
      uptown: [['Ann'], ['Ann']],
      both: [
        ['Bea', 'Ann'],
        ['Bea', 'Ann'],
      ],
      empty: [[], []],
    });

    await studio.patch(`/v2/clients/${bea}`, { homeLocationId: uptown });
    await studio.delete(`/v2/clients/${ann}`);
    expect(studio.events()).toEqual(['client.updated', 'client.archived']);
    expect(await all()).toEqual({
      uptown: [['Bea'], ['Bea', 'Ann']],
      both: [['Bea'], ['Bea', 'Ann']],
      empty: [[], []],
    });

    await studio.patch(`/v2/clients/${ann}`, { status: 'active' });
    await studio.patch(`/v2/clients/${bea}`, { homeLocationId: harbour });
    expect(studio.events()).toEqual(['client.restored', 'client.updated']);
    expect(await all()).toEqual({
      uptown: [['Ann'], ['Ann']],
      both: [
        ['Bea', 'Ann'],
        ['Bea', 'Ann'],
      ],
      empty: [[], []],
    });
    expect(await found('l', `&email=cai@example.com`)).toEqual(['Cai Lim']);
    expect(await found('l', '&external_id=x')).toEqual([]);
  });

  test('a refused create leaves nothing to find', async () => {
    await person('Ann', 'Lee', 'ann@example.com');
    const refused = { firstName: 'Zoe', lastName: 'Zimmer', email: 'ann@example.com' };
    expect((await studio.post('/v2/clients', refused)).status).toBe(409);
    expect(await found('zim')).toEqual([]);
  });

  test('pages both ways, newest first, with other filters', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await person('Ann', name, `${name}@example.com`);
    const first = await studio.get('/v2/clients?search=ann&limit=2');
    expect(first.body.data.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Five', 'Four']);
    expect([first.body.hasMore, first.body.previousCursor]).toEqual([true, null]);
    const next = first.body.nextCursor;
    expect(await found('ann', `&limit=2&starting_after=${next}`)).toEqual(['Ann Three', 'Ann Two']);
    const last = await studio.get(`/v2/clients?search=ann&limit=3&starting_after=${next}`);
    expect([last.body.data.length, last.body.hasMore]).toEqual([3, false]);
    expect(await found('ann', `&limit=2&ending_before=${last.body.data[0].id}`)).toEqual(['Ann Five', 'Ann Four']);
    expect(await found('ann', '&email=two@example.com')).toEqual(['Ann Two']);
  });
});

test('short words become beginnings, quotes are doubled, words are joined', () => {
  expect(matchOf('a')).toBe('"  a"');
  expect(matchOf(' an  lee ')).toBe('" an" "lee"');
  expect(matchOf('"x')).toBe('" ""x"');
  expect(matchOf('e\u0301')).toBe('"  e"');
});

describe('joiners inside names', () => {
  const WITH = 'علی\u200cرضا';
  const WITHOUT = 'علیرضا';

  test.each([
    [WITH, WITHOUT],
    [WITHOUT, WITH],
    [WITH, 'رضا'],
    ['Ka\u200dya', 'kaya'],
    ['Kaya', 'ka\u200dya'],
  ])('%p is found by %p', async (name, search) => {
    await person(name, 'Rezaei', 'ali@example.com');
    expect(await found(search)).toEqual([`${name} Rezaei`]);
  });
});
