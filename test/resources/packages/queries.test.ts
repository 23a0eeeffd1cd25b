import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { openStudio } from '../../helpers/api.ts';
import { queryPlans } from '../../helpers/query-plans.ts';
import { createClient, sellPackage } from '../../helpers/sales.ts';

/** A scan of a table that grows with the business. */
const SCAN = /SCAN (packages|payments|refunds|creditLedger|packageUses|clients)\b(?! USING (COVERING )?INDEX)/;
const SORTED = /TEMP B-TREE FOR ORDER BY/;
/** A page of a list. */
const PAGE = /from "(packages|payments)".*order by "(packages|payments)"."id" (asc|desc) limit \(\? \+ 0\)$/s;

const LISTS = [
  '/v2/packages',
  '/v2/packages?status=active',
  '/v2/packages?status=expired',
  '/v2/packages?status=cancelled',
  '/v2/packages?client_id=CLIENT',
  '/v2/packages?client_id=CLIENT&status=expired',
  '/v2/packages?client_id=CLIENT&status=active',
  '/v2/packages?external_id=x&status=active',
  '/v2/packages?starting_after=PACKAGE&status=active&expand[]=client&expand[]=payment&expand[]=ledger',
  '/v2/packages?ending_before=PACKAGE&status=expired',
  '/v2/payments',
  '/v2/payments?status=completed',
  '/v2/payments?client_id=CLIENT&status=completed',
  '/v2/payments?external_id=x',
  '/v2/payments?expand[]=package&expand[]=client',
];

test('no statement scans a table that grows, and no page is sorted', async () => {
  const studio = await openStudio();
  const clientId = await createClient(studio);
  const plans = await queryPlans(studio, async () => {
    const { id, siteId, paymentId } = await sellPackage(studio, clientId, { usageLimit: { count: 1, period: 'day' } });
    const restricted = await studio.withKey({ siteIds: [siteId] });
    for (const list of LISTS) {
      const path = list.replace('CLIENT', clientId).replace('PACKAGE', id);
      for (const headers of [{}, restricted])
        expect([path, (await studio.get(path, headers)).status]).toEqual([path, 200]);
    }
    await studio.post(`/v2/payments/${paymentId}/refund`, { amount: 1 });
    // The recurring jobs run too.
    await studio.time.moveTo(studio.time.now() + HOUR_MS);
  });
  const scans = plans.filter(({ steps }) => steps.some((step) => SCAN.test(step)));
  expect(scans).toEqual([]);
  const pages = plans.filter(({ sql }) => PAGE.test(sql));
  expect(pages.length).toBeGreaterThan(15);
  for (const { sql, steps } of pages) {
    if (/from "(packages|payments)" where /.test(sql))
      expect([sql, steps[0]]).toEqual([sql, expect.stringMatching(/^SEARCH/)]);
    expect([sql, steps.filter((step) => SORTED.test(step))]).toEqual([sql, []]);
  }
});

test('the list of one site and one status seeks by both', async () => {
  const studio = await openStudio();
  const { siteId } = await sellPackage(studio, await createClient(studio));
  const key = await studio.withKey({ siteIds: [siteId] });
  const plans = await queryPlans(studio, () => studio.get('/v2/packages?status=active', key));
  const steps = plans.filter(({ sql }) => PAGE.test(sql)).map(({ steps: [first] }) => first);
  expect(steps).toEqual([expect.stringContaining('packagesBySiteAndStatus (siteId=? AND status=?)')]);
});
