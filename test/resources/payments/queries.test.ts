import { describe, expect, test } from 'bun:test';
import { type ApiResponse, forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { HISTORY, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { createClient, paymentBody } from '../../helpers/sales.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

/** Records a payment of a client. Returns its id. */
const pay = async (clientId: string, fields: object = {}): Promise<string> => {
  const { status, body: payment } = await studio.post('/manage/payments', paymentBody(clientId, fields));
  expect(status).toBe(201);
  return payment.id;
};
const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

/** Every page of a list with two payments each. */
const pagesOf = async (get: (query: string) => Promise<ApiResponse>): Promise<string[][]> => {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: ApiResponse = await get(`limit=2${cursor === '' ? '' : `&starting_after=${cursor}`}`);
    pages.push(idsOf(response));
    cursor = response.body.nextCursor;
  }
  return pages;
};

describe('GET /v2/payments', () => {
  test('the newest first, also over several sites', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const eve = await createClient(studio, { homeLocationId: other });
    const ids: string[] = [];
    for (const clientId of [ann.clientId, eve, eve, ann.clientId, eve]) ids.unshift(await pay(clientId));
    const [fifth, fourth, third, second, first] = ids as [string, string, string, string, string];
    const both = await studio.withKey({ siteIds: [MAIN_SITE, other] });
    const one = await studio.withKey({ siteIds: [other] });
    const list = (headers: Record<string, string>) => (query: string) => studio.get(`/v2/payments?${query}`, headers);
    for (const headers of [{}, both]) {
      expect(await pagesOf(list(headers))).toEqual([[fifth, fourth], [third, second], [first]]);
      expect(idsOf(await list(headers)(`limit=2&ending_before=${second}`))).toEqual([fourth, third]);
    }
    expect(await pagesOf(list(one))).toEqual([[fifth, third], [second]]);
    const filtered = (query: string) => list(both)(`status=completed&client_id=${eve}&${query}`);
    expect(await pagesOf(filtered)).toEqual([[fifth, third], [second]]);
  });

  const PLANS = [
    ['', 'SCAN payments USING INDEX'],
    ['?status=completed', 'paymentsByStatus (status=?)'],
    ['?client_id=CLIENT&status=completed', 'paymentsByClient (clientId=?)'],
    ['?external_id=x&client_id=CLIENT&status=completed', 'paymentsByExternalId (externalId=?)'],
  ] as const;
  const PLANS_BY_SITE = [
    ['', 'paymentsBySite (siteId=?)'],
    ['?status=completed', 'paymentsBySiteAndStatus (siteId=? AND status=?)'],
    ['?client_id=CLIENT&status=completed', 'paymentsByClient (clientId=?)'],
    ['?external_id=x', 'paymentsByExternalId (externalId=?)'],
  ] as const;

  for (const [isRestricted, plans] of [
    [false, PLANS],
    [true, PLANS_BY_SITE],
  ] as const) {
    for (const [query, index] of plans) {
      test(`${query} ${isRestricted ? 'of a restricted caller ' : ''}uses ${index}`, async () => {
        const siteIds = isRestricted ? [MAIN_SITE] : null;
        const headers = await studio.withKey({ siteIds });
        const path = `/v2/payments${query.replace('CLIENT', ann.clientId)}`;
        const steps = await plansOf(studio, 'payments', () => studio.get(path, headers));
        expect(steps.filter((step) => step.includes(index)).length).toBe(1);
        expect(steps.filter(isCostly)).toEqual([]);
      });
    }
  }
});

describe('GET /public-api/v2/member/payments/history', () => {
  test("the member's payments, the newest first", async () => {
    const eve = await studio.member();
    const ids: string[] = [];
    for (const { clientId } of [ann, eve, ann, ann]) ids.push(await pay(clientId));
    const [first, others, second, third] = ids as [string, string, string, string];
    expect(await pagesOf((query) => ann.call('GET', `${HISTORY}?${query}`))).toEqual([[third, second], [first]]);
    expect(idsOf(await ann.call('GET', `${HISTORY}?ending_before=${first}`))).toEqual([third, second]);
    expect(idsOf(await eve.call('GET', HISTORY))).toEqual([others]);
  });

  test("400 cursor_invalid with another member's payment", async () => {
    const eve = await studio.member();
    const id = await pay(eve.clientId);
    expect(errorOf(await ann.call('GET', `${HISTORY}?starting_after=${id}`))).toEqual([400, 'cursor_invalid']);
  });
});
