import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeBackup, manifestOf } from '../../database/backup/backup.ts';
import { restore } from '../../database/backup/restore.ts';
import { closeDatabase, DATABASE_FILE } from '../../database/data-directory.ts';
import { openDatabase } from '../../database/database.ts';
import { migrations, schemaOf } from '../../database/migrate.ts';
import { olderSchemaOf } from '../../database/start-checks.ts';
import { isoInstant, systemClock } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { auditVerb } from '../audit.ts';
import { backupDirectory, stampOf } from '../backups.ts';
import { withDatabase } from '../open-database.ts';
import { release } from '../release.ts';
import { recordRestore } from '../restored.ts';
import { type Call, exit, VerbError } from '../verb.ts';
import { migrationOf } from './migration.ts';
import type { Version } from './new-release.ts';

export interface Backup {
  readonly path: string;
  readonly schema: number;
}

interface Replacement {
  readonly from: Version;
  readonly to: Version;
  readonly executable: string;
  readonly file: string;
}

/** @throws VerbError when this program would migrate the database before the backup, so that nothing could go back. */
const requireMigrated = (call: Call, { executable, file }: Replacement): void => {
  const schema = olderSchemaOf(join(call.configure().config.data, DATABASE_FILE));
  if (schema === undefined) return;
  const what =
    executable === process.execPath
      ? 'Start the server with it first, to back up and migrate the database.'
      : `Upgrade with the executable of the server: ${executable} upgrade ${file}`;
  throw new VerbError(
    `The database has schema ${schema}, and this studiod ${migrations.length}: it would migrate the database before the ` +
      `backup. Nothing was changed. ${what}`,
    exit.unsafe,
  );
};

const backUp = (call: Call, replacement: Replacement): Promise<Backup> => {
  requireMigrated(call, replacement);
  const { from, to } = replacement;
  return withDatabase(call, { mayCreate: false }, async ({ data, store }) => {
    const schema = schemaOf(data.db);
    if (to.schema < schema) {
      throw new VerbError(
        `The database has schema ${schema}, but studiod ${to.version} supports schemas up to ${to.schema} only. ` +
          'To go back to it, restore a backup that it made.',
        exit.unsafe,
      );
    }
    const { now } = store.view();
    const directory = backupDirectory(call.configure().config);
    call.printError(`backing up the database to ${directory}`);
    const name = `before-upgrade-${stampOf(now)}`;
    const { file } = makeBackup({ db: data.db, directory, name, release, now, report: call.report });
    const after = { from: from.version, to: to.version, backup: file };
    await store.write((tx) => auditVerb(tx, 'upgrade', { after }));
    return { path: join(directory, file), schema };
  });
};

const presentSchema = (path: string): number => {
  const db = openDatabase(path);
  try {
    return schemaOf(db);
  } finally {
    closeDatabase(db);
  }
};

/**
 * The backup with everything that the old server has written: the new server makes one before it migrates, when the old one has
 * stopped. Without it, the one that the upgrade began with.
 */
const newestOf = ({ path, schema }: Backup): string => {
  const migrated = join(dirname(path), `before-migration-${schema}.db`);
  try {
    const [then, before] = [migrated, path].map((each) => manifestOf(each)?.createdAt);
    return then !== undefined && then > (before ?? '') && existsSync(migrated) ? migrated : path;
  } catch {
    // A manifest that cannot be read says nothing.
    return path;
  }
};

const undoMigration = async (call: Call, backup: Backup): Promise<string> => {
  const { data: path, allowNetworkStorage } = call.configure().config;
  const { schema } = backup;
  if (presentSchema(join(path, DATABASE_FILE)) === schema) return 'The database is unchanged.';
  const file = newestOf(backup);
  call.printError(`restoring the database from ${file}`);
  const stamp = stampOf(isoInstant(systemClock.now()));
  const random = systemRandom();
  const options = { file, path, random, allowNetworkStorage, stamp, record: recordRestore('upgrade', random) };
  const { before } = await restore({ ...options, report: call.report });
  return `The database was restored from ${file}; the migrated one is kept as ${before}.`;
};

export const dataSteps = (call: Call) => ({
  /** Backs the database up, and adds the entry to the audit log. @throws VerbError (unsafe) */
  backUp: (replacement: Replacement) => backUp(call, replacement),
  /** Looks at the migration of a newer server, which gives the database this schema. */
  migration: async (schema: number) => migrationOf(call.configure().config.data, schema),
  /** Restores the backup when the new server has migrated the database. Returns what was done. */
  undoMigration: (backup: Backup) => undoMigration(call, backup),
});

export type DataSteps = ReturnType<typeof dataSteps>;
