import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../../src/database/backup/backup.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { testFolder } from '../../helpers/process.ts';

const directory = testFolder();

test('a copy gets its name after its manifest, so that none without a manifest is left', () => {
  const db = openDatabase(':memory:');
  migrate(db, '1.0.0');
  mkdirSync(join(directory, 'night.json'));
  const options = { db, directory, name: 'night', release: '1.0.0', now: '2026-03-08T04:17:00.000Z' };
  expect(() => makeBackup(options)).toThrow('No backup was made');
  expect(readdirSync(directory)).toEqual(['night.json']);
  db.close();
});
