import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../helpers/data-directory.ts';
import { changeIn, numberIn } from '../helpers/database-file.ts';
import { folderForEachTest, removeFolder, startServer, studiod } from '../helpers/process.ts';

const cwd = folderForEachTest();

const { data, database, databaseFiles, startOnce, refused, succeeded } = dataDirectory(cwd);

describe('a server whose LOCK file was removed', () => {
  test('3: no second server starts and no backup is restored; short commands go on', async () => {
    const server = await startServer({ cwd }, 'serve');
    const { file } = JSON.parse(await succeeded('backup', 'create', '--json'));
    rmSync(join(data, 'LOCK'));
    const inode = statSync(database).ino;
    expect(await refused('serve', '--port', '0')).toContain(`Another process uses ${database}`);
    expect(await refused('restore', file)).toContain(`Another process uses ${database}`);
    expect(await refused('sandbox', '--port', '0', '--data', data)).toContain('Another process uses');
    expect(statSync(database).ino).toBe(inode);
    expect(readdirSync(data).filter((name) => name.startsWith('before-restore'))).toEqual([]);
    const key = JSON.parse(await succeeded('key', 'create', '--json')).key;
    const headers = { 'x-service-api-key': key };
    expect((await fetch(`${server.ready.baseUrl}/sites`, { headers })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await startServer({ cwd }, 'serve');
  });

  test('3: a transaction of any other program', async () => {
    await startOnce();
    const shell = new Database(database);
    shell.run('BEGIN IMMEDIATE');
    expect(await refused('serve', '--port', '0')).toContain(`Another process uses ${database}`);
    shell.run('ROLLBACK');
    shell.close();
    await startOnce();
  });
});

describe('a database that is lost, beside its key', () => {
  const lose: Record<string, () => void> = {
    missing: () => rmSync(database),
    empty: () => writeFileSync(database, ''),
    'without tables': () => {
      rmSync(database);
      changeIn(database, 'PRAGMA application_id = 1398035780');
    },
  };
  for (const [name, damage] of Object.entries(lose)) {
    test(`3: ${name}, and a restore puts it back`, async () => {
      await startOnce();
      const { key } = JSON.parse(await succeeded('key', 'create', '--json'));
      const { file } = JSON.parse(await succeeded('backup', 'create', '--json'));
      damage();
      const before = databaseFiles();
      const message = await refused('serve', '--port', '0');
      expect(message).toContain(`${database} is missing or empty, but ${join(data, 'studiod.key')} exists`);
      expect(message).toContain('studiod restore');
      await refused('key', 'create');
      expect(databaseFiles()).toEqual(before);
      await succeeded('restore', file);
      const server = await startServer({ cwd }, 'serve');
      const headers = { 'x-service-api-key': key };
      expect((await fetch(`${server.ready.baseUrl}/sites`, { headers })).status).toBe(200);
    });
  }

  test('3: the database and its key are gone, and a backup is there, also in another directory', async () => {
    await startOnce();
    const { path } = JSON.parse(await succeeded('backup', 'create', '--json'));
    rmSync(database);
    rmSync(join(data, 'studiod.key'));
    expect(await refused('serve', '--port', '0')).toContain(`but ${path} exists`);
    const elsewhere = join(cwd, 'copies');
    mkdirSync(elsewhere);
    for (const name of readdirSync(join(data, 'backups'))) {
      copyFileSync(join(data, 'backups', name), join(elsewhere, name));
    }
    removeFolder(join(data, 'backups'));
    expect(await refused('serve', '--port', '0', '--backup-dir', elsewhere)).toContain(`but ${elsewhere}`);
    expect(existsSync(database)).toBe(false);
  });
});

describe('a damaged page', () => {
  test('3: it is found at the start, and a restore heals it', async () => {
    const server = await startServer({ cwd }, 'serve');
    const { key } = JSON.parse(await succeeded('key', 'create', '--json'));
    const headers = { 'x-service-api-key': key };
    for (let site = 0; site < 40; site += 1) {
      const body = { name: `Site ${site}`, description: 'x'.repeat(4_000) };
      expect((await server.call('POST', '/v2/sites', body, headers)).status).toBe(201);
    }
    const { file } = JSON.parse(await succeeded('backup', 'create', '--json'));
    expect(await server.stop()).toBe(0);

    const page = numberIn(database, "select rootpage from sqlite_master where name = 'sites'");
    const bytes = readFileSync(database);
    bytes.fill(0x5a, (page - 1) * 4096, page * 4096);
    writeFileSync(database, bytes);

    // What a running server does every night finds it, and makes no backup of it.
    const night = await studiod({ cwd }, 'backup', 'create');
    expect([night.code, night.out]).toEqual([1, '']);
    expect(night.err).toContain('damaged');
    expect(JSON.parse(await succeeded('backup', 'list', '--json')).backups).toHaveLength(1);
    const message = await refused('serve', '--port', '0');
    expect(message).toContain(`${database} is damaged`);
    expect(message).toContain('studiod restore');
    expect(message.trim().split('\n')).toHaveLength(1);
    await succeeded('restore', file);
    const restored = await startServer({ cwd }, 'serve');
    const list = await restored.call('GET', '/v2/sites?limit=100', undefined, headers);
    expect(list.body).toMatchObject({ data: { length: 41 } });
  });
});
