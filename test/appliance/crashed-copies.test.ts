import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../helpers/data-directory.ts';
import { valuesIn } from '../helpers/database-file.ts';
import { folderForEachTest, type Server, startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = folderForEachTest();
const { data, database, refused, succeeded } = dataDirectory(cwd);

const addClients = async (server: Server, from: number, to: number): Promise<void> => {
  for (let number = from; number < to; number += 1) {
    const body = { firstName: 'Ada', lastName: 'Park', email: `${number}@members.example` };
    const { status } = await server.call('POST', '/v2/clients', body, { 'x-service-api-key': key });
    expect(status).toBe(201);
  }
};

const kill = async ({ child }: Server): Promise<void> => {
  child.kill('SIGKILL');
  await child.exited;
};

const template = testFolder();
const earlier = join(template, 'earlier.db');
let key = '';
/** The data of a server that was killed after it had added four clients, made once, and a copy of its database without them. */
beforeAll(async () => {
  const { database: made, startOnce, succeeded: done } = dataDirectory(template);
  await startOnce();
  key = JSON.parse(await done('key', 'create', '--json')).key;
  copyFileSync(made, earlier);
  const server = await startServer({ cwd: template }, 'serve');
  await addClients(server, 0, 4);
  await kill(server);
  expect(statSync(`${made}-wal`).size).toBeGreaterThan(0);
}, 90_000);

/** What a server has left that was killed after it had added four clients: its log is not merged. */
const crashed = (): void => {
  cpSync(join(template, 'studiod-data'), data, { recursive: true });
};

const clientsOf = async (directory: string): Promise<number> => {
  const server = await startServer({ cwd }, 'serve', '--data', directory);
  const { body } = await server.call('GET', '/v2/clients', undefined, { 'x-service-api-key': key });
  await server.stop();
  return body.data.length;
};

const copyTo = (folder: string, ...suffixes: string[]): string => {
  mkdirSync(folder);
  for (const suffix of suffixes) copyFileSync(database + suffix, join(folder, `studiod.db${suffix}`));
  copyFileSync(join(data, 'studiod.key'), join(folder, 'studiod.key'));
  return join(folder, 'studiod.db');
};

const digest = (path: string): string => new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex');

describe('a copy of a database that crashed', () => {
  test('is restored with its log, and is left as it was; the counts are those of the restored file', async () => {
    crashed();
    const before = [digest(database), digest(`${database}-wal`)];
    const restored = join(cwd, 'restored');
    mkdirSync(restored);
    copyFileSync(join(data, 'studiod.key'), join(restored, 'studiod.key'));
    const printed = JSON.parse(await succeeded('restore', database, '--data', restored, '--json'));
    expect(printed.counts.clients).toBe(4);
    expect(valuesIn(join(restored, 'studiod.db'), 'select count(*) from clients')).toEqual([[4]]);
    expect([digest(database), digest(`${database}-wal`)]).toEqual(before);
    expect(await clientsOf(restored)).toBe(4);
  });

  test('is verified with its log, also on a disk that is read-only', async () => {
    crashed();
    const source = copyTo(join(cwd, 'dead'), '', '-wal');
    const verified = JSON.parse(await succeeded('backup', 'verify', source, '--json'));
    expect(verified.backups).toMatchObject([{ ok: true }]);
    for (const path of [source, `${source}-wal`]) chmodSync(path, 0o444);
    chmodSync(join(cwd, 'dead'), 0o555);
    const restored = join(cwd, 'restored');
    mkdirSync(restored);
    copyFileSync(join(data, 'studiod.key'), join(restored, 'studiod.key'));
    const printed = JSON.parse(await succeeded('restore', source, '--data', restored, '--json'));
    chmodSync(join(cwd, 'dead'), 0o755);
    expect(printed.counts.clients).toBe(4);
  });

  test('without its log has what the file has, and says so', async () => {
    crashed();
    const source = copyTo(join(cwd, 'dead'), '');
    const restored = join(cwd, 'restored');
    mkdirSync(restored);
    copyFileSync(join(data, 'studiod.key'), join(restored, 'studiod.key'));
    expect(JSON.parse(await succeeded('restore', source, '--data', restored, '--json')).counts.clients).toBe(0);
  });
});

describe('a database that a process has open', () => {
  test('1: is neither restored nor verified, also without its LOCK', async () => {
    const server = await startServer({ cwd }, 'serve');
    for (const lock of [true, false]) {
      if (!lock) rmSync(join(data, 'LOCK'));
      for (const words of [
        ['restore', database, '--data', join(cwd, 'restored')],
        ['backup', 'verify', database],
      ]) {
        const { code, out, err } = await studiod({ cwd }, ...words);
        expect([code, out + err]).toEqual([1, expect.stringContaining(`has ${database} open`)]);
        expect(out + err).toContain('studiod backup create');
      }
    }
    expect(existsSync(join(cwd, 'restored'))).toBe(false);
    expect(await server.stop()).toBe(0);
  });
});

describe('a database that was copied over one that crashed', () => {
  const other = async (): Promise<string> => {
    const elsewhere = join(cwd, 'elsewhere');
    await (await startServer({ cwd }, 'serve', '--data', elsewhere)).stop();
    return join(elsewhere, 'studiod.db');
  };

  test('3: of another studio', async () => {
    crashed();
    copyFileSync(await other(), database);
    const before = [digest(database), digest(`${database}-wal`)];
    expect(await refused('serve', '--port', '0')).toContain(
      `${database} is not the database that ${database}-wal was written for`,
    );
    expect(await refused('key', 'create')).toContain('another file was copied over it');
    expect([digest(database), digest(`${database}-wal`)]).toEqual(before);
    const restored = ['restore', database, '--data', join(cwd, 'restored')];
    expect(await refused(...restored)).toContain('another file was copied over it');
  });

  test('a restore keeps both as they are, and serves the backup', async () => {
    crashed();
    copyFileSync(await other(), database);
    const found = [digest(database), digest(`${database}-wal`)];
    const { before, counts } = JSON.parse(await succeeded('restore', earlier, '--json'));
    expect([digest(before), digest(`${before}-wal`)]).toEqual(found);
    expect(valuesIn(database, 'select count(*) from auditLog')).toEqual([[counts.auditLog]]);
    expect(await clientsOf(data)).toBe(0);
  });

  test('3: a backup of the same day, and a copy of an earlier day; each is served once the log is away', async () => {
    crashed();
    const server = await startServer({ cwd }, 'serve');
    await addClients(server, 4, 6);
    const { path } = JSON.parse(await succeeded('backup', 'create', '--json'));
    await addClients(server, 6, 8);
    await kill(server);
    const log = readFileSync(`${database}-wal`);
    for (const [copy, clients] of [
      [path, 6],
      [earlier, 0],
    ] as const) {
      await Bun.write(`${database}-wal`, log);
      copyFileSync(copy, database);
      expect(await refused('serve', '--port', '0')).toContain('is not the database that');
      for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
      expect(await clientsOf(data)).toBe(clients);
    }
  });

  test('the file that was there is served with its log, also after it was copied with it', async () => {
    crashed();
    const copy = join(cwd, 'moved');
    mkdirSync(copy);
    for (const name of ['studiod.db', 'studiod.db-wal', 'studiod.key'])
      copyFileSync(join(data, name), join(copy, name));
    expect(await clientsOf(copy)).toBe(4);
    expect(await clientsOf(data)).toBe(4);
  });
});
