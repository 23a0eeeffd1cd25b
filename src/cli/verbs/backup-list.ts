import { join } from 'node:path';
import { readBackups } from '../../database/backup/backup.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { backupDirectory, existingBackupDirectory, lineOf } from '../backups.ts';
import { type Copy, listCopies } from '../targets/copies.ts';
import { openTarget } from '../targets/target.ts';
import { type Call, printResult, type Verb } from '../verb.ts';

interface AtTarget {
  readonly target: string;
  readonly copies: readonly Copy[];
  readonly problem: string | null;
}

const lookAt = async (call: Call, target: string): Promise<AtTarget> => {
  try {
    return { target, copies: await listCopies(openTarget(target, call.configure().config)), problem: null };
  } catch (error) {
    return { target, copies: [], problem: errorMessage(error) };
  }
};

const copyLine = ({ file, createdAt, bytes, encrypted }: Copy): string =>
  `  ${file}  ${createdAt}  ${bytes} bytes${encrypted ? '  encrypted' : ''}`;

const targetLines = ({ target, copies, problem }: AtTarget): string[] => {
  if (problem !== null) return [`${target}: ${problem}`];
  return [`${target}: ${copies.length === 0 ? 'no copies' : ''}`.trim(), ...copies.map(copyLine)];
};

export const list: Verb = {
  name: 'backup list',
  summary: 'List backups and their copies at the targets, newest first',
  example: 'studiod backup list --json',
  settings: ['data', 'backupDir', 'backupTargets', 'backupS3Endpoint', 'backupS3Region', 'allowNetworkStorage'],
  async run(call) {
    const { config } = call.configure();
    // A new machine may have nothing yet but targets.
    const directory = config.backupTargets.length === 0 ? existingBackupDirectory(config) : backupDirectory(config);
    const { backups: manifests, unreadable } = readBackups(directory);
    for (const { problem } of unreadable) call.printError(`studiod: warning: ${problem}`);
    const targets = await Promise.all(config.backupTargets.map((target) => lookAt(call, target)));
    const backups = manifests.map((backup) => ({ path: join(directory, backup.file), ...backup }));
    const none = `There are no backups in ${directory}. Create one: studiod backup create`;
    const lines = [...manifests.map(lineOf), ...targets.flatMap(targetLines)];
    printResult(call, { directory, backups, targets }, lines.join('\n'), manifests.length === 0 ? [none] : []);
  },
};
