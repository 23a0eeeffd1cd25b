import { describe, expect, test } from 'bun:test';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { newClient, sold } from '../../helpers/money.ts';

/** Every statement that a request or job runs, with its plan. */
const plansOf = async (studio: Studio, act: () => Promise<unknown>): Promise<[string, string][]> => {
  const { db } = studio;
  const texts = new Set<string>();
  const prepare = db.query.bind(db);
  db.query = ((text: string) => {
    texts.add(text);
    return prepare(text);
  }) as typeof db.query;
  try {
    await act();
  } finally {
    db.query = prepare as typeof db.query;
  }
  return [...texts]
    .filter((text) => /^\s*(select|update)/i.test(text))
    .map((text) => {
      const rows = prepare(`explain query plan ${text}`).all(...Array(text.split('?').length - 1).fill(null)) as {
        detail: string;
      }[];
      return [text, rows.map(({ detail }) => detail).join('\n')];
    });
};

/** Tables that grow with the business; a scan of one of them is a fault. */
const SCAN = /SCAN (packages|payments|refunds|creditLedger|packageUses|clients)\b(?! USING (COVERING )?INDEX)/;

describe('no question scans a table that grows', () => {
  const lists = [
    '/v2/packages',
    '/v2/packages?status=active',
    '/v2/packages?status=expired',
    '/v2/packages?status=cancelled',
    '/v2/packages?client_id=CLIENT',
    '/v2/packages?client_id=CLIENT&status=expired',
    '/v2/packages?external_id=x&status=active',
    '/v2/packages?starting_after=PACKAGE&status=active&expand[]=client&expand[]=payment&expand[]=ledger',
    '/v2/payments',
    '/v2/payments?status=completed',
    '/v2/payments?client_id=CLIENT&status=completed',
    '/v2/payments?external_id=x',
    '/v2/payments?expand[]=package&expand[]=client',
  ];
  test('in the lists, for all sites and for some', async () => {
    const studio = await openStudio();
    const clientId = await newClient(studio);
    const { id, siteId } = await sold(studio, clientId);
    const narrow = await studio.makeKey({ siteIds: [siteId] });
    for (const list of lists) {
      const path = list.replace('CLIENT', clientId).replace('PACKAGE', id);
      for (const headers of [{}, { 'x-service-api-key': narrow }]) {
        const plans = await plansOf(studio, async () => expect((await studio.get(path, headers)).status).toBe(200));
        for (const [text, plan] of plans) expect([path, text, plan.match(SCAN)?.[0]]).toEqual([path, text, undefined]);
        const pages = plans.filter(([text]) => /from "(packages|payments)".* limit \?$/.test(text));
        expect(pages.length).toBeGreaterThan(0);
        for (const [text, plan] of pages) {
          // Only what expired since the last sweep is sorted.
          if (!text.includes('"packages"."expiresAt" <=')) expect(plan).not.toContain('TEMP B-TREE');
        }
      }
    }
  });

  test('in the sweep, the notices and the choice', async () => {
    const studio = await openStudio();
    const clientId = await newClient(studio);
    const limit = { usageLimit: { count: 1, period: 'day' } };
    const { paymentId } = await sold(studio, clientId, limit);
    const plans = await plansOf(studio, async () => {
      await studio.time.moveTo(studio.time.now() + 3_600_000);
      await studio.post(`/v2/payments/${paymentId}/refund`, {});
      await studio.get(`/v2/packages?client_id=${clientId}`);
    });
    expect(plans.length).toBeGreaterThan(8);
    for (const [text, plan] of plans) expect([text, plan.match(SCAN)?.[0]]).toEqual([text, undefined]);
  });
});
