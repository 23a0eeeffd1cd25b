import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APPLICATION_ID } from '../../src/database/database.ts';
import { migrations } from '../../src/database/migrate.ts';
import { changeIn } from '../helpers/database-file.ts';
import { command, environment, startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
const fixture = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);

test('key create prints the key alone, and says the rest on stderr', async () => {
  const { code, out, err } = await studiod(
    { cwd },
    'key',
    'create',
    '--new-data',
    '--name',
    'Website',
    '--data',
    'keys',
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^sk_live_[0-9A-Za-z]{32}\n$/);
  expect(err).toContain("This key is not shown again. 'Website' has the scopes * and the tier basic.");
});

test('oauth-client create prints id and secret alone', async () => {
  const { code, out, err } = await studiod({ cwd }, 'oauth-client', 'create', '--data', 'keys');
  expect(code).toBe(0);
  expect(out).toMatch(/^client_id {6}[0-9a-f-]{36}\nclient_secret {2}\S+\n$/);
  expect(err).toContain('This secret is not shown again.');
});

test('backup create prints the path alone, and restore and backup prune what they did', async () => {
  const flags = ['--data', 'keys'];
  const created = await studiod({ cwd }, 'backup', 'create', ...flags);
  expect(created.out).toMatch(new RegExp(`^${join(cwd, 'keys/backups')}/studiod-\\w+\\.db\n$`));
  expect(created.err.split('\n')).toEqual([
    expect.stringMatching(/^studiod-\w+\.db .* rows {2}key [0-9a-f]{16}$/),
    'Keep a copy elsewhere, and keep studiod.key apart from it: it decrypts the secrets in the backup.',
    '',
  ]);
  expect((await studiod({ cwd }, 'backup', 'create', '--json', ...flags)).err).toBe('');

  const path = created.out.trim();
  const restored = await studiod({ cwd }, 'restore', path, ...flags);
  expect(restored.out).toMatch(/^Restored \S+ \(schema \d+\)\.\nThe replaced database is kept as \S+\.\n$/);
  expect(restored.err).toMatch(
    /^The database has the API keys of the backup \(\S+\): a key created later is unknown, .*\nStaff have to sign in again\..*\nStart it: studiod serve --data keys\n$/,
  );
  expect(await studiod({ cwd }, 'backup', 'prune', ...flags)).toEqual({
    code: 0,
    out: '',
    err: 'Nothing to remove.\n',
  });
});

test('a list of nothing is empty, and stderr says what to do', async () => {
  const flags = ['--data', 'keys', '--backup-dir', 'none'];
  const none = `There are no backups in ${join(cwd, 'none')}. Create one: studiod backup create\n`;
  expect(await studiod({ cwd }, 'backup', 'list', ...flags)).toEqual({ code: 0, out: '', err: none });
  expect(await studiod({ cwd }, 'backup', 'verify', ...flags)).toEqual({ code: 1, out: '', err: none });
  await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'other');
  expect(await studiod({ cwd }, 'oauth-client', 'list', '--data', 'other')).toEqual({
    code: 0,
    out: '',
    err: 'No OAuth clients yet. Create one: studiod oauth-client create\n',
  });
});

test('a PEM file that holds something else is named with its setting', async () => {
  copyFileSync(fixture('receiver.pem'), join(cwd, 'tls.pem'));
  copyFileSync(fixture('receiver.key'), join(cwd, 'tls.key'));
  copyFileSync(fixture('loopback.key'), join(cwd, 'other.key'));
  writeFileSync(join(cwd, 'bad.pem'), 'no PEM at all');
  const serve = (cert: string, key: string) =>
    studiod({ cwd }, 'serve', '--port', '0', '--data', 'tls', '--tls-cert', cert, '--tls-key', key);
  const noCertificate = await serve('bad.pem', 'tls.key');
  expect(noCertificate.code).toBe(1);
  expect(noCertificate.err).toContain("--tls-cert: 'bad.pem' contains no certificate.");
  const noKey = await serve('tls.pem', 'bad.pem');
  expect(noKey.err).toContain("--tls-key: 'bad.pem' contains no private key.");
  const otherKey = await serve('tls.pem', 'other.key');
  expect(otherKey.code).toBe(1);
  expect(otherKey.err).toContain("'other.key' does not match the certificate in 'tls.pem'");
});

test.each(['-----BEGIN ENCRYPTED PRIVATE KEY-----', '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED'])(
  'a key that is encrypted is said to be, and how it is decrypted: %p',
  async (head) => {
    copyFileSync(fixture('receiver.pem'), join(cwd, 'tls.pem'));
    writeFileSync(join(cwd, 'encrypted.pem'), `${head}\n\nMIIB\n`);
    const flags = ['--port', '0', '--data', 'tls', '--tls-cert', 'tls.pem', '--tls-key', 'encrypted.pem'];
    const { code, err } = await studiod({ cwd }, 'serve', ...flags);
    expect(code).toBe(1);
    expect(err).toContain("--tls-key: the private key in 'encrypted.pem' is encrypted with a passphrase.");
    expect(err).toContain('openssl pkey -in key.pem -out plain.pem');
  },
);

test('every line of a log in JSON is JSON, the ready line too', async () => {
  const child = Bun.spawn([...command, 'serve', '--port', '0', '--data', 'log'], {
    cwd,
    env: environment(),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let text = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"message":"ready"')) child.kill('SIGTERM');
  }
  await child.exited;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.find(({ message }) => message === 'ready')).toMatchObject({
    level: 'info',
    baseUrl: expect.stringContaining('/v2'),
    processor: 'sandbox',
    processorMode: 'test',
  });
});

test('the log says that an older database was migrated', async () => {
  const folder = join(cwd, 'older');
  mkdirSync(folder);
  const versions = [`PRAGMA application_id = ${APPLICATION_ID}`, `PRAGMA user_version = ${migrations.length - 1}`];
  changeIn(join(folder, 'studiod.db'), 'PRAGMA synchronous = OFF', ...migrations.slice(0, -1), ...versions);
  const server = await startServer({ cwd }, 'serve', '--data', 'older');
  await server.stop();
  const expected = `the database was migrated from schema ${migrations.length - 1} to ${migrations.length}`;
  expect(await server.err).toContain(expected);
});
