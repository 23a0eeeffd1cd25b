import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '../../src/cli/server/machine.ts';
import { configure } from '../../src/config/settings.ts';
import { folderForEachTest, type Server, startServer, studiod, until } from '../helpers/process.ts';

const cwd = folderForEachTest();
const EMAIL = 'olivia@example.com';
const PASSWORD = 'three green bicycles';
const FROM_PAGE = { 'x-studiod-console': '1', 'sec-fetch-site': 'same-origin' };

const signIn = async (server: Server) => {
  const { headers } = await server.call(
    'POST',
    '/manage/auth/sign-in',
    { email: EMAIL, password: PASSWORD },
    FROM_PAGE,
  );
  return { ...FROM_PAGE, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
};

const ended = async (server: Server, id: string, owner: Record<string, string>) => {
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  let job: any;
  await until(async () => {
    job = (await server.call('GET', `/manage/jobs/${id}`, undefined, owner)).body;
    return job.state !== 'running';
  });
  return job;
};

const start = async () => {
  const server = await startServer({ cwd }, 'serve', '--name', 'Harbour Yoga', '--timezone', 'Europe/Lisbon');
  const made = await studiod({ cwd, input: `${PASSWORD}\n` }, 'owner', 'create', EMAIL);
  expect(made.code).toBe(0);
  return { server, owner: await signIn(server) };
};

const addClient = (server: Server, owner: Record<string, string>, firstName: string) =>
  server.call('POST', '/v2/clients', { firstName, lastName: 'Park', email: `${firstName}@example.com` }, owner);
const namesOf = async (server: Server, owner: Record<string, string>): Promise<string[]> =>
  (await server.call('GET', '/v2/clients', undefined, owner)).body.data.map(
    ({ firstName }: { firstName: string }) => firstName,
  );

test('a backup is made, verified and restored by a server that goes on at the same address', async () => {
  const { server, owner } = await start();
  await addClient(server, owner, 'Ada');
  const { body: making } = await server.call('POST', '/manage/backups', undefined, owner);
  const made = await ended(server, making.id, owner);
  expect(made).toMatchObject({ state: 'succeeded' });
  const { file } = made.result;
  const { body: verifying } = await server.call('POST', `/manage/backups/${file}/verify`, undefined, owner);
  expect(await ended(server, verifying.id, owner)).toMatchObject({ state: 'succeeded' });
  const download = await fetch(`${server.ready.rootUrl}/manage/backups/${file}/content`, { headers: owner });
  expect((await download.arrayBuffer()).byteLength).toBe(Number(download.headers.get('content-length')));

  await addClient(server, owner, 'Ben');
  const { body: backup } = await server.call('GET', `/manage/backups/${file}`, undefined, owner);
  expect(backup).toMatchObject({ cannotRestore: null, since: { clients: 1 } });
  const asked = await server.call('POST', `/manage/backups/${file}/restore`, { studioName: 'Harbour Yoga' }, owner);
  expect(asked.status).toBe(202);
  await until(() => server.errSoFar().includes('serving again'));
  await until(async () => (await fetch(`${server.ready.rootUrl}/readyz`).catch(() => undefined))?.status === 200);

  expect((await server.call('GET', '/manage/me', undefined, owner)).status).toBe(401);
  const again = await signIn(server);
  expect(await namesOf(server, again)).toEqual(['Ada']);
  expect((await server.call('GET', '/manage/backups', undefined, again)).body.lastRestore).toMatchObject({
    file,
    problem: null,
  });
  const { body: log } = await server.call('GET', '/manage/audit-log?type=restore', undefined, again);
  expect(log.data[0].after).toMatchObject({ file, byStaffId: expect.any(String) });
  const data = join(cwd, 'studiod-data');
  expect(existsSync(join(data, 'restore-next.json'))).toBe(false);
  expect(readdirSync(data).some((name) => name.startsWith('before-restore-'))).toBe(true);
  expect((await addClient(server, again, 'Cleo')).status).toBe(201);
  expect(await server.stop()).toBe(0);
}, 120_000);

test('a server that is killed before it restores does so at its next start, and one that waits too long does not', async () => {
  const { server, owner } = await start();
  const { body: making } = await server.call('POST', '/manage/backups', undefined, owner);
  const { result } = await ended(server, making.id, owner);
  await addClient(server, owner, 'Ben');
  await server.stop();
  const ask = (at: Date) =>
    Bun.write(
      join(cwd, 'studiod-data/restore-next.json'),
      JSON.stringify({ file: result.file, at: at.toISOString(), byStaffId: null }),
    );
  await ask(new Date(Date.now() - 3_600_000));
  const late = await startServer({ cwd }, 'serve');
  expect(await namesOf(late, await signIn(late))).toEqual(['Ben']);
  await late.stop();
  await ask(new Date());
  const restored = await startServer({ cwd }, 'serve');
  expect(await namesOf(restored, await signIn(restored))).toEqual([]);
}, 120_000);

test('a restore that fails leaves the studio as it was, and is told', async () => {
  const { server, owner } = await start();
  await addClient(server, owner, 'Ada');
  await server.stop();
  const at = new Date().toISOString();
  await Bun.write(
    join(cwd, 'studiod-data/restore-next.json'),
    JSON.stringify({ file: 'not-there.db', at, byStaffId: null }),
  );
  const next = await startServer({ cwd }, 'serve');
  const again = await signIn(next);
  expect(await namesOf(next, again)).toEqual(['Ada']);
  const { lastRestore } = (await next.call('GET', '/manage/backups', undefined, again)).body;
  expect(lastRestore.problem).toContain('not-there.db');
}, 120_000);

test('what doctor says is a page, and the settings of the server are those of its processes', async () => {
  const { server, owner } = await start();
  const { status, body } = await server.call('POST', '/manage/system/check', undefined, owner);
  expect(status).toBe(200);
  expect(body.checks.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['database', 'key', 'disk', 'scheduler', 'mail', 'last_backup', 'tls']),
  );
  expect(body.checks.find(({ name }: { name: string }) => name === 'scheduler').status).toBe('ok');

  const flags = {
    port: '9000',
    trustedProxies: '10.0.0.0/8,127.0.0.1/32',
    allowNetworkStorage: 'true',
    mailFrom: 'a@b.co',
  };
  const { config } = configure({ flags, environment: {}, file: '/dev/null' });
  expect(configure({ flags: {}, environment: environmentOf(config), file: '/dev/null' }).config).toEqual(config);
}, 120_000);
