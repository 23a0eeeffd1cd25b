import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../helpers/data-directory.ts';
import { newFolder, removeFolder } from '../helpers/process.ts';

let cwd = '';
const { database, startOnce, succeeded } = dataDirectory(() => cwd);
beforeAll(async () => {
  cwd = newFolder();
  await startOnce();
});
afterAll(() => removeFolder(cwd));

test('every verb that changes or hands out data has an entry; none has a secret', async () => {
  const made = JSON.parse(await succeeded('key', 'create', '--name', 'Door', '--json'));
  await succeeded('key', 'revoke', made.id);
  const client = JSON.parse(await succeeded('oauth-client', 'create', '--name', 'Reports', '--json'));
  await succeeded('oauth-client', 'revoke', client.id);
  await succeeded('oauth-client', 'rotate-key');
  await succeeded('backup', 'create');
  await succeeded('export', 'records');
  writeFileSync(join(cwd, 'clients.csv'), 'firstName,lastName,email\nAda,Park,ada@members.example\n');
  await succeeded('import', 'clients.csv', '--dry-run');
  await succeeded('import', 'clients.csv');
  await succeeded('key', 'list');

  const db = new Database(database(), { readonly: true });
  const entries = db
    .query<Record<string, string | null>, []>('select * from auditLog order by number')
    .all()
    .map(({ number, type, source, recordType, recordId }) => [number, type, source, recordType, recordId]);
  const all = JSON.stringify(db.query('select * from auditLog').all());
  db.close();
  expect(entries).toEqual([
    [1, 'key create', 'command_line', 'api_key', made.id],
    [2, 'key revoke', 'command_line', 'api_key', made.id],
    [3, 'oauth-client create', 'command_line', 'oauth_client', client.id],
    [4, 'oauth-client revoke', 'command_line', 'oauth_client', client.id],
    [5, 'oauth-client rotate-key', 'command_line', 'signing_key', expect.any(String)],
    [6, 'backup create', 'command_line', null, null],
    [7, 'export', 'command_line', null, null],
    [8, 'import', 'command_line', 'clients', null],
  ]);
  for (const secret of [made.key, client.clientSecret, 'ada@members.example']) expect(all).not.toContain(secret);
}, 60_000);
