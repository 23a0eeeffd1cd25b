import { expect, test } from 'bun:test';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IMPORT_FAMILIES } from '../../src/events/enumerations.ts';
import { changeIn } from '../helpers/database-file.ts';
import { type Server, startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
let server: Server;

const run = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await studiod({ cwd }, ...words);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`);
  return out;
};

const send = async (method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, body);
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
  return reply.body;
};

/** A package that renews, a seat on offer, a drop-in, a check-in at the door, a refund of a part, a link, a note. */
const live = async (): Promise<void> => {
  const { clientId, siteId, sessionId } = server.ready;
  const plan = { name: 'Club', type: 'unlimited', price: 5000, currency: 'USD', validityDays: 30, autoRenews: true };
  const { id: planId } = await send('POST', '/manage/plans', plan);
  const sold = await send('POST', '/manage/packages', { clientId, planId, paymentMethod: 'card' });
  await send('POST', `/v2/payments/${sold.payment.id}/refund`, { amount: 700, reason: 'service_issue' });
  await send('PATCH', '/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
  const { data: waiting } = await send('GET', '/v2/bookings?status=waitlisted');
  const { data: seated } = await send('GET', `/v2/bookings?session_id=${waiting[0].sessionId}&status=confirmed`);
  await send('POST', `/v2/bookings/${seated[0].id}/cancel`);
  await send('POST', '/v2/bookings', { clientId, sessionId, notes: '=1+1' });
  await send('POST', '/v2/checkins', { clientId, siteId, source: 'kiosk', metadata: { door: 'east' } });
  await send('POST', '/manage/member-links', { clientId, issuer: 'https://id.example', subject: 'ann' });
};

const files = IMPORT_FAMILIES.flatMap((family) => [`${family}.csv`, `${family}.json`]);

/** The files that the exports of two directories do not have in common. */
const unequal = async (left: string, right: string): Promise<string[]> => {
  for (const data of [left, right]) {
    rmSync(join(cwd, `${data}-files`), { recursive: true, force: true });
    await run('export', `${data}-files`, '--data', data);
  }
  const textOf = (data: string, file: string) => readFileSync(join(cwd, `${data}-files`, file), 'utf8');
  return files.filter((file) => textOf(left, file) !== textOf(right, file));
};

test('the demo studio moves to another directory by CSV and by JSON', async () => {
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error');
  await live();
  await server.stop();
  // Sign-ins stay behind.
  changeIn(join(cwd, 'box', 'studiod.db'), 'update staff set lastLoginAt = null');
  await run('export', 'files', '--data', 'box');
  const has = (name: string, text: string) => expect(readFileSync(join(cwd, 'files', name), 'utf8')).toContain(text);
  has('packages.json', '"autoRenews":true');
  has('payment_methods.json', '"status":"active"');
  has('bookings.json', '"holdsSeat":true');
  has('checkins.json', '"source":"kiosk"');
  for (const format of ['csv', 'json'] as const) {
    const first = await startServer({ cwd }, 'serve', '--data', format, '--log-level', 'error');
    await first.stop();
    await run('export', `only-${format}`, '--data', 'box', '--format', format);
    cpSync(join(cwd, 'box', 'media'), join(cwd, format, 'media'), { recursive: true });
    await run('import', `only-${format}`, '--data', format);
    // What sessions say of themselves follows the clock: a change between two exports is none in the next two.
    const different = await unequal('box', format);
    expect(different.length === 0 ? [] : await unequal('box', format)).toEqual([]);
    expect(await run('import', `only-${format}`, '--data', format)).not.toMatch(/[1-9]\d* (?:created|updated)/);
  }
  // What the server has not finished is not in the files.
  changeIn(
    join(cwd, 'box', 'studiod.db'),
    `insert into unfinishedChanges (kind, id, state, createdAt) values ('session', 's', '{}', '2026-01-01T00:00:00.000Z')`,
  );
  const { code, err } = await studiod({ cwd }, 'export', 'unfinished', '--data', 'box');
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Changes to many bookings') });
}, 300_000);
