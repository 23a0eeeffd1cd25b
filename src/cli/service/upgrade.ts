import { chownSync, constants, copyFileSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../../database/backup/backup.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { type Call, VerbError } from '../verb.ts';
import { type Control, untilReady } from './control.ts';
import type { Backup, DataSteps } from './data-steps.ts';
import { takeRelease, versionOf } from './new-release.ts';

export interface Upgrade {
  readonly call: Call;
  /** A file of a release, and its SHA-256 if it was given. */
  readonly file: string;
  readonly sum: string | undefined;
  readonly executable: string;
  readonly control: Control;
  readonly data: DataSteps;
  readonly url: URL;
  /** How long to wait for the new server, in real milliseconds, without the time of a migration. */
  readonly within: number;
}

export interface Upgraded {
  readonly from: string;
  readonly to: string;
  readonly backup: string;
  /** The replaced executable, which is kept. */
  readonly previous: string;
}

const say = ({ call }: Upgrade, text: string): void => call.printError(text);

const swap = (unpacked: string, executable: string, previous: string): void => {
  const { uid, gid } = statSync(executable);
  if (process.getuid?.() === 0) chownSync(unpacked, uid, gid);
  rmSync(previous, { force: true });
  try {
    linkSync(executable, previous);
  } catch {
    copyFileSync(executable, previous, constants.COPYFILE_EXCL);
  }
  // Otherwise a power cut could leave an empty executable.
  syncToDisk(unpacked);
  renameSync(unpacked, executable);
};

/** Goes back to the old executable, and to the database of before. @throws VerbError that says what was done. */
const goBack = async (
  upgrade: Upgrade,
  { from, to, previous }: Upgraded,
  backup: Backup,
  reason: string,
): Promise<never> => {
  const { control, data, executable, url } = upgrade;
  say(upgrade, `studiod ${to} is not ready (${reason}): rolling back to studiod ${from}`);
  // First the executable: whatever starts the server from now on starts the old one.
  renameSync(previous, executable);
  await control.stopForGood().catch((error) => say(upgrade, errorMessage(error)));
  const database = await data.undoMigration(backup);
  await control.start();
  const trouble = await untilReady({ url, version: from, within: upgrade.within });
  const now = trouble === undefined ? 'is running again' : `is not ready either: ${trouble}`;
  throw new VerbError(`studiod ${to} did not become ready (${reason}). studiod ${from} ${now}. ${database}`);
};

/** Goes back when the new server is not ready in time. @throws VerbError that says whether anything changed. */
export const runUpgrade = async (upgrade: Upgrade): Promise<Upgraded> => {
  const { data, file, sum, executable, control, url, within } = upgrade;
  say(upgrade, `verifying ${file}`);
  // Beside the executable, so that the new one can take its place in one step.
  const scratch = mkdtempSync(join(dirname(executable), '.studiod-upgrade-'));
  try {
    const unpacked = await takeRelease(file, sum, scratch);
    const [from, to] = [await versionOf(executable), await versionOf(unpacked)];
    const backup = await data.backUp({ from, to, executable, file });
    const previous = `${executable}.previous`;
    const upgraded = { from: from.version, to: to.version, backup: backup.path, previous };
    say(
      upgrade,
      `replacing ${executable} (studiod ${from.version}) with studiod ${to.version}, and restarting the server`,
    );
    swap(unpacked, executable, previous);
    let reason: string | undefined;
    try {
      await control.stop();
      const ready = untilReady({
        url,
        version: to.version,
        within,
        migration: await data.migration(to.schema),
        onMigration: () =>
          say(
            upgrade,
            `waiting while studiod ${to.version} backs up and migrates the database; see its log for progress`,
          ),
      });
      await control.start();
      reason = await ready;
    } catch (error) {
      reason = errorMessage(error);
    }
    if (reason !== undefined) await goBack(upgrade, upgraded, backup, reason);
    return upgraded;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
