import { expect, test } from 'bun:test';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { newClient, sold } from '../../helpers/money.ts';

interface Planned {
  readonly text: string;
  readonly plan: string;
}

/** Notes every statement that is prepared from now on; answers the way to their plans. */
const listen = ({ db }: Studio): (() => Planned[]) => {
  const texts = new Set<string>();
  const prepare = db.query.bind(db);
  db.query = ((text: string) => {
    texts.add(text);
    return prepare(text);
  }) as typeof db.query;
  return () => {
    db.query = prepare as typeof db.query;
    return [...texts]
      .filter((text) => /^\s*(select|update|insert into "refunds")/i.test(text))
      .map((text) => {
        const values = Array(text.split('?').length - 1).fill(null);
        const rows = db.query(`explain query plan ${text}`).all(...values) as { detail: string }[];
        return { text, plan: rows.map(({ detail }) => detail).join('\n') };
      });
  };
};

/** Tables that grow with the business; a look at all of one is a fault. */
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

test('no question looks at the whole of a table that grows, and no page is sorted', async () => {
  const studio = await openStudio();
  const clientId = await newClient(studio);
  const plans = listen(studio);
  const { id, siteId, paymentId } = await sold(studio, clientId, { usageLimit: { count: 1, period: 'day' } });
  const narrow = { 'x-service-api-key': await studio.makeKey({ siteIds: [siteId] }) };
  for (const list of LISTS) {
    const path = list.replace('CLIENT', clientId).replace('PACKAGE', id);
    for (const headers of [{}, narrow]) expect([path, (await studio.get(path, headers)).status]).toEqual([path, 200]);
  }
  await studio.post(`/v2/payments/${paymentId}/refund`, { amount: 1 });
  // The sweep and the notices run on the way.
  await studio.time.moveTo(studio.time.now() + 3_600_000);
  const planned = plans();
  for (const { text, plan } of planned) expect([text, plan.match(SCAN)?.[0]]).toEqual([text, undefined]);
  const pages = planned.filter(({ text }) => PAGE.test(text));
  expect(pages.length).toBeGreaterThan(15);
  for (const { text, plan } of pages) {
    if (/from "(packages|payments)" where /.test(text))
      expect([text, plan]).toEqual([text, expect.stringMatching(/^SEARCH/)]);
    expect([text, plan]).not.toEqual([text, expect.stringMatching(SORTED)]);
  }
});
