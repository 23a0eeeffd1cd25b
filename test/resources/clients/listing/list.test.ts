import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addClient } from '../../../helpers/bookings.ts';
import { errorWithParam } from '../../../helpers/errors.ts';
import { isCostly, plansOf } from '../../../helpers/query-plans.ts';
import { createPlan, UNKNOWN } from '../../../helpers/sales.ts';

const studio = forEachTest(openStudio);
let [uptown, planId] = ['', ''];
let ids: Record<string, string> = {};

const add = async (name: string, fields: object): Promise<void> => {
  const [firstName, lastName] = name.split(' ');
  ids[name] = await addClient(studio, { firstName, lastName, email: `${firstName}@members.example`, ...fields });
  await studio.time.skipTo(studio.time.now() + HOUR_MS);
};

/** A visit so many days ago. */
const visit = (name: string, days: number): unknown =>
  studio.db
    .query('update clients set lastVisitAt = ? where id = ?')
    .run(new Date(studio.time.now() - days * DAY_MS).toISOString(), ids[name] ?? '');

const sell = (name: string, fields: object = {}) =>
  studio.given(studio.post('/manage/packages', { clientId: ids[name], planId, paymentMethod: 'cash', ...fields }));

beforeEach(async () => {
  ids = {};
  uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
  planId = await createPlan(studio, { validityDays: 5 });
  await add('Ann young', { tags: ['regular', 'early "bird"'], barcode: 'W-1', waiver: { status: 'signed' } });
  await add('Bo Adams', { tags: ['regular'], status: 'lead', fobNumber: 'F-1', joinedAt: '2025-01-01T00:00:00Z' });
  await add('Cy Zeller', { status: 'suspended', homeSiteId: uptown, phone: '+1 212 555 0199' });
  await add('Di adams', { homeSiteId: uptown, tags: ['trial'] });
  await add('Ed Olsen', {});
  await studio.given(studio.delete(`/v2/clients/${ids['Ed Olsen']}`));
  visit('Ann young', 40);
  visit('Cy Zeller', 10);
});

/** The first names of a list. */
const list = async (query: string, headers?: Record<string, string>) =>
  (await studio.listed(`/v2/clients?${query}`, headers, 'firstName')).join(' ');

