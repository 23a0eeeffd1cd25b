import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startServer, testFolder } from '../helpers/process.ts';

const page = readFileSync(resolve(import.meta.dir, '../../docs/cards.md'), 'utf8');
const commands = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

const cwd = testFolder();

test('the card flow of docs/cards.md works as pasted, from curl alone', async () => {
  expect(commands).toContain('curl');
  const server = await startServer({ cwd }, 'sandbox');
  // Each response on its own line; nothing else is changed.
  const script = commands
    .replaceAll('http://127.0.0.1:8420', server.ready.rootUrl)
    .replaceAll('curl -s ', 'curl -sw "\\n" ');
  const shell = Bun.spawn(['bash', '-ec', script], { stdout: 'pipe', stderr: 'pipe' });
  const lines = (await shell.stdout.text()).split('\n').filter((line) => line !== '');
  const [setup, confirmed, saved, list, paid, refunded, history, gone] = lines.map((line) => JSON.parse(line));
  expect(setup).toMatchObject({ object: 'payment_method_setup', publishableKey: 'pk_test_sandbox' });
  expect(confirmed).toEqual({ status: 'succeeded' });
  expect(saved).toMatchObject({ id: setup.id, status: 'active', card: { last4: '4242' } });
  expect(list.data.map(({ id }: { id: string }) => id)).toContain(setup.id);
  expect(paid).toMatchObject({ status: 'completed', amount: 1800, purpose: 'drop_in' });
  expect(refunded).toMatchObject({ id: paid.id, status: 'partially_refunded', amountRefunded: 800 });
  expect(history.data[0]).toMatchObject({ id: paid.id, status: 'partially_refunded' });
  expect(gone).toEqual({ id: setup.id, object: 'payment_method', deleted: true });
}, 120_000);
