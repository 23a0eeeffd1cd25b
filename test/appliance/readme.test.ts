import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Stripe from 'stripe';
import { testServer } from '../helpers/process.ts';

const readme = readFileSync(resolve(import.meta.dir, '../../README.md'), 'utf8');
const commands = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

const server = testServer({}, 'sandbox');

/** Runs shell commands and returns the JSON values that they print. */
const paste = async (script: string) => {
  const shell = Bun.spawn(['bash', '-c', script], { stdout: 'pipe', stderr: 'ignore' });
  const printed = await shell.stdout.text();
  expect(printed.endsWith('\n')).toBe(true);
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

test('the first booking of the README works as pasted, in one piece, and its event is there and signed', async () => {
  const [webhook, booking, inbox] = await paste(commands.replaceAll('http://127.0.0.1:8420', server.ready.rootUrl));
  expect(booking.status).toBe('confirmed');
  const [message, ...others] = inbox.data;
  expect(others).toEqual([]);
  const signature = message.headers['x-service-signature'];
  const event = await new Stripe('sk_test_none').webhooks.constructEventAsync(message.body, signature, webhook.secret);
  expect(event).toMatchObject({ type: 'booking.created', data: { bookingId: booking.id } });
}, 120_000);

test('400 for a wait of an inbox that is too long or misspelt', async () => {
  const inbox = `${server.ready.rootUrl}/sandbox/inbox/mine`;
  expect([(await fetch(`${inbox}?wait=31`)).status, (await fetch(`${inbox}?wiat=1`)).status]).toEqual([400, 400]);
}, 120_000);
