import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAnother, canBeAnother, programFor } from '../helpers/another-user.ts';
import { dataDirectory } from '../helpers/data-directory.ts';
import {
  command,
  environment,
  newFolder,
  removeFolder,
  type Server,
  startServer,
  studiod,
  until,
} from '../helpers/process.ts';

let cwd = '';
let server: Server | undefined;
beforeEach(() => {
  cwd = newFolder();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  removeFolder(cwd);
});

const { data, database, databaseFiles, startOnce, refused } = dataDirectory(() => cwd);

describe('serve', () => {
  test('prints the ready line, and nothing else on stdout', async () => {
    server = await startServer({ cwd }, 'serve');
    const { rootUrl, baseUrl, docs, pid } = server.ready;
    expect(Object.keys(server.ready).sort()).toEqual(['baseUrl', 'docs', 'pid', 'rootUrl']);
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
    server = await startServer({ cwd }, 'serve');
    const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--json')).out);
    const headers = { 'x-service-api-key': key, 'content-type': 'application/json' };
    const made = await fetch(`${server.ready.baseUrl}/sites`, { method: 'POST', headers, body: '{"name":"Kept"}' });
    expect(made.status).toBe(201);
    expect(await server.stop()).toBe(0);
    expect(databaseFiles()).toEqual(['studiod.db']);
    expect(statSync(data()).mode & 0o777).toBe(0o700);
    expect(statSync(join(data(), 'studiod.key')).mode & 0o777).toBe(0o600);
    const db = new Database(database(), { readonly: true });
    expect(db.query('select name from sites order by id').all()).toEqual([{ name: 'Main' }, { name: 'Kept' }]);
    db.close();
  });

  test('the second start finds the data of the first', async () => {
    await startOnce();
    await startOnce();
    const db = new Database(database(), { readonly: true });
    expect(db.query('select count(*) as n from sites').get()).toEqual({ n: 1 });
    db.close();
  });

  test('1: a port in use; the directory is closed', async () => {
    server = await startServer({ cwd }, 'serve');
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
    server = await startServer({ cwd, env }, 'serve');
    await server.stop();
    expect(await server.err).toContain('webhooks can be sent to these private networks: 10.0.0.0/8');
  });

  test('has no /sandbox routes', async () => {
    server = await startServer({ cwd }, 'serve');
    expect((await fetch(`${server.ready.rootUrl}/sandbox/clock`)).status).toBe(401);
  });
});

