import { afterEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Stripe from 'stripe';
import { newFolder, removeFolder, type Server, startServer, until } from '../helpers/process.ts';

const readme = readFileSync(resolve(import.meta.dir, '../../README.md'), 'utf8');
const commands = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

let server: Server | undefined;
const cwd = newFolder();
afterEach(async () => {
  await server?.stop();
  removeFolder(cwd);
});

/** Runs shell commands and returns their output. */
const paste = async (script: string): Promise<string> => {
  const shell = Bun.spawn(['bash', '-ec', script], { stdout: 'pipe', stderr: 'ignore' });
  return shell.stdout.text();
};

test('the first booking of the README works as pasted, and its event is signed', async () => {
  server = await startServer({ cwd }, 'sandbox');
  const here = commands.replaceAll('http://127.0.0.1:8420', server.ready.rootUrl);
  const [subscribe = '', book = '', look = ''] = here.split('\n\n');
  const { secret } = JSON.parse(await paste(subscribe));
  expect(JSON.parse(await paste(book)).status).toBe('confirmed');
  const messages = async () =>
    JSON.parse(await paste(look)).data as { body: string; headers: Record<string, string> }[];
  await until(async () => (await messages()).length > 0);
  const [message] = await messages();
  const signature = message?.headers['x-service-signature'] ?? '';
  const event = await new Stripe('sk_test_none').webhooks.constructEventAsync(message?.body ?? '', signature, secret);
  expect(event.type as string).toBe('booking.created');
}, 30_000);
