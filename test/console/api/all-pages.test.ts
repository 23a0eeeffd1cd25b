import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { type FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { forAllTests, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { createPlan } from '../../helpers/sales.ts';

/** One more than a page has. */
const MANY = 101;
const NUMBERS = Array.from({ length: MANY }, (_, number) => number);

const studio = forAllTests(openStudio);
let end = (): void => undefined;

beforeAll(async () => {
  for (const number of NUMBERS) {
    const person = { firstName: 'Ida', lastName: `${number}`, email: `ida${number}@example.com`, siteIds: [MAIN_SITE] };
    await studio.given(studio.post('/v2/instructors', person));
    await createPlan(studio, { name: `Plan ${number}` });
  }
  Object.assign(globalThis, { location: { origin: 'http://console.test' } });
  const answer = async (sent: unknown): Promise<Response> => {
    const request = sent instanceof Request ? sent : new Request(String(sent));
    request.headers.set('x-service-api-key', studio.mainKey);
    return await studio.app.fetch(request);
  };
  const sending = spyOn(globalThis, 'fetch').mockImplementation(Object.assign(answer, { preconnect: () => undefined }));
  end = () => {
    sending.mockRestore();
    Reflect.deleteProperty(globalThis, 'location');
  };
}, 60_000);
afterAll(() => end());

/** Only what runs in a browser is type-checked with it. */
const consoleModule = (path: string) => import(`../../../src/console/${path}`);
const countOf = async (query: FetchQueryOptions<unknown[]>): Promise<number> =>
  (await new QueryClient().fetchQuery(query)).length;

test('choices have the plans and the people of every page', async () => {
  const [sell, people] = await Promise.all(['parts/sell/queries.ts', 'session/people.ts'].map(consoleModule));
  const lists = [
    sell.plansQuery(MAIN_SITE),
    people.siteInstructorsQuery(MAIN_SITE),
    people.instructorsQuery,
    people.staffQuery,
  ];
  const counts = await Promise.all(lists.map(countOf));
  expect(counts).toEqual([MANY, MANY, MANY, MANY]);
});
