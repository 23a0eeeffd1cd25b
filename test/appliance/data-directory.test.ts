import { describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAnother, canBeAnother, programFor } from '../helpers/another-user.ts';
import { dataDirectory } from '../helpers/data-directory.ts';
import { changeIn, valuesIn } from '../helpers/database-file.ts';
import { command, folderForEachTest, removeFolder, run, startServer, studiod, until } from '../helpers/process.ts';

const cwd = folderForEachTest();

const { data, database, databaseFiles, startOnce, refused } = dataDirectory(cwd);

describe('serve', () => {
  test('prints the ready line, and nothing else on stdout', async () => {
    const server = await startServer({ cwd }, 'serve');
    const { rootUrl, baseUrl, docs, pid } = server.ready;
    expect(Object.keys(server.ready).sort()).toEqual(['baseUrl', 'console', 'docs', 'pid', 'rootUrl']);
    expect({ baseUrl, docs, pid }).toEqual({
      baseUrl: `${rootUrl}/v2`,
      docs: `${rootUrl}/docs`,
      pid: server.child.pid,
    });
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
    await server.stop();
    expect(server.out().trim().split('\n')).toHaveLength(1);
  });

  test('a clean stop leaves one database file, readable by its owner only, and exits with 0', async () => {
    const server = await startServer({ cwd }, 'serve');
    const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--json')).out);
    const made = await server.call('POST', '/v2/sites', { name: 'Kept' }, { 'x-service-api-key': key });
    expect(made.status).toBe(201);
    expect(await server.stop()).toBe(0);
    expect(databaseFiles()).toEqual(['studiod.db']);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'studiod.key')).mode & 0o777).toBe(0o600);
    expect(valuesIn(database, 'select name from sites order by id')).toEqual([['Main'], ['Kept']]);
  });

  test('the second start finds the data of the first', async () => {
    await startOnce();
    await startOnce();
    expect(valuesIn(database, 'select count(*) from sites')).toEqual([[1]]);
  });

  test('1: a port in use; the directory is closed', async () => {
    const server = await startServer({ cwd }, 'serve');
    const { port } = new URL(server.ready.rootUrl);
    const { code, err } = await studiod({ cwd }, 'serve', '--data', 'other', '--port', port);
    expect(code).toBe(1);
    expect(err).toBe(
      `studiod: Port ${port} of 127.0.0.1 is not available: another process uses it, or this machine has no such address. ` +
        'Choose another one with --port, or another --host.\n',
    );
    expect(databaseFiles(join(cwd, 'other'))).toEqual(['studiod.db']);
  });

  test('warns when webhooks can be sent to private networks', async () => {
    const env = { STUDIOD_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8' };
    const server = await startServer({ cwd, env }, 'serve');
    await server.stop();
    expect(await server.err).toContain('webhooks can be sent to these private networks: 10.0.0.0/8');
  });

  test('has no /sandbox routes', async () => {
    const server = await startServer({ cwd }, 'serve');
    expect((await fetch(`${server.ready.rootUrl}/sandbox/clock`)).status).toBe(401);
  });
});