describe('exit code 3', () => {
  test('a directory that another process serves', async () => {
    server = await startServer({ cwd }, 'serve');
    expect(await refused('serve', '--port', '0')).toContain('Another studiod uses this data directory');
  });

  test('another sealing key', async () => {
    await startOnce();
    writeFileSync(join(data(), 'studiod.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect(await refused('serve', '--port', '0')).toContain('is not the one this database was sealed with');
    expect(await refused('key', 'list')).toContain('Put the key that belongs to it back');
  });

  test('a missing sealing key', async () => {
    await startOnce();
    removeFolder(join(data(), 'studiod.key'));
    expect(await refused('serve', '--port', '0')).toContain('studiod.key is missing');
  });

  test('a database that is newer than the program', async () => {
    await startOnce();
    const db = new Database(database());
    db.run('PRAGMA user_version = 999');
    db.run("update appliance set value = '99.1.0' where name = 'release'");
    db.close();
    const before = readFileSync(database());
    expect(await refused('serve', '--port', '0')).toContain('Use studiod 99.1.0 or newer');
    expect(databaseFiles()).toEqual(['studiod.db']);
    expect(new Database(database(), { readonly: true }).query('PRAGMA user_version').get()).toEqual({
      user_version: 999,
    });
    expect(before.length).toBe(readFileSync(database()).length);
  });

  test('a file that is not a studiod database', async () => {
    await startOnce();
    writeFileSync(database(), 'not a database at all, and longer than the header of one '.repeat(9));
    expect(await refused('serve', '--port', '0')).toContain('is not an SQLite database');
  });

  test('a sandbox directory for a business, and a business directory for a sandbox', async () => {
    await startOnce();
    expect(await refused('sandbox', '--port', '0', '--data', data())).toContain('holds a real business');
    const box = await startServer({ cwd }, 'sandbox', '--data', 'box');
    await box.stop();
    expect(await refused('serve', '--port', '0', '--data', 'box')).toContain('holds a sandbox');
  });

  test('copies of backups that cannot be made: where the backups are, and in S3 without its key', async () => {
    const targets = (...words: string[]) => studiod({ cwd }, ...words, '--backup-targets', join(data(), 'backups'));
    for (const words of [
      ['serve', '--port', '0'],
      ['backup', 'copy'],
    ]) {
      const { code, out, err } = await targets(...words);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('is the directory of the backups itself');
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
  const run = async (...words: string[]) => {
    const options = { cwd, env: environment(), stdout: 'pipe', stderr: 'pipe' } as const;
    const child = Bun.spawn([...program, ...words], options);
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { code, out, err };
  };
  chmodSync(cwd, 0o755);
  expect((await run('version')).code).toBe(0);
  chmodSync(data(), isRoot ? 0o700 : 0o000);
  try {
    for (const words of [
      ['serve', '--port', '0'],
      ['key', 'list'],
      ['key', 'create'],
      ['sql', 'select 1'],
    ]) {
      const { code, out, err } = await run(...words);
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/^studiod: The data directory \S+ cannot be read by this user\. Run this as .*\n$/);
    }
    for (const verb of ['list', 'verify', 'prune']) {
      const { code, out, err } = await run('backup', verb);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^studiod: The backups in \S+ cannot be read: EACCES.* Run this as .*\n$/);
    }
    const { code, out, err } = await run('doctor', '--json');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out).checks[0]).toMatchObject({
      name: 'database',
      status: 'failed',
      message: expect.stringContaining('cannot be read by this user'),
    });
  } finally {
    chmodSync(data(), 0o700);
  }
});

describe('key', () => {
  test('is created, works, is listed and is revoked while a server runs', async () => {
    server = await startServer({ cwd }, 'serve');
    const { baseUrl } = server.ready;
    const words = ['--name', 'Door', '--scopes', 'clients:read,sites:read', '--tier', 'pro', '--json'];
    const { id, key, name, scopes } = JSON.parse((await studiod({ cwd }, 'key', 'create', ...words)).out);
    expect({ name, scopes }).toEqual({ name: 'Door', scopes: ['clients:read', 'sites:read'] });
    expect(key).toMatch(/^sk_live_\w{32}$/);
    const status = async () => (await fetch(`${baseUrl}/sites`, { headers: { 'x-service-api-key': key } })).status;
    expect(await status()).toBe(200);

    const { keys } = JSON.parse((await studiod({ cwd }, 'key', 'list', '--json')).out);
    expect(keys).toMatchObject([{ id, object: 'api_key', name: 'Door', tier: 'pro', revokedAt: null }]);
    expect(JSON.stringify(keys)).not.toContain(key);

    const response = await fetch(`${baseUrl}/sites`, { headers: { 'x-service-api-key': key } });
    const { data } = (await response.json()) as { data: { id: string }[] };
    const site = String(data[0]?.id);
    await studiod({ cwd }, 'key', 'create', '--sites', site.toUpperCase());
    const [newest] = JSON.parse((await studiod({ cwd }, 'key', 'list', '--json')).out).keys;
    expect(newest.siteIds).toEqual([site]);

    const revoked = await studiod({ cwd }, 'key', 'revoke', id.toUpperCase(), '--json');
    expect(JSON.parse(revoked.out)).toMatchObject({ id, revokedAt: expect.any(String) });
    await until(async () => (await status()) === 401);
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
      'has no business yet: the first start of studiod serve makes it',
    );
    expect(existsSync(join(cwd, 'records'))).toBe(false);
    server = await startServer({ cwd }, 'serve');
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
    mkdirSync(data(), { mode: 0o755 });
    server = await startServer({ cwd }, 'serve');
    for (const name of ['studiod.db', 'studiod.db-wal', 'studiod.key']) {
      expect(statSync(join(data(), name)).mode & 0o777).toBe(0o600);
    }
  });

  test('exit 3 when its database is damaged', async () => {
    await startOnce();
    writeFileSync(database(), readFileSync(database()).subarray(0, 50_000));
    const told = await refused('serve', '--port', '0');
    expect(told).toContain('is damaged');
    expect(told.trim().split('\n')).toHaveLength(1);
  });
});
