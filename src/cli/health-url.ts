import { UsageError } from '../config/usage-error.ts';
import { localRoot } from './server/listen.ts';
import type { Call, Flag } from './verb.ts';

export const healthFlag: Flag = {
  name: 'url',
  value: 'URL',
  help: 'Address of the server; default the address in these settings',
};

/** Where the health of the server is. @throws UsageError when `--url` is not an address. */
export const healthUrl = (call: Call): URL => {
  const { config } = call.configure();
  const given = call.flag(healthFlag.name);
  if (given !== undefined && !URL.canParse(given)) {
    throw new UsageError(`--url must be an address such as http://127.0.0.1:8420, not '${given}'.`);
  }
  return new URL('/v2/health', given ?? localRoot(config, config.port));
};