describe('exit code 3', () => {
  test('a directory that another process serves', async () => {
    await startServer({ cwd }, 'serve');
    expect(await refused('serve', '--port', '0')).toContain('Another studiod uses this data directory');
  });

  test('another sealing key', async () => {
    await startOnce();
    writeFileSync(join(data, 'studiod.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect(await refused('serve', '--port', '0')).toContain('is not the encryption key for this database');
    expect(await refused('key', 'list')).toContain('Restore the key that belongs to it');
  });

  test('a missing sealing key', async () => {
    await startOnce();
    removeFolder(join(data, 'studiod.key'));
    expect(await refused('serve', '--port', '0')).toContain('studiod.key is missing');
  });

  test('a database that is newer than the program', async () => {
    await startOnce();
    const release = "update appliance set value = '99.1.0' where name = 'release'";
    changeIn(database, 'PRAGMA user_version = 999', release);
    const before = readFileSync(database);
    expect(await refused('serve', '--port', '0')).toContain('Use studiod 99.1.0 or newer');
    expect(databaseFiles()).toEqual(['studiod.db']);
    expect(valuesIn(database, 'PRAGMA user_version')).toEqual([[999]]);
    expect(before.length).toBe(readFileSync(database).length);
  });

  test('a file that is not a studiod database', async () => {
    await startOnce();
    writeFileSync(database, 'not a database at all, and longer than the header of one '.repeat(9));
    expect(await refused('serve', '--port', '0')).toContain('is not an SQLite database');
  });

  test('a sandbox directory for a business, and a business directory for a sandbox', async () => {
    await startOnce();
    expect(await refused('sandbox', '--port', '0', '--data', data)).toContain('contains a real business');
    const box = await startServer({ cwd }, 'sandbox', '--data', 'box');
    await box.stop();
    expect(await refused('serve', '--port', '0', '--data', 'box')).toContain('contains a sandbox');
  });

  test('copies of backups that cannot be made: where the backups are, and in S3 without its key', async () => {
    const targets = (...words: string[]) => studiod({ cwd }, ...words, '--backup-targets', join(data, 'backups'));
    for (const words of [
      ['serve', '--port', '0'],
      ['backup', 'copy'],
    ]) {
      const { code, out, err } = await targets(...words);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('is the backup directory itself');
    }
    const s3 = await studiod({ cwd }, 'serve', '--port', '0', '--backup-targets', 's3://bucket/studio');
    expect([s3.code, s3.err]).toEqual([2, expect.stringContaining('needs STUDIOD_BACKUP_S3_ACCESS_KEY_ID')]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('a public address without TLS', async () => {
    expect(await refused('serve', '--host', '0.0.0.0')).toContain('--behind-proxy');
  });

  test('a file in the place of a directory', async () => {
    writeFileSync(join(cwd, 'file'), '');
    expect(await refused('serve', '--port', '0', '--data', 'file')).toContain(
      'is a file, not a directory. Set another one with --data.',
    );
    const { code, err } = await studiod({ cwd }, 'backup', 'list', '--backup-dir', 'file');
    expect([code, err]).toEqual([1, expect.stringMatching(/ENOTDIR.* Set another directory with --backup-dir\.\n$/)]);
  });

  test('another verb on a directory that does not exist', async () => {
    expect(await refused('key', 'list', '--data', 'nowhere')).toContain('There is no data in');
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('a directory of another user: every verb says so, and none says that there is nothing', async () => {
  await startOnce();
  await studiod({ cwd }, 'backup', 'create');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !canBeAnother) return;
  const program = isRoot ? [...asAnother(), ...(await programFor(join(cwd, 'program')))] : command;
  const verb = (...words: string[]) => run({ cwd }, ...program, ...words);
  chmodSync(cwd, 0o755);
  expect((await verb('version')).code).toBe(0);
  chmodSync(data, isRoot ? 0o700 : 0o000);
  try {
    for (const words of [
      ['serve', '--port', '0'],
      ['key', 'list'],
      ['key', 'create'],
      ['sql', 'select 1'],
    ]) {
      const { code, out, err } = await verb(...words);
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/^studiod: This user cannot read the data directory \S+\. Run this as .*\n$/);
    }
    for (const name of ['list', 'verify', 'prune']) {
      const { code, out, err } = await verb('backup', name);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^studiod: The backups in \S+ cannot be read: EACCES.* Run this as .*\n$/);
    }
    const { code, out, err } = await verb('doctor', '--json');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out).checks[0]).toMatchObject({
      name: 'database',
      status: 'failed',
      message: expect.stringContaining('This user cannot read'),
    });
  } finally {
    chmodSync(data, 0o700);
  }
});

describe('key', () => {
  test('is created, works, is listed and is revoked while a server runs', async () => {
    const server = await startServer({ cwd }, 'serve');
    const words = ['--name', 'Door', '--scopes', 'clients:read,sites:read', '--tier', 'pro', '--json'];
    const { id, key, name, scopes } = JSON.parse((await studiod({ cwd }, 'key', 'create', ...words)).out);
    expect({ name, scopes }).toEqual({ name: 'Door', scopes: ['clients:read', 'sites:read'] });
    expect(key).toMatch(/^sk_live_\w{32}$/);
    const sites = () => server.call('GET', '/v2/sites', undefined, { 'x-service-api-key': key });
    const { status, body } = await sites();
    expect(status).toBe(200);

    const { keys } = JSON.parse((await studiod({ cwd }, 'key', 'list', '--json')).out);
    expect(keys).toMatchObject([{ id, object: 'api_key', name: 'Door', tier: 'pro', revokedAt: null }]);
    expect(JSON.stringify(keys)).not.toContain(key);

    const site = body.data[0].id;
    await studiod({ cwd }, 'key', 'create', '--sites', site.toUpperCase());
    const [newest] = JSON.parse((await studiod({ cwd }, 'key', 'list', '--json')).out).keys;
    expect(newest.siteIds).toEqual([site]);

    const revoked = await studiod({ cwd }, 'key', 'revoke', id.toUpperCase(), '--json');
    expect(JSON.parse(revoked.out)).toMatchObject({ id, revokedAt: expect.any(String) });
    await until(async () => (await sites()).status === 401);
  });

  test('3: needs data, as every verb does, and makes none', async () => {
    for (const verb of [
      ['key', 'create'],
      ['key', 'list'],
      ['oauth-client', 'create'],
    ]) {
      expect(await refused(...verb)).toContain('There is no data in');
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('can be created before the first start', async () => {
    const { code, out } = await studiod({ cwd }, 'key', 'create', '--new-data', '--json');
    expect(code).toBe(0);
    expect(databaseFiles()).toEqual(['studiod.db']);
    expect(await refused('export', 'records')).toContain(
      "has no business yet: the first start of 'studiod serve' creates it",
    );
    expect(existsSync(join(cwd, 'records'))).toBe(false);
    const server = await startServer({ cwd }, 'serve');
    const headers = { 'x-service-api-key': JSON.parse(out).key };
    expect((await fetch(`${server.ready.baseUrl}/sites`, { headers })).status).toBe(200);
  });

  test('2: reports every error at once; 1: an unknown id', async () => {
    const wrong = await studiod({ cwd }, 'key', 'create', '--new-data', '--scopes', 'client:read', '--tier', 'gold');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("'clients:read'");
    expect(wrong.err).toContain("There is no tier 'gold'");
    const unknown = await studiod({ cwd }, 'key', 'revoke', '01950000-0000-7000-8000-000000000009');
    expect({ code: unknown.code, out: unknown.out }).toEqual({ code: 1, out: '' });
    expect(unknown.err).toContain('There is no API key with the id');
  });
});

describe('an existing directory', () => {
  test('its files are readable by their owner only, whatever its own mode', async () => {
    mkdirSync(data, { mode: 0o755 });
    await startServer({ cwd }, 'serve');
    for (const name of ['studiod.db', 'studiod.db-wal', 'studiod.key']) {
      expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
    }
  });

  test('exit 3 when its database is damaged', async () => {
    await startOnce();
    writeFileSync(database, readFileSync(database).subarray(0, 50_000));
    const message = await refused('serve', '--port', '0');
    expect(message).toContain('is damaged');
    expect(message.trim().split('\n')).toHaveLength(1);
  });
});
