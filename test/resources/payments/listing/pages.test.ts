import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { errorWithParam } from '../../../helpers/errors.ts';
import { isCostly, plansOf } from '../../../helpers/query-plans.ts';
import { createClient, paymentBody, UNKNOWN } from '../../../helpers/sales.ts';

const LIST = '/manage/payments';

const studio = forEachTest(openStudio);
let [ann, bo, uptown] = ['', '', ''];
/** An hour apart, the newest first: a mat uptown, water uptown, another fee, a mat, a fee of Ann. */
let ids: string[] = [];

const pay = async (clientId: string, fields: object): Promise<string> => {
  const { id } = await studio.given(studio.post(LIST, paymentBody(clientId, fields)));
  await studio.time.skipTo(studio.time.now() + HOUR_MS);
  return id;
};

beforeEach(async () => {
  [ann, bo] = [await createClient(studio), await createClient(studio)];
  uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown', currency: 'EUR' }))).id;
  ids = [];
  ids.unshift(await pay(ann, { purpose: 'other', paymentMethod: 'external', amount: 1_500 }));
  ids.unshift(await pay(ann, { purpose: 'product', amount: 2_500 }));
  ids.unshift(await pay(bo, { purpose: 'other', amount: 1_000 }));
  ids.unshift(await pay(bo, { purpose: 'product', amount: 300, currency: 'EUR', siteId: uptown }));
  ids.unshift(
    await pay(bo, { purpose: 'product', paymentMethod: 'external', amount: 2_500, currency: 'EUR', siteId: uptown }),
  );
});

const list = (query: string, headers?: Record<string, string>) => studio.listed(`${LIST}?${query}`, headers);
const pick = (...places: number[]): string[] => places.map((place) => String(ids[place]));