describe('GET /v2/clients', () => {
  test('200 by each filter', async () => {
    await sell('Ann young');
    await sell('Cy Zeller', { planId: await createPlan(studio, { name: 'Monthly', validityDays: 5 }) });
    await sell('Di adams', { planId: await createPlan(studio, { name: 'Year', validityDays: 365 }) });
    studio.db
      .query(`update clients set accountBalances = '[{"amount":-5,"currency":"USD"}]' where id = ?`)
      .run(String(ids['Bo Adams']));
    const lists: Record<string, string> = {
      'status=lead': 'Bo',
      'status=archived': 'Ed',
      'tag=regular': 'Bo Ann',
      'tag=early%20%22bird%22': 'Ann',
      'tag=bird': '',
      [`home_site_id=${uptown}`]: 'Di Cy',
      [`plan_id=${planId}`]: 'Ann',
      [`plan_id=${UNKNOWN}`]: '',
      'package_ends_before=P7D': 'Ann',
      'package_ends_before=P400D': 'Di Ann',
      'last_visit_before=-P21D': 'Ann',
      'last_visit_after=-P21D': 'Cy',
      'last_visit_before=2027-01-01T00:00:00%2B01:00': 'Cy Ann',
      'never_visited=true': 'Di Bo',
      'never_visited=false': 'Cy Ann',
      'owes=true': 'Bo',
      'owes=false': 'Di Cy Ann',
      'joined_before=2026-01-01T00:00:00Z': 'Bo',
      'joined_after=-P1D': 'Di Cy Ann',
      'waiver_status=signed': 'Ann',
      'waiver_status=none': 'Di Cy Bo',
      'barcode=W-1': 'Ann',
      'fob_number=F-1': 'Bo',
    };
    // The period of a membership that renews ends, and the membership does not.
    studio.db
      .query('update packages set autoRenews = 1, nextRenewalAt = expiresAt where clientId = ?')
      .run(String(ids['Cy Zeller']));
    const found = await Promise.all(Object.keys(lists).map(async (query) => [query, await list(query)]));
    expect(Object.fromEntries(found)).toEqual(lists);
  });

  test('200 by several filters, with a search and with exact ones', async () => {
    expect(await list(`tag=regular&status=lead&joined_before=2026-01-01T00:00:00Z`)).toBe('Bo');
    expect(await list('tag=regular&never_visited=false')).toBe('Ann');
    expect(await list('search=adams&tag=trial')).toBe('Di');
    expect(await list('search=0199&status=suspended')).toBe('Cy');
    expect(await list('search=olsen&include_archived=true&never_visited=true')).toBe('Ed');
    expect(await list('search=olsen&never_visited=true')).toBe('');
    expect(await list('barcode=W-1&tag=regular&search=ann')).toBe('Ann');
    expect(await list('barcode=W-1&search=bo')).toBe('');
    expect(await list('email=Bo@members.example&status=active')).toBe('');
    expect(await list('tag=regular&include_archived=true&sort=name')).toBe('Bo Ann');
  });

  test('200 in each order, forwards and backwards', async () => {
    const orders = {
      newest: 'Di Cy Bo Ann',
      name: 'Bo Di Ann Cy',
      last_visit: 'Cy Ann Di Bo',
      longest_away: 'Bo Di Ann Cy',
    };
    for (const [sort, expected] of Object.entries(orders)) {
      expect(await list(`sort=${sort}`)).toBe(expected);
      const names = expected.split(' ');
      const idOf = (name = '') => Object.entries(ids).find(([whole]) => whole.startsWith(name))?.[1];
      for (const more of ['', '&never_visited=false', '&include_archived=false']) {
        const left = more.includes('never') ? names.filter((name) => ['Ann', 'Cy'].includes(name)) : names;
        expect(await list(`sort=${sort}&limit=1&starting_after=${idOf(left[0])}${more}`)).toBe(left[1] ?? '');
        expect(await list(`sort=${sort}&limit=1&ending_before=${idOf(left[1])}${more}`)).toBe(left[0] ?? '');
      }
    }
    expect(await list('search=adams&sort=name')).toBe('Bo Di');
  });

  test('200 with the number of clients', async () => {
    const total = async (query: string) =>
      (await studio.get(`/v2/clients?limit=1&include_count=true&${query}`)).body.total;
    expect(await total('')).toEqual({ count: 4, isCapped: false });
    expect(await total('tag=regular')).toEqual({ count: 2, isCapped: false });
    expect(await total('search=adams')).toEqual({ count: 2, isCapped: false });
    expect(await total('status=inactive')).toEqual({ count: 0, isCapped: false });
    expect(await total(`starting_after=${ids['Ann young']}`)).toEqual({ count: 4, isCapped: false });
    expect((await studio.get('/v2/clients')).body).not.toHaveProperty('total');
  });

  test('200 a restricted caller finds and counts clients of its sites only', async () => {
    const key = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(await list('sort=name', key)).toBe('Bo Ann');
    expect(await list('tag=trial', key)).toBe('');
    expect(await list(`home_site_id=${uptown}`, key)).toBe('');
    expect(await list('search=adams&status=lead', key)).toBe('Bo');
    const { body } = await studio.get('/v2/clients?include_count=true&limit=1', key);
    expect(body.total).toEqual({ count: 2, isCapped: false });
    const cursor = await studio.get(`/v2/clients?sort=name&starting_after=${ids['Di adams']}`, key);
    expect(errorWithParam(cursor)).toEqual([400, 'cursor_invalid', 'starting_after']);
  });

  test('200 follows changes of tags', async () => {
    await studio.patch(`/v2/clients/${ids['Di adams']}`, { tags: ['regular', 'new'] });
    expect([await list('tag=regular'), await list('tag=trial'), await list('tag=new')]).toEqual([
      'Di Bo Ann',
      '',
      'Di',
    ]);
    await studio.patch(`/v2/clients/${ids['Di adams']}`, { tags: [] });
    expect(await list('tag=new')).toBe('');
    expect(studio.count('clientTags')).toBe(3);
  });

  test('400 for what no list has', async () => {
    const refused = async (query: string) => errorWithParam(await studio.get(`/v2/clients?${query}`));
    expect(await refused('status=none')).toEqual([400, 'parameter_invalid', 'status']);
    expect(await refused('sort=age')).toEqual([400, 'parameter_invalid', 'sort']);
    expect(await refused('last_visit_before=yesterday')).toEqual([400, 'parameter_invalid', 'last_visit_before']);
    expect(await refused('home_site_id=none')).toEqual([400, 'parameter_invalid', 'home_site_id']);
    expect(await refused(`sort=name&ending_before=${UNKNOWN}`)).toEqual([400, 'cursor_invalid', 'ending_before']);
  });
});

