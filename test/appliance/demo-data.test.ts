import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../src/kernel/clock.ts';
import { FILES } from '../../src/sandbox/demo/media.ts';
import { inDatabase, numberIn } from '../helpers/database-file.ts';
import { findingsOf, type Report } from '../helpers/doctor.ts';
import { folderForEachTest, type Server, startServer, studiod, until } from '../helpers/process.ts';

const cwd = folderForEachTest();
const file = join(cwd, 'studiod-data/studiod.db');
const count = (from: string): number => numberIn(file, `select count(*) from ${from}`);

const owner = { firstName: 'Olivia', lastName: 'Grant', email: 'olivia@example.com', password: 'three green bicycles' };
const page = { 'x-studiod-console': '1', 'sec-fetch-site': 'same-origin' };

const tokenOf = async (server: Server): Promise<string> => {
  let token: string | undefined;
  await until(() => {
    token = /\/console\/setup#([\w-]{43})/.exec(server.errSoFar())?.[1];
    return token !== undefined;
  });
  return String(token);
};

const examine = async (): Promise<Report> => {
  const { code, out, err } = await studiod({ cwd }, 'doctor', '--json');
  return { code, err, ...JSON.parse(out) };
};

test('a studio begins with demo data, and a removal that is killed is finished by the next start', async () => {
  let server = await startServer({ cwd }, 'serve', '--timezone', 'Europe/Lisbon', '--currency', 'EUR');
  const before = findingsOf(await examine());
  const token = await tokenOf(server);
  let isDone = false;
  const setUp = server.call('POST', '/manage/setup', { token, owner, demoData: true }, page).finally(() => {
    isDone = true;
  });
  // They are made in another process: this one goes on.
  let meanwhile = 0;
  while (!isDone) {
    expect((await server.call('GET', '/manage/setup', undefined, {})).status).toBe(200);
    meanwhile += 1;
    await pause(10);
  }
  expect(meanwhile).toBeGreaterThan(5);
  const { status, headers } = await setUp;
  expect(status).toBe(200);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(count('clients')).toBe(97);
  for (const { sha256 } of FILES) {
    const path = join(cwd, 'studiod-data/media', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    expect(existsSync(path)).toBe(true);
  }
  expect(findingsOf(await examine())).toEqual(before);
  await server.stop();
  // The removal cannot end before the kill.
  inDatabase(file, (db) => {
    db.run(`create trigger held before delete on sites begin select raise(abort, 'held until the kill'); end`);
  });

  server = await startServer({ cwd }, 'serve');
  const removed = await server.call('POST', '/manage/demo-data/remove', {}, { ...page, cookie });
  expect(removed.body).toEqual({ object: 'demo_data_removal', isFinished: false, kept: [] });
  await until(() => count('clients') === 0);
  server.child.kill('SIGKILL');
  await server.child.exited;
  expect(count('unfinishedChanges')).toBe(1);
  inDatabase(file, (db) => {
    db.run('drop trigger held');
  });

  server = await startServer({ cwd }, 'serve');
  await until(() => count('unfinishedChanges') === 0);
  const me = await server.call('GET', '/manage/me', undefined, { cookie });
  expect(me.body).toMatchObject({ hasDemoData: false, staff: { role: 'owner' }, studio: { currency: 'EUR' } });
  expect([count('sites'), count('staff'), count('facts'), count('events')]).toEqual([1, 1, 0, 0]);
  expect(count('pragma_foreign_key_check')).toBe(0);
  expect(findingsOf(await examine())).toEqual(before);
}, 120_000);