describe('GET /manage/payments', () => {
  test('200 by purpose, method, status and place, the latest first, both ways', async () => {
    expect(await list('purpose=product')).toEqual(pick(0, 1, 3));
    expect(await list('payment_method=external')).toEqual(pick(0, 4));
    expect(await list('payment_method=external&purpose=product')).toEqual(pick(0));
    expect(await list('purpose=product&status=failed')).toEqual([]);
    expect(await list(`location_id=${uptown}`)).toEqual(pick(0, 1));
    expect(await list(`location_id=${MAIN_SITE}&purpose=other`)).toEqual(pick(2, 4));
    expect(await list(`location_id=${UNKNOWN}&purpose=other`)).toEqual([]);
    expect(await list(`purpose=product&client_id=${bo}`)).toEqual(pick(0, 1));
    expect(await list(`payment_method=cash&client_id=${bo}&location_id=${MAIN_SITE}`)).toEqual(pick(2));
    expect(await list(`purpose=product&limit=1&starting_after=${ids[0]}`)).toEqual(pick(1));
    expect(await list(`purpose=product&limit=1&ending_before=${ids[3]}`)).toEqual(pick(1));
    const first = await studio.get(`${LIST}?purpose=product&limit=2`);
    expect(first.body).toMatchObject({ hasMore: true, nextCursor: ids[1], previousCursor: null });
  });

  test('200 in a period', async () => {
    expect(await list(`purpose=product&from=${inHours(2)}&to=${inHours(4)}`)).toEqual(pick(1));
    expect(await list(`status=completed&from=${inHours(2)}`)).toEqual(pick(0, 1, 2));
    expect(await list(`payment_method=cash&to=${inHours(2)}&location_id=${MAIN_SITE}`)).toEqual(pick(3));
  });

  test('200 of restricted callers, of some sites and of many', async () => {
    const one = await studio.withKey({ siteIds: [uptown] });
    const several = await studio.withKey({ siteIds: [uptown, MAIN_SITE] });
    const others: string[] = [];
    for (let site = 0; site < 9; site += 1) {
      others.push((await studio.given(studio.post('/v2/sites', { name: `Site ${site}` }))).id);
    }
    const many = await studio.withKey({ siteIds: [uptown, ...others] });
    for (const key of [one, many]) expect(await list('purpose=product', key)).toEqual(pick(0, 1));
    expect(await list('purpose=product', several)).toEqual(pick(0, 1, 3));
    expect((await studio.get(`${LIST}?purpose=product&location_id=${MAIN_SITE}`, one)).status).toBe(403);
    const total = async (key: Record<string, string>) =>
      (await studio.get(`${LIST}?include_count=true`, key)).body.total.count;
    expect([await total(one), await total(many), await total(several)]).toEqual([2, 2, 5]);
  });

  test('200 with the totals of the whole list by currency', async () => {
    await studio.given(studio.post(`/v2/payments/${ids[3]}/refund`, { amount: 500 }));
    const total = async (query: string) => (await studio.get(`${LIST}?limit=1&include_count=true&${query}`)).body.total;
    const sum = (currency: string, count: number, amount: number, amountRefunded = 0) =>
      ({ currency, count, amount, amountPaid: amount, amountRefunded }) as const;
    const whole = { isCapped: false };
    expect(await total('')).toEqual({ ...whole, count: 5, amounts: [sum('USD', 3, 5_000, 500), sum('EUR', 2, 2_800)] });
    expect(await total('purpose=other')).toEqual({ ...whole, count: 2, amounts: [sum('USD', 2, 2_500)] });
    expect(await total(`client_id=${bo}&purpose=product`)).toEqual({
      ...whole,
      count: 2,
      amounts: [sum('EUR', 2, 2_800)],
    });
    expect(await total(`location_id=${uptown}&from=${inHours(4)}`)).toEqual({
      ...whole,
      count: 1,
      amounts: [sum('EUR', 1, 2_500)],
    });
    expect(await total('status=failed')).toEqual({ ...whole, count: 0, amounts: [] });
    expect((await studio.get(LIST)).body).not.toHaveProperty('total');
  });

  test('200 counts 10,000 payments at most', async () => {
    const { db } = studio;
    const row = db.query('select * from payments where id = ?').get(String(ids[0])) as Record<string, string | null>;
    const names = Object.keys(row).filter((name) => name !== 'id' && name !== 'invoiceNumber');
    db.query(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
       insert into payments (id, ${names.join()})
       select printf('01950000-0000-7000-8000-%012d', i), ${names.map((_, at) => `?${at + 1}`).join()} from n`,
    ).run(...names.map((name) => row[name] ?? null));
    const { total } = (await studio.get(`${LIST}?include_count=true`)).body;
    expect(total).toMatchObject({ count: 10_000, isCapped: true });
    const restricted = await studio.withKey({ siteIds: [MAIN_SITE, uptown] });
    expect((await studio.get(`${LIST}?include_count=true`, restricted)).body.total.isCapped).toBe(true);
  });

  test('400 unknown words and cursors, 403 without the permission', async () => {
    const refused = async (query: string, headers?: Record<string, string>) =>
      errorWithParam(await studio.get(`${LIST}?${query}`, headers));
    expect(await refused('purpose=none')).toEqual([400, 'parameter_invalid', 'purpose']);
    expect(await refused('payment_method=none')).toEqual([400, 'parameter_invalid', 'payment_method']);
    expect(await refused(`purpose=other&starting_after=${UNKNOWN}`)).toEqual([400, 'cursor_invalid', 'starting_after']);
    const other = await studio.withKey({ siteIds: [uptown] });
    const cursor = `purpose=other&ending_before=${ids[4]}`;
    expect(await refused(cursor, other)).toEqual([400, 'cursor_invalid', 'ending_before']);
    expect((await studio.get(LIST, await studio.withKey({ scopes: ['payments:read'] }))).status).toBe(403);
  });

  const PLANS = [
    ['purpose=product', 'paymentsByKind (purpose=? AND paymentMethod=? AND status=?)'],
    ['payment_method=comp&CURSOR', 'paymentsByKind (purpose=? AND paymentMethod=? AND status=? AND'],
    ['status=failed&from=FROM', 'paymentsByKind (purpose=? AND paymentMethod=? AND status=? AND createdAt>?)'],
    ['purpose=product&location_id=SITE', 'paymentsBySiteAndKind (siteId=? AND purpose=? AND paymentMethod=? AND'],
    ['purpose=product&client_id=CLIENT', 'paymentsByClient (clientId=?)'],
    ['location_id=SITE', 'paymentsBySite (siteId=?)'],
    ['include_count=true&limit=1', 'paymentsByKind (purpose=? AND paymentMethod=? AND status=?)'],
    [
      'include_count=true&location_id=SITE&from=FROM',
      'paymentsBySiteAndKind (siteId=? AND purpose=? AND paymentMethod',
    ],
    ['include_count=true&client_id=CLIENT&purpose=product', 'paymentsByClient (clientId=?)'],
  ] as const;
  for (const [query, index] of PLANS) {
    test(`${query} seeks in ${index}`, async () => {
      const path = query
        .replace('CURSOR', `starting_after=${ids[1]}`)
        .replace('SITE', MAIN_SITE)
        .replace('CLIENT', ann)
        .replace('FROM', inHours(0));
      const steps = await plansOf(studio, 'payments', () => studio.get(`${LIST}?${path}`));
      expect(steps.filter((step) => step.includes(index))).not.toEqual([]);
      // The sums of at most 10,000 payments are grouped by currency.
      const costly = steps.filter((step) => isCostly(step) && step !== 'USE TEMP B-TREE FOR GROUP BY');
      expect(costly.filter((step) => !step.startsWith('SCAN (subquery'))).toEqual([]);
    });
  }
});