describe('GET /manage/client-tags', () => {
  test('200 the tags in use, each once; at some sites the tags of their clients', async () => {
    const { body } = await studio.get('/manage/client-tags');
    expect(body).toEqual({ object: 'client_tags', tags: ['early "bird"', 'regular', 'trial'], isCapped: false });
    const there = await studio.get('/manage/client-tags', await studio.withKey({ siteIds: [uptown, MAIN_SITE] }));
    expect(there.body.tags).toEqual(['early "bird"', 'regular', 'trial']);
    const one = await studio.get('/manage/client-tags', await studio.withKey({ siteIds: [uptown] }));
    expect(one.body.tags).toEqual(['trial']);
  });

  test('403 without the right', async () => {
    const key = await studio.withKey({ scopes: ['clients:read'] });
    expect((await studio.get('/manage/client-tags', key)).status).toBe(403);
  });
});

/** Sorting or counting clients that an index has found. */
const ofFound = (step: string): boolean => /TEMP B-TREE|^SCAN (found|\(subquery)/.test(step);

describe('each list reads few clients', () => {
  /** What a statement reads of the clients of a list whose filters leave few clients. */
  const NARROW = {
    'status=lead&sort=name': /clientsListed \(status=\?/,
    'tag=regular&sort=last_visit': /clientTags USING PRIMARY KEY \(tag=\?/,
    'plan_id=PLAN&status=active': /packagesHeld \(planId=\?/,
    'package_ends_before=P7D': /packagesEnding \(expiresAt>\? AND expiresAt<\?\)/,
    'last_visit_before=-P21D&status=active': /clientsByLastVisit \(<expr>>\? AND <expr><\?\)/,
    'owes=true': /clientsInArrears/,
    'joined_after=-P1D': /clientsByJoining \(joinedAt>\?\)/,
    'waiver_status=expired': /clientsListed \(status=\? AND <expr>=\?\)/,
    'waiver_status=expired&status=active': /clientsListed \(status=\? AND <expr>=\?\)/,
    'home_site_id=SITE&sort=name': /clientsByHome \(homeLocationId=\?/,
    'search=ad&tag=regular': /clientSearch VIRTUAL TABLE INDEX/,
    'barcode=W-1&status=active': /sqlite_autoindex_clients_\d \(barcode=\?\)/,
  };
  for (const [query, seek] of Object.entries(NARROW)) {
    test(`${query} by ${seek.source}`, async () => {
      const path = `/v2/clients?${query.replace('PLAN', planId).replace('SITE', MAIN_SITE)}`;
      const steps = await plansOf(studio, 'clients', () => studio.get(path));
      expect(steps.filter((step) => seek.test(step))).not.toEqual([]);
      // The clients that are found are sorted; no statement reads the whole table.
      expect(steps.filter((step) => isCostly(step) && !ofFound(step))).toEqual([]);
    });
  }

  const WALKED = {
    'sort=name': /clientsByName( |$)/,
    'sort=last_visit': /clientsByLastVisit( |$)/,
    'sort=newest&status=active': /sqlite_autoindex_clients_1/,
  };
  for (const [query, index] of Object.entries(WALKED)) {
    test(`${query} in the order of ${index.source}, where its filters leave many clients`, async () => {
      studio.db.run(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < 5010)
         insert into clients (rowId, id, firstName, lastName, status, homeLocationId, joinedAt, createdAt, updatedAt)
         select 1000 + i, printf('01950000-0000-7000-8000-%012d', i), 'A', 'B', 'active', ?, '2026-01-01', '', '' from n`,
        [MAIN_SITE],
      );
      const steps = await plansOf(studio, 'clients', () => studio.get(`/v2/clients?limit=1&${query}`));
      expect(steps.filter((step) => index.test(step))).not.toEqual([]);
      expect(steps.filter((step) => isCostly(step) && !ofFound(step))).toEqual([]);
    });
  }

  test('a list whose filters each leave many clients, but together few, looks at all of them in one index', async () => {
    studio.db.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 11000)
       insert into clients (rowId, id, firstName, lastName, status, homeLocationId, joinedAt, createdAt, updatedAt, lastVisitAt)
       select 1000 + i, printf('01950000-0000-7000-8000-%012d', i), 'A', 'B', iif(i > 5500, 'active', 'inactive'), ?,
         '2026-01-01', '', '', iif(i > 5500, null, '2026-01-01') from n`,
      [MAIN_SITE],
    );
    const path = '/v2/clients?status=inactive&never_visited=true&sort=name&include_count=true';
    const steps = await plansOf(studio, 'clients', async () => expect((await studio.get(path)).body.data).toEqual([]));
    expect(steps.filter((step) => step.includes('COVERING INDEX clientsListed'))).not.toEqual([]);
    expect(steps.filter((step) => isCostly(step) && !ofFound(step))).toEqual([]);
  });
});
