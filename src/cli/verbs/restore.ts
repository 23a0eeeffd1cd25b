import { restore } from '../../database/backup/restore.ts';
import { isoInstant, systemClock } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { stampOf } from '../backups.ts';
import { mediaDirectory } from '../media.ts';
import { missingText, returnMedia } from '../media-files.ts';
import { recordRestore } from '../restored.ts';
import { startCommand } from '../service/unit.ts';
import { bringBackup } from '../targets/source.ts';
import { oneArgument, printResult, type Verb } from '../verb.ts';

const settings = [
  'data',
  'backupDir',
  'mediaDir',
  'allowNetworkStorage',
  'backupTargets',
  'backupS3Endpoint',
  'backupS3Region',
] as const;

export const restoreVerb: Verb = {
  name: 'restore',
  summary: 'Replace the database of a stopped server with a backup, and keep the replaced one',
  example: 'studiod restore studiod-20260308T041700000Z.db --data /var/lib/studiod',
  args: 'FILE|TARGET',
  settings,
  async run(call) {
    const given = oneArgument(call, "Missing backup file or target. Run 'studiod backup list' to see them.");
    const { config } = call.configure();
    const { data: path, allowNetworkStorage } = config;
    const random = systemRandom();
    const brought = await bringBackup(given, config, (text) => call.printError(`studiod: ${text}`));
    const mediaPath = mediaDirectory(config, path);
    try {
      const record = recordRestore(restoreVerb.name, random);
      const stamp = stampOf(isoInstant(systemClock.now()));
      const options = { file: brought.path, path, random, allowNetworkStorage, stamp, record, report: call.report };
      const { media, ...restored } = await restore(options);
      const { createdAt } = restored;
      const { placed, missing } = returnMedia(media, brought.mediaFolder, mediaPath, call.report);
      const lines = [
        `Restored ${brought.name} (schema ${restored.schema}).`,
        ...(restored.before === null ? [] : [`The replaced database is kept as ${restored.before}.`]),
        ...(placed === 0 ? [] : [`${placed} media files were put back into ${mediaPath}.`]),
      ];
      const notes = [
        ...(missing.length === 0 ? [] : [missingText(missing, mediaPath)]),
        `The database has the API keys of the backup${createdAt === null ? '' : ` (${createdAt})`}: a key created later is unknown, and ` +
          `a key revoked later is valid again. Run 'studiod key list --data ${path}'.`,
        'Staff have to sign in again. A kiosk that was revoked since the backup works again: revoke it in the console. A device from which a ' +
          'member has signed out since is signed in again: members sign it out in their account.',
        `Start it: ${startCommand(path, call.machine)}`,
      ];
      const files = { needed: media.length, placed, missing };
      printResult(call, { file: brought.name, ...restored, media: files }, lines.join('\n'), notes);
    } finally {
      brought.done();
    }
  },
};
