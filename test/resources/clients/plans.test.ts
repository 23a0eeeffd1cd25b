import { expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { expectSeeks, plansOf } from '../../helpers/query-plans.ts';

const studio = forEachTest(openStudio);

const lists: readonly [query: string, seek: RegExp][] = [
  ['limit=100', /clients USING INDEX clientsLive/],
  ['include_archived=true', /clients USING INDEX sqlite_autoindex_clients_1/],
  ['email=a@example.com', /clients USING INDEX sqlite_autoindex_clients_2 \(email=\?\)/],
  ['external_id=x', /clients USING INDEX clientsByExternalId \(externalId=\?/],
  ['search=ann', /clientSearch VIRTUAL TABLE INDEX \d+:M/],
];

for (const [query, seek] of lists) {
  test(`GET /v2/clients?${query} is one seek by its index, from every side`, async () => {
    const cursor = await addClient(studio);
    const key = await studio.withKey({ siteIds: [MAIN_SITE] });
    await expectSeeks(studio, `/v2/clients?${query}`, { table: 'clients', seek, cursor, key });
  });
}

test("a restricted caller's list is one seek for each site", async () => {
  const cursor = await addClient(studio);
  const key = await studio.withKey({ siteIds: [MAIN_SITE] });
  const steps = await plansOf(studio, 'clients', () => studio.get(`/v2/clients?starting_after=${cursor}`, key));
  expect(steps.filter((step) => step.includes('clientsByHome (homeLocationId=? AND id<?)'))).toHaveLength(1);
});

test('the next booking of each client is one seek within the same statement', async () => {
  const steps = await plansOf(studio, 'clients', () => studio.get('/v2/clients'));
  expect(steps.some((step) => step.includes('bookingsUpcoming (clientId=? AND startTime>?)'))).toBe(true);
});
