import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, makeBackup, readBackupAgain } from '../../../src/database/backup/backup.ts';
import { restore } from '../../../src/database/backup/restore.ts';
import { verifyBackup } from '../../../src/database/backup/source.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { testFolder } from '../../helpers/process.ts';

const folder = testFolder();

/** The files that this process has open, by their paths. */
const openFiles = (): string[] =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').flatMap((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`);
        } catch {
          return [];
        }
      })
    : [];

test('a large database is copied and restored while a thread flushes the copy, which is whole and closed afterwards', async () => {
  const db = openDatabase(join(folder, 'studiod.db'));
  migrate(db, 'test');
  const bytes = 12 * 1024 ** 2;
  db.query("insert into appliance (name, value) values ('large', zeroblob(?))").run(bytes);
  const directory = join(folder, 'backups');
  const said: string[] = [];
  const report = (what: string): unknown => said.push(what.replace(/ \S+$/, ''));
  const made = makeBackup({ db, directory, name: 'large', release: 'test', now: '2026-03-08T04:17:00.000Z', report });
  db.close();
  const path = join(directory, 'large.db');
  expect(made.bytes).toBeGreaterThan(bytes);
  expect([...new Set(said)]).toEqual([
    'copying the',
    'computing the SHA-256 of',
    'checking the pages of',
    'checking the references of',
    'counting the rows of',
  ]);
  readBackupAgain(path, made);
  expect(verifyBackup(path)).toMatchObject({ schema: made.schema, counts: made.counts, totals: made.totals });
  const restored = join(folder, 'restored');
  const allowNetworkStorage = true;
  await restore({ file: path, path: restored, random: systemRandom(), allowNetworkStorage, stamp: 'now' });
  expect(digestOf(join(restored, 'studiod.db'))).toBe(made.sha256);
  expect(openFiles().filter((each) => each.startsWith(directory) || each.startsWith(restored))).toEqual([]);
  expect(() => readBackupAgain(path, { ...made, sha256: '0'.repeat(64) })).toThrow('its SHA-256 differs');
  expect(() => readBackupAgain(path, { ...made, counts: { ...made.counts, clients: 1 } })).toThrow(
    "has 0 rows in 'clients' instead of 1",
  );
});
