import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { numberIn } from '../helpers/database-file.ts';
import { folderForEachTest, type Server, startServer, until } from '../helpers/process.ts';

const LIVES = 4;
const MEMBERS = 6;

const cwd = folderForEachTest();
let server: Server;

const start = () => startServer({ cwd }, 'sandbox', '--data', 'cards');

/** A client with a saved card. */
const newMember = async (number: number): Promise<string> => {
  const { body: client } = await server.call('POST', '/v2/clients', {
    firstName: 'A',
    lastName: 'B',
    email: `killed${number}@example.com`,
  });
  const { body: token } = await server.call('POST', '/sandbox/member-token', { clientId: client.id });
  const headers = { authorization: `Bearer ${token.idToken}`, 'x-site-id': server.ready.siteId };
  const methods = '/public-api/v2/member/payments/methods';
  const { body: setup } = await server.call('POST', methods, undefined, headers);
  const { publishableKey, setupIntentClientSecret: clientSecret } = setup;
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
  await server.call('POST', '/sandbox/processor/setups/confirm', { publishableKey, clientSecret, card });
  await server.call('POST', `${methods}/${setup.id}/complete`, undefined, headers);
  return client.id;
};

interface Books {
  readonly charged: number;
  readonly completed: number;
  readonly open: number;
  readonly sold: number;
}

/** What the processor has charged, and what the studio has stored. */
const booksOf = (path: string): Books => {
  const one = (sql: string) => numberIn(path, sql);
  return {
    charged: one(`select count(*) from sandboxProcessor where kind = 'charge'
      and not body ->> '$.abandoned' and not body ->> '$.declined'`),
    completed: one(`select count(*) from payments where paymentMethod = 'card' and status = 'completed'`),
    open: one(`select count(*) from payments where status = 'pending'`),
    sold: one(`select count(*) from packages join payments on payments.id = packages.paymentId
      where payments.paymentMethod = 'card' and payments.status = 'completed' and payments.packageId = packages.id`),
  };
};

test('killed with -9 during sales by card: every charge has its package, and every package its charge', async () => {
  server = await start();
  const members: string[] = [];
  for (let number = 0; number < MEMBERS; number += 1) members.push(await newMember(number));
  const { body: plan } = await server.call('POST', '/manage/plans', {
    name: 'Pack',
    type: 'credit_pack',
    price: 100,
    currency: 'USD',
    creditsTotal: 1,
  });
  let acknowledged = 0;
  const sellOn = async (clientId: string): Promise<void> => {
    for (;;) {
      const sale = { clientId, planId: plan.id, paymentMethod: 'card' };
      const response = await server.call('POST', '/manage/packages', sale).catch(() => undefined);
      if (response === undefined) return;
      if (response.status === 201) acknowledged += 1;
    }
  };
  for (let life = 0; life < LIVES; life += 1) {
    const target = acknowledged + 25 + life * 11;
    const traffic = Promise.all(members.map(sellOn));
    await until(() => acknowledged >= target);
    server.child.kill('SIGKILL');
    await Promise.all([server.child.exited, traffic]);
    server = await start();
  }
  const path = join(cwd, 'cards', 'studiod.db');
  await until(() => booksOf(path).open === 0);
  expect(await server.stop()).toBe(0);
  const { charged, completed, open, sold } = booksOf(path);
  expect({ completed, open, sold }).toEqual({ completed: charged, open: 0, sold: charged });
  expect(charged).toBeGreaterThanOrEqual(acknowledged);
}, 300_000);
