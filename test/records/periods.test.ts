import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio, TEST_START } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { isCostly, plansOf } from '../helpers/query-plans.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio);
});

type Item = Record<string, unknown> & { readonly id: string };

const list = async (path: string, key?: string): Promise<readonly Item[]> => {
  const response = await studio.get(path, key === undefined ? {} : { 'x-service-api-key': key });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body.data;
};

const idsOf = async (path: string, key?: string): Promise<string[]> => (await list(path, key)).map(({ id }) => id);

/** Three of each, an hour apart; the ids of the oldest first. */
const make = async (one: (hour: number) => Promise<string>): Promise<string[]> => {
  const ids: string[] = [];
  for (const hour of [0, 1, 2]) ids.push(await one(hour));
  return ids;
};

const families = {
  payments: () =>
    make(async (hour) => {
      const row = {
        externalId: `p${hour}`,
        clientId,
        amount: 100,
        paymentMethod: 'cash',
        createdAt: inHours(hour - 10),
      };
      const response = await studio.post('/manage/imports?family=payments', [row]);
      return response.body.results[0].id;
    }),
  bookings: () =>
    make(async (hour) => addBooking(studio, clientId, await addSession(studio, { startsIn: (hour + 24) * HOUR_MS }))),
  checkins: () =>
    make(async (hour) => {
      await studio.time.moveTo(TEST_START + hour * HOUR_MS);
      return (await studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE })).body.id;
    }),
} as const;

describe.each([
  ['payments', -10],
  ['bookings', 24],
  ['checkins', 0],
] as const)('%s', (family, first) => {
  test('200 from and to, in the order of their instant, page by page', async () => {
    const [oldest, middle, newest] = await families[family]();
    const of = (query: string, key?: string) => idsOf(`/v2/${family}?${query}`, key);
    expect(await of(`from=${inHours(first)}`)).toEqual([newest, middle, oldest] as string[]);
    expect(await of(`from=${inHours(first + 1)}`)).toEqual([newest, middle] as string[]);
    expect(await of(`to=${inHours(first + 1)}`)).toEqual([oldest] as string[]);
    expect(await of(`from=${inHours(first + 1)}&to=${inHours(first + 2)}&client_id=${clientId}`)).toEqual([
      middle,
    ] as string[]);
    expect(await of(`from=${inHours(first + 5)}`)).toEqual([]);
    const offset = new Date(Date.parse(inHours(first + 2)) + 2 * HOUR_MS).toISOString().replace('Z', '%2B02:00');
    expect(await of(`from=${offset}`)).toEqual([newest] as string[]);
    expect(await of(`from=${inHours(first)}&limit=1&starting_after=${newest}`)).toEqual([middle] as string[]);
    expect(await of(`from=${inHours(first)}&limit=1&ending_before=${oldest}`)).toEqual([middle] as string[]);
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    expect(await of(`from=${inHours(first)}`, await studio.makeKey({ siteIds: [other, MAIN_SITE] }))).toHaveLength(3);
    expect(await of(`from=${inHours(first)}`, await studio.makeKey({ siteIds: [other] }))).toEqual([]);
    expect((await studio.get(`/v2/${family}?from=yesterday`)).body.error).toMatchObject({ param: 'from' });
  });

  test('a page of a period seeks in an index and sorts nothing', async () => {
    const [, middle] = await families[family]();
    const key = await studio.makeKey({ siteIds: [MAIN_SITE] });
    const period = `/v2/${family}?from=${inHours(first)}&to=${inHours(first + 2)}`;
    const plans = await plansOf(studio, family, async () => {
      await list(period);
      await list(`${period}&starting_after=${middle}`);
      await list(period, key);
    });
    expect(plans.filter(isCostly)).toEqual([]);
    expect(
      plans.filter((step) => /SEARCH .*USING INDEX (?:\w*Time|sessionsBooked\w*) /.test(step)).length,
    ).toBeGreaterThan(2);
  });
});
