import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLastBackup, checkRestoreTest, checkTargets } from '../../../src/cli/doctor/backups.ts';
import { checkClock } from '../../../src/cli/doctor/database.ts';
import type { CheckContext } from '../../../src/cli/doctor/finding.ts';
import { configure } from '../../../src/config/settings.ts';
import { storeBackupResult } from '../../../src/database/backup/results.ts';
import { migratedDatabase } from '../../helpers/migrated-database.ts';
import { testFolder } from '../../helpers/process.ts';

const NOW = '2026-11-28T12:00:00.000Z';

/** A directory of backups with the given instants, and the context of the checks. */
const contextWith = (instants: readonly string[]): CheckContext => {
  const data = testFolder();
  mkdirSync(join(data, 'backups'));
  for (const createdAt of instants) {
    const name = `studiod-${createdAt.replaceAll(/[-:.]/g, '')}`;
    const manifest = {
      file: `${name}.db`,
      createdAt,
      release: '0.1.0',
      bytes: 4,
      sha256: '0'.repeat(64),
      schema: 1,
      counts: {},
    };
    writeFileSync(join(data, 'backups', `${name}.json`), JSON.stringify({ ...manifest, keyFingerprint: 'abc' }));
    writeFileSync(join(data, 'backups', `${name}.db`), 'four');
  }
  const { config } = configure({ flags: { data, backupTargets: '/mnt/elsewhere' }, environment: {} });
  const context: Partial<CheckContext> = { config, directory: data, db: migratedDatabase(), now: Date.parse(NOW) };
  return context as CheckContext;
};

describe('a backup from the future', () => {
  test('is named, and does not hide that later ones are missing', () => {
    const found = checkLastBackup(contextWith(['2026-11-20T04:17:00.000Z', '2030-11-28T04:17:00.000Z']));
    expect(found.status).toBe('failed');
    expect(found.message).toContain('studiod-20261120T041700000Z.db) is 8 days old.');
    expect(found.message).toContain('studiod-20301128T041700000Z.db is dated 2030-11-28T04:17:00.000Z, in the future');
    expect(found.action).toContain('move this backup and its manifest to another directory');
  });

  test('is a warning beside a new one, and where it is the only one', () => {
    for (const others of [['2026-11-28T04:17:00.000Z'], []]) {
      const found = checkLastBackup(contextWith([...others, '2030-11-28T04:17:00.000Z']));
      expect(found.status).toBe('warning');
      expect(found.message).toContain(', in the future');
      expect(found.message).not.toContain('There are no backups');
    }
  });

  test('is what the check of the clock names', () => {
    const found = checkClock(contextWith(['2030-11-28T12:00:00.000Z']));
    expect(found.message).toBe(`The clock shows ${NOW}, 1461 days before the backup studiod-20301128T120000000Z.db.`);
    expect(found.action).toContain('If it is right, move this backup');
  });
});

test('a backup of the last minutes is no backup from the future', () => {
  expect(checkLastBackup(contextWith(['2026-11-28T12:04:00.000Z'])).status).toBe('ok');
});

test('a restore test and a copy from the future are named', () => {
  const context = contextWith(['2026-11-28T04:17:00.000Z']);
  const result = { at: '2030-01-01T00:00:00.000Z', outcome: 'ok', file: 'a.db', problem: null, bytes: 4 } as const;
  const { db } = context;
  if (db === undefined) throw new Error('no database');
  storeBackupResult(db, { check: 'restore_test', target: null, ...result });
  storeBackupResult(db, { check: 'copy', target: '/mnt/elsewhere', ...result });
  for (const found of [checkRestoreTest(context), checkTargets(context)]) {
    expect(found.status).toBe('warning');
    expect(found.message).toContain('2030-01-01T00:00:00.000Z, in the future');
  }
});
