import { expect, test } from 'bun:test';
import { MAX_RELATED } from '../../src/http/expansion-bound.ts';
import { openStudio, type Studio } from '../helpers/api.ts';
import { createClient, sellPackage } from '../helpers/sales.ts';

/** Copies the first entry of a package's ledger until it has `count`. */
const fillLedger = ({ db }: Studio, packageId: string, count: number): void => {
  db.query(
    `with recursive n(value) as (select 2 union all select value + 1 from n where value < $count)
    insert into "creditLedger" ("id", "packageId", "at", "delta", "balance", "reason", "bookingId", "staffId", "note")
    select printf('01950000-0000-7000-9000-%012x', value), "packageId", "at", 0, "balance", 'adjustment', null, null, null
    from (select * from "creditLedger" where "packageId" = $packageId limit 1), n`,
  ).run({ packageId, count });
};

test('200 the ledger of a package up to the bound; 400 with one entry more, in every path to it', async () => {
  const studio = await openStudio();
  const clientId = await createClient(studio);
  const { id } = await sellPackage(studio, clientId);
  studio.events();
  fillLedger(studio, id, MAX_RELATED);
  const { status, body } = await studio.get(`/v2/packages/${id}?expand[]=ledger`);
  expect([status, body.ledger.length]).toEqual([200, MAX_RELATED]);
  // With the package and the client there are one or two records more.
  for (const path of [
    `/v2/clients/${clientId}?expand[]=packages.ledger`,
    '/v2/payments?expand[]=client.packages.ledger',
  ]) {
    const { status, body } = await studio.get(path);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'expand[]']);
    expect(body.error.message).toContain(`more than ${MAX_RELATED} related records. Send a smaller 'limit'`);
  }
  expect(studio.events()).toEqual([]);
});

test('200 for a smaller page of what is 400 for a larger one: a record counts as often as it is written', async () => {
  const studio = await openStudio();
  const clientId = await createClient(studio);
  const sold = [await sellPackage(studio, clientId), await sellPackage(studio, clientId)];
  studio.events();
  // Two payments: each has a client, two packages and their ledgers.
  fillLedger(studio, sold[0].id, MAX_RELATED / 2 - 3 - 1);
  const path = '/v2/payments?expand[]=client.packages.ledger';
  const { status, body } = await studio.get(path);
  expect([status, body.data.length]).toEqual([200, 2]);
  const adjustment = { delta: 1, reason: 'A gift' };
  expect((await studio.post(`/manage/packages/${sold[1].id}/adjust`, adjustment)).status).toBe(200);
  expect((await studio.get(path)).status).toBe(400);
  const smaller = await studio.get(`${path}&limit=1`);
  expect(smaller.body.data[0].client.packages.map(({ ledger }: { ledger: object[] }) => ledger.length)).toEqual([
    2,
    MAX_RELATED / 2 - 4,
  ]);
});
