import { chownSync, copyFileSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeBackup, syncToDisk } from '../../database/backup/backup.ts';
import { restore } from '../../database/backup/restore.ts';
import { closeDatabase, DATABASE_FILE } from '../../database/data-directory.ts';
import { openDatabase } from '../../database/database.ts';
import { migrations, schemaOf } from '../../database/migrate.ts';
import { olderSchemaOf } from '../../database/start-checks.ts';
import { isoInstant, systemClock } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { auditVerb } from '../audit.ts';
import { backupDirectory, stampOf } from '../backups.ts';
import { withDatabase } from '../open-database.ts';
import { release } from '../release.ts';
import { recordRestore } from '../restored.ts';
import { type Call, exit, Failure } from '../verb.ts';
import { type Control, untilReady } from './control.ts';
import { giveTo } from './machine.ts';
import { migrationOf } from './migration.ts';
import { unpack, type Version, verifySum, versionOf } from './new-release.ts';

/** An upgrade. */
export interface Upgrade {
  readonly call: Call;
  /** A file of a release, and its SHA-256 if it was given. */
  readonly file: string;
  readonly sum: string | undefined;
  /** The executable to replace. */
  readonly executable: string;
  readonly control: Control;
  /** Where the health of the server is. */
  readonly url: URL;
  /** How long to wait for the new server, in real milliseconds, without those of a migration. */
  readonly within: number;
}

/** What became of an upgrade. */
export interface Upgraded {
  readonly from: string;
  readonly to: string;
  readonly backup: string;
  /** The replaced executable, which is kept. */
  readonly previous: string;
}

const say = ({ call }: Upgrade, text: string): void => call.printError(text);

/** @throws Failure when this program would migrate the database before the backup, so that nothing could go back. */
const requireMigrated = ({ call, executable, file }: Upgrade): void => {
  const schema = olderSchemaOf(join(call.configure().config.data, DATABASE_FILE));
  if (schema === undefined) return;
  const what =
    executable === process.execPath
      ? 'Start the server with it first: that backs the database up and migrates it.'
      : `Upgrade with the executable of the server: ${executable} upgrade ${file}`;
  throw new Failure(
    `The database has schema ${schema}, and this studiod ${migrations.length}: it would migrate the database before the ` +
      `backup. Nothing was changed. ${what}`,
    exit.unsafe,
  );
};

/**
 * Backs the database up, and adds the entry to the audit log while the database has the schema of this program. The owner
 * of the database gets the files, since the server reads and prunes them.
 */
const backUp = (upgrade: Upgrade, from: Version, to: Version): Promise<{ path: string; schema: number }> => {
  requireMigrated(upgrade);
  const { config } = upgrade.call.configure();
  return withDatabase(upgrade.call, { mayCreate: false }, async ({ data, store }) => {
    const schema = schemaOf(data.db);
    if (to.schema < schema) {
      throw new Failure(
        `The database has schema ${schema}, and studiod ${to.version} knows schemas up to ${to.schema} only. ` +
          'To go back to it, restore a backup that it made.',
        exit.unsafe,
      );
    }
    const { now } = store.view();
    const directory = backupDirectory(config);
    say(upgrade, `backs the database up into ${directory}`);
    const name = `before-upgrade-${stampOf(now)}`;
    const { file } = makeBackup({ db: data.db, directory, name, release, now, report: upgrade.call.report });
    giveTo(statSync(config.data), directory);
    await store.write((tx) =>
      auditVerb(tx, 'upgrade', { after: { from: from.version, to: to.version, backup: file } }),
    );
    return { path: join(directory, file), schema };
  });
};

/** Puts the new executable in the place of the old one, which keeps a second name. */
const swap = (unpacked: string, executable: string, previous: string): void => {
  const { uid, gid } = statSync(executable);
  if (process.getuid?.() === 0) chownSync(unpacked, uid, gid);
  rmSync(previous, { force: true });
  try {
    linkSync(executable, previous);
  } catch {
    copyFileSync(executable, previous);
  }
  // Otherwise a power cut could leave an empty executable.
  syncToDisk(unpacked);
  renameSync(unpacked, executable);
};

/** The schema of the database of a stopped server. */
const presentSchema = (path: string): number => {
  const db = openDatabase(path);
  try {
    return schemaOf(db);
  } finally {
    closeDatabase(db);
  }
};

/** Restores the backup when the new server has migrated the database. Returns what was done. */
const undoMigration = async (upgrade: Upgrade, backup: { path: string; schema: number }): Promise<string> => {
  const { data: path, allowNetworkStorage } = upgrade.call.configure().config;
  if (presentSchema(join(path, DATABASE_FILE)) === backup.schema) return 'The database is unchanged.';
  say(upgrade, `restores the database from ${backup.path}`);
  const stamp = stampOf(isoInstant(systemClock.now()));
  const random = systemRandom();
  const options = { path, random, allowNetworkStorage, stamp, record: recordRestore('upgrade', random) };
  const { report } = upgrade.call;
  const owner = statSync(path);
  const { before } = await restore({ file: backup.path, ...options, report });
  giveTo(owner, path);
  return `The database is restored from ${backup.path}; the migrated one is kept as ${before}.`;
};

/** Goes back to the old executable, and to the database of before. @throws Failure that says what was done. */
const goBack = async (
  upgrade: Upgrade,
  { from, to, backup, previous }: Upgraded & { backup: string },
  schema: number,
  reason: string,
): Promise<never> => {
  const { control, executable, url } = upgrade;
  say(upgrade, `studiod ${to} is not ready (${reason}): goes back to studiod ${from}`);
  // First the executable: whatever starts the server from now on starts the old one.
  renameSync(previous, executable);
  await control.stopForGood().catch((error) => say(upgrade, errorMessage(error)));
  const database = await undoMigration(upgrade, { path: backup, schema });
  await control.start();
  const trouble = await untilReady({ url, version: from, within: upgrade.within });
  const now = trouble === undefined ? 'runs again' : `is not ready either: ${trouble}`;
  throw new Failure(`studiod ${to} did not become ready (${reason}). studiod ${from} ${now}. ${database}`);
};

/**
 * Replaces the executable of a server by that of a release, and goes back when the new server is not ready in time.
 * @throws Failure when nothing changed, or when it went back; the message says which.
 */
export const runUpgrade = async (upgrade: Upgrade): Promise<Upgraded> => {
  const { file, sum, executable, control, url, within } = upgrade;
  say(upgrade, `verifies ${file}`);
  verifySum(file, sum);
  const unpacked = await unpack(file, dirname(executable));
  try {
    const [from, to] = [await versionOf(executable), await versionOf(unpacked)];
    const { path: backup, schema } = await backUp(upgrade, from, to);
    const previous = `${executable}.previous`;
    const upgraded = { from: from.version, to: to.version, backup, previous };
    say(upgrade, `replaces ${executable} (studiod ${from.version}) by studiod ${to.version}, and restarts the server`);
    swap(unpacked, executable, previous);
    let reason: string | undefined;
    try {
      await control.stop();
      const ready = untilReady({
        ...{ url, version: to.version, within },
        migration: migrationOf(upgrade.call.configure().config.data, to.schema),
        onMigration: () =>
          say(
            upgrade,
            `waits while studiod ${to.version} backs the database up and migrates it; its log says how far it is`,
          ),
      });
      await control.start();
      reason = await ready;
    } catch (error) {
      reason = errorMessage(error);
    }
    if (reason !== undefined) await goBack(upgrade, upgraded, schema, reason);
    return upgraded;
  } finally {
    rmSync(dirname(unpacked), { recursive: true, force: true });
  }
};
