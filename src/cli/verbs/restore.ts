import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { restore } from '../../database/backup/restore.ts';
import { isoInstant, systemClock } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { backupDirectory, stampOf } from '../backups.ts';
import { exit, type Verb } from '../verb.ts';

export const restoreVerb: Verb = {
  name: 'restore',
  summary: 'replaces the database of a stopped server with a backup, and keeps the replaced one',
  example: 'studiod restore studiod-20260308T041700000Z.db --data /var/lib/studiod',
  args: 'FILE',
  flags: [],
  settings: ['data', 'backupDir', 'allowNetworkStorage'],
  hasJson: true,
  async run(call) {
    const [given, ...rest] = call.args;
    if (given === undefined || rest.length > 0) {
      throw new UsageError('studiod restore needs one file; studiod backup list shows them.');
    }
    const { config } = call.configure();
    const file = existsSync(given) ? resolve(given) : join(backupDirectory(config), given);
    const { data: path, allowNetworkStorage } = config;
    const stamp = stampOf(isoInstant(systemClock.now()));
    const restored = await restore({ file, path, random: systemRandom(), allowNetworkStorage, stamp });
    const replaced = restored.before === null ? '' : `\nThe replaced database is kept as ${restored.before}.`;
    const text = `${file} is restored (schema ${restored.schema}).${replaced}\nStart it: studiod serve --data ${path}`;
    call.print(call.json ? JSON.stringify({ file, ...restored }) : text);
    return exit.done;
  },
};
