import { beforeAll, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allVerbs } from '../../src/cli/entries.ts';
import { dataDirectory } from '../helpers/data-directory.ts';
import { inDatabase } from '../helpers/database-file.ts';
import { testFolder } from '../helpers/process.ts';

const cwd = testFolder();
const { database, startOnce, succeeded } = dataDirectory(cwd);
beforeAll(startOnce);

const rowsOf = (sql: string) => inDatabase(database, (db) => db.query<Record<string, string | null>, []>(sql).all());
const entriesOf = () => rowsOf('select * from auditLog order by number');

/** The verbs that have no entry, by the reason. */
const WITHOUT_ENTRY = {
  'changes nothing': [
    'key list',
    'oauth-client list',
    'backup list',
    'backup verify',
    'webhook verify',
    'doctor',
    'health',
    'tail',
    'sql',
    'openapi',
    'config',
    'completions',
    'licenses',
    'version',
    'mail test',
  ],
  'its requests and jobs have theirs': ['serve', 'sandbox'],
  'changes the machine only; the first key that it makes has the entry of key create': ['install', 'uninstall'],
};
/** The others, with where the entry is tested. */
const WITH_ENTRY = {
  here: [
    'key create',
    'key revoke',
    'oauth-client create',
    'oauth-client revoke',
    'oauth-client rotate-key',
    'backup create',
    'backup copy',
    'backup test',
    'backup prune',
    'export',
    'import',
    'restore',
    'owner create',
    'owner reset-password',
  ],
  'upgrade.test.ts': ['upgrade'],
};

test('every verb has an entry, or a reason why not', async () => {
  const named = [WITHOUT_ENTRY, WITH_ENTRY].flatMap((each) => Object.values(each).flat());
  expect(named.sort()).toEqual((await allVerbs()).map(({ name }) => name).sort());
});

test('every verb that changes or hands out data has an entry; none has a secret', async () => {
  const made = JSON.parse(await succeeded('key', 'create', '--name', 'Door', '--json'));
  await succeeded('key', 'revoke', made.id);
  const client = JSON.parse(await succeeded('oauth-client', 'create', '--name', 'Reports', '--json'));
  await succeeded('oauth-client', 'revoke', client.id);
  await succeeded('oauth-client', 'rotate-key');
  await succeeded('backup', 'create');
  mkdirSync(join(cwd, 'disk'));
  await succeeded('backup', 'copy', '--backup-targets', join(cwd, 'disk'));
  await succeeded('export', 'records');
  writeFileSync(join(cwd, 'clients.csv'), 'firstName,lastName,email\nAda,Park,ada@members.example\n');
  await succeeded('import', 'clients.csv', '--dry-run');
  await succeeded('import', 'clients.csv');
  await succeeded('key', 'list');
  const { path, file, sha256, createdAt } = JSON.parse(await succeeded('backup', 'create', '--json'));
  await succeeded('backup', 'test');
  const tested = entriesOf().at(-1);
  expect([tested?.type, JSON.parse(tested?.after ?? '')]).toEqual(['backup test', { file, outcome: 'ok' }]);
  const old = path.replace(/[^/]*$/, 'studiod-2020.db');
  const manifest = JSON.parse(readFileSync(path.replace(/db$/, 'json'), 'utf8'));
  for (const month of [1, 2, 3, 4, 5, 6, 7]) {
    const name = old.replace('2020', `2020-0${month}`);
    copyFileSync(path, name);
    const aged = { ...manifest, file: name.slice(-18), createdAt: `2020-0${month}-15T04:17:00.000Z` };
    writeFileSync(name.replace(/db$/, 'json'), JSON.stringify(aged));
  }
  const { removed } = JSON.parse(await succeeded('backup', 'prune', '--json'));
  await succeeded('backup', 'prune');
  const pruned = entriesOf().at(-1);
  expect([pruned?.type, JSON.parse(pruned?.after ?? '')]).toEqual(['backup prune', { removed }]);
  // What comes after the backup is not in the restored database, which says where it comes from.
  const { before } = JSON.parse(await succeeded('restore', file, '--json'));
  const restored = entriesOf();
  expect(restored.map(({ type }) => type).slice(-2)).toEqual(['import', 'restore']);
  expect(JSON.parse(restored.at(-1)?.after ?? '')).toEqual({
    file,
    sha256,
    createdAt,
    before: before.split('/').at(-1),
  });

  const all = JSON.stringify(restored);
  const entries = restored.map(({ number, type, source, recordType, recordId }) => [
    number,
    type,
    source,
    recordType,
    recordId,
  ]);
  expect(entries).toEqual([
    [1, 'key create', 'command_line', 'api_key', made.id],
    [2, 'key revoke', 'command_line', 'api_key', made.id],
    [3, 'oauth-client create', 'command_line', 'oauth_client', client.id],
    [4, 'oauth-client revoke', 'command_line', 'oauth_client', client.id],
    [5, 'oauth-client rotate-key', 'command_line', 'signing_key', expect.any(String)],
    [6, 'backup create', 'command_line', null, null],
    [7, 'backup copy', 'command_line', null, null],
    [8, 'export', 'command_line', null, null],
    [9, 'import', 'command_line', 'clients', null],
    [10, 'restore', 'command_line', null, null],
  ]);
  for (const secret of [made.key, client.clientSecret, 'ada@members.example']) expect(all).not.toContain(secret);
}, 60_000);

test('the events of a verb name it, and no request', async () => {
  const last = rowsOf('select max(id) as id from events')[0]?.id ?? '';
  writeFileSync(join(cwd, 'clients.csv'), 'firstName,lastName,email\nAda,Byron,ada@members.example\n');
  await succeeded('import', 'clients.csv');
  await succeeded('backup', 'create');
  await succeeded('backup', 'test');
  const events = rowsOf(`select type, actor, requestId from events where id > '${last}' order by id`);
  expect(events).toEqual([
    { type: 'client.updated', actor: 'verb:import', requestId: null },
    { type: 'import.completed', actor: 'verb:import', requestId: null },
    { type: 'backup.verified', actor: 'verb:backup create', requestId: null },
    { type: 'backup.verified', actor: 'verb:backup test', requestId: null },
  ]);
}, 60_000);

test('the verb owner has an entry for whom it lets in, without the link', async () => {
  const link = await succeeded('owner', 'create', 'olivia@example.com', '--link');
  await succeeded('owner', 'reset-password', 'olivia@example.com', '--link');
  const [created, reset] = entriesOf().slice(-2);
  expect([created?.type, reset?.type]).toEqual(['owner create', 'owner reset-password']);
  expect(JSON.stringify([created, reset])).not.toContain(link.trim().split('#')[1] ?? link);
});
