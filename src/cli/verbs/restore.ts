import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { restore } from '../../database/backup/restore.ts';
import { systemRandom } from '../../kernel/random.ts';
import { exit, type Verb } from '../verb.ts';
import { backupDirectory, presentStamp } from './backup.ts';

export const restoreVerb: Verb = {
  name: 'restore',
  summary: 'puts a backup in the place of the database of a stopped server; what was there is kept',
  example: 'studiod restore studiod-20260308T041700000Z.db --data /var/lib/studiod',
  words: 'FILE',
  flags: [],
  settings: ['data', 'backupDir', 'allowNetworkStorage'],
  hasJson: true,
  run(call) {
    const [given, ...rest] = call.words;
    if (given === undefined || rest.length > 0) {
      throw new UsageError('studiod restore wants one file; studiod backup list shows them.');
    }
    const { config } = call.configure();
    const file = existsSync(given) ? resolve(given) : join(backupDirectory(config), given);
    const { data: path, allowNetworkStorage } = config;
    const restored = restore({ file, path, random: systemRandom(), allowNetworkStorage, stamp: presentStamp() });
    if (call.json) call.print(JSON.stringify({ file, ...restored }));
    else {
      const kept = restored.before === null ? '' : `\nWhat was there is kept as ${restored.before}.`;
      call.print(`${file} is restored (schema ${restored.schema}).${kept}\nStart it: studiod serve --data ${path}`);
    }
    return exit.done;
  },
};
