import { type Data, type OpenOptions, openDataDirectory } from '../../src/database/data-directory.ts';
import { systemRandom } from '../../src/kernel/random.ts';

/** Opens the data directory of a business as its server does; makes it when it is not there. */
export const openBusiness = (path: string, options: Partial<OpenOptions> = {}): Promise<Data> =>
  openDataDirectory({
    path,
    release: 'test',
    random: systemRandom(),
    purpose: 'business',
    serving: true,
    mayCreate: true,
    allowNetworkStorage: false,
    ...options,
  });
