import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from '../../src/database/backup/content.ts';
import { migrate, migrations, schemaOf } from '../../src/database/migrate.ts';
import { SANDBOX_KEY } from '../../src/sandbox/demo/credentials.ts';
import { openBusiness } from '../helpers/business-data.ts';
import { changeIn, inDatabase, valuesIn } from '../helpers/database-file.ts';
import { startServer, studiod, testFolder } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

/** Databases as the programs of their schemas made them: scripts/fixture.ts. */
const fixtures = join(root, 'test/fixtures/databases');
const names = [...new Bun.Glob('*.db.zst').scanSync({ cwd: fixtures })]
  .sort()
  .map((name) => name.replace('.db.zst', ''));

const cwd = testFolder();

/** A data directory with the database of a fixture. */
const unpack = (name: string, folder: string): string => {
  const directory = join(cwd, folder);
  mkdirSync(directory);
  writeFileSync(join(directory, 'studiod.db'), Bun.zstdDecompressSync(readFileSync(join(fixtures, `${name}.db.zst`))));
  copyFileSync(join(fixtures, `${name}.key`), join(directory, 'studiod.key'));
  return directory;
};

/** What a database consists of, without the blanks of its statements. */
const structureOf = (db: Database): string[] =>
  db
    .query<{ type: string; name: string; sql: string | null }, []>('select type, name, sql from sqlite_master')
    .all()
    .map(({ type, name, sql }) => `${type} ${name} ${sql?.replaceAll(/\s+/g, ' ')}`)
    .sort();

/**
 * The rows of the tables, without those of a search index, those of long changes, which migrations begin, and those that
 * became a column of another table or rows of `queueJobs`.
 */
const rowsOf = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).filter(
      ([table]) =>
        !/Search_|^(?:appliance|sessionCancellations|unfinishedChanges|contentSearchKeys|memberStreaks|milestonesRaised|webhook(?:Jobs|NewJobs|Claims))$/.test(
          table,
        ),
    ),
  );

test('there are databases of older schemas, which take little room', () => {
  expect(names.length).toBeGreaterThanOrEqual(7);
  expect(names.reduce((sum, name) => sum + statSync(join(fixtures, `${name}.db.zst`)).size, 0)).toBeLessThan(400_000);
});

describe.each(names)('%s', (name) => {
  let directory = '';
  let before: ReturnType<typeof inspect>;
  beforeAll(() => {
    directory = unpack(name, name);
    before = inspect(join(directory, 'studiod.db'));
  });

  test('is backed up and migrated, with every row, to what a new database is', async () => {
    const data = await openBusiness(directory, { mayCreate: false, allowNetworkStorage: true });
    expect(data.migratedFrom).toBe(before.schema === migrations.length ? undefined : before.schema);
    data.close();
    const after = inspect(join(directory, 'studiod.db'));
    expect(after).toMatchObject({
      schema: migrations.length,
      keyFingerprint: before.keyFingerprint,
      totals: before.totals,
    });
    expect(after.counts).toMatchObject(rowsOf(before.counts));
    expect(after.counts.queueJobs).toBe(before.counts.queueJobs ?? before.counts.webhookJobs ?? 0);
    // The id of the opening is new, and how far calendars know their bookings by new names.
    expect(after.counts.appliance).toBe((before.counts.appliance ?? 0) + 2);
    expect(before.counts.bookings).toBeGreaterThan(10);
    if (before.schema < migrations.length) {
      const backup = inspect(join(directory, 'backups', `before-migration-${before.schema}.db`));
      expect(backup).toMatchObject({ schema: before.schema, counts: before.counts });
    }
    const fresh = new Database(':memory:');
    migrate(fresh, 'test');
    expect(inDatabase(join(directory, 'studiod.db'), structureOf)).toEqual(structureOf(fresh));
  });

  test('is served: what it had is read, and more is written', async () => {
    const server = await startServer(
      { cwd },
      'serve',
      '--data',
      name,
      '--log-level',
      'error',
      '--backup-schedule',
      'off',
    );
    const headers = { 'x-service-api-key': SANDBOX_KEY };
    const found = await Promise.all(
      ['clients', 'sites', 'staff', 'sessions', 'bookings', 'packages', 'payments', 'webhooks'].map(async (path) => {
        const { status, body } = await server.call('GET', `/v2/${path}?limit=100`, undefined, headers);
        return [path, status, body.data.length > 0];
      }),
    );
    expect(found.filter(([, status, has]) => status !== 200 || has !== true)).toEqual([]);
    const client = { firstName: 'New', lastName: 'Member', email: 'new@studio.example' };
    const made = await server.call('POST', '/v2/clients', client, headers);
    expect(made.status).toBe(201);
    expect(await server.stop()).toBe(0);
    expect(valuesIn(join(directory, 'studiod.db'), 'PRAGMA quick_check')).toEqual([['ok']]);
    expect(valuesIn(join(directory, 'studiod.db'), 'PRAGMA foreign_key_check')).toEqual([]);
  });
});

test('a start says what it does with an older database before it begins, and how far it is', async () => {
  unpack(names[0] ?? '', 'logged');
  const doctor = JSON.parse((await studiod({ cwd }, 'doctor', '--data', 'logged', '--json')).out);
  const ofMedia = { name: 'media', status: 'warning', action: 'Look at the database check.' };
  const message = expect.stringContaining('the schema of another version');
  expect(doctor.checks).toContainEqual(expect.objectContaining({ ...ofMedia, message }));
  const server = await startServer({ cwd }, 'serve', '--data', 'logged', '--backup-schedule', 'off');
  expect(await server.stop()).toBe(0);
  const lines = (await server.err).trim().split('\n');
  const messages: string[] = lines.map((line) => JSON.parse(line).message);
  const from = Number(names[0]?.slice(-4));
  expect(messages[0]).toMatch(
    new RegExp(
      `^the database has schema ${from} .*: it is backed up and checked, then migrated to schema ${migrations.length}`,
    ),
  );
  expect(messages.slice(1, 4).map((message) => message.split(' ').slice(0, 3).join(' '))).toEqual([
    'copying the database',
    'computing the SHA-256',
    'checking the pages',
  ]);
  expect(messages.filter((message) => message.startsWith('migrating the database'))).toEqual(
    Array.from(
      { length: migrations.length - from },
      (_, step) => `migrating the database to schema ${from + step + 1}`,
    ),
  );
  const end = messages.indexOf(`the database was migrated from schema ${from} to ${migrations.length}, after a backup`);
  expect(messages.slice(0, end).at(-1)).toBe('checking the references of the migrated database');
});

test('3: going back to an older program is refused in words, by serve and by restore', async () => {
  const path = join(unpack(names.at(-1) ?? '', 'newer'), 'studiod.db');
  expect(inDatabase(path, schemaOf)).toBeLessThanOrEqual(migrations.length);
  const release = "update appliance set value = '9.8.7' where name = 'release'";
  changeIn(path, `PRAGMA user_version = ${migrations.length + 1}`, release);
  const served = await studiod({ cwd }, 'serve', '--data', 'newer', '--port', '0');
  expect({ code: served.code, out: served.out }).toEqual({ code: 3, out: '' });
  expect(served.err).toContain(`supports schemas up to ${migrations.length}. Use studiod 9.8.7 or newer.`);
  const restored = await studiod({ cwd }, 'restore', 'newer/studiod.db', '--data', 'other');
  expect({ code: restored.code, out: restored.out }).toEqual({ code: 3, out: '' });
  expect(restored.err).toContain('Use a newer studiod.');
});
