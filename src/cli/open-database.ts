import { type Data, openDataDirectory } from '../database/data-directory.ts';
import { Store } from '../database/store.ts';
import { createIds } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { systemRandom } from '../kernel/random.ts';
import { Timeline } from '../kernel/timer.ts';
import type { Call } from './verb.ts';
import { release } from './verbs/version.ts';

/** What a short verb works with. */
export interface Beside {
  readonly store: Store;
  readonly data: Data;
  readonly random: Random;
}

/**
 * Opens the data directory for a short verb, beside a server or alone, and closes it after `work`.
 * @throws UnsafeData when the directory must not be opened.
 */
export const besideServer = async <T>(
  call: Call,
  mayCreate: boolean,
  work: (beside: Beside) => T | Promise<T>,
): Promise<T> => {
  const { config } = call.configure();
  const random = systemRandom();
  const data = await openDataDirectory({
    path: config.data,
    release,
    random,
    purpose: 'either',
    serving: false,
    mayCreate,
    allowNetworkStorage: config.allowNetworkStorage,
    backupDirectory: config.backupDir,
  });
  const clock = new Timeline();
  try {
    return await work({ data, random, store: new Store(data.db, clock, createIds(clock, random)) });
  } finally {
    data.close();
  }
};
