import { type Data, openDataDirectory } from '../database/data-directory.ts';
import { idsFor } from '../database/id-order.ts';
import { Store } from '../database/store.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import { Timeline } from '../kernel/timer.ts';
import { release } from './release.ts';
import type { Call } from './verb.ts';

export interface OpenDatabase {
  readonly store: Store;
  readonly data: Data;
  readonly random: Random;
}

/**
 * Opens the data directory of the settings, also while a server uses it, and closes it after `work`. `at` is the time
 * in epoch ms, by default the system's.
 * @throws DataDirectoryError when the directory must not be opened.
 */
export const withDatabase = async <T>(
  call: Call,
  options: { readonly mayCreate: boolean; readonly at?: number | undefined },
  work: (database: OpenDatabase) => T | Promise<T>,
): Promise<T> => {
  const { config } = call.configure();
  const random = systemRandom();
  const data = await openDataDirectory({
    path: config.data,
    release,
    random,
    purpose: 'either',
    serving: false,
    mayCreate: options.mayCreate,
    allowNetworkStorage: config.allowNetworkStorage,
    backupDirectory: config.backupDir,
    report: call.report,
  });
  const clock = new Timeline(options.at);
  try {
    return await work({
      data,
      random,
      store: new Store(data.db, clock, idsFor(data.db, clock, random)),
    });
  } finally {
    data.close();
  }
};
