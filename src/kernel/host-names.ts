import { BoundedMap } from './bounded-map.ts';
import { setRealTimeout, stopwatch } from './clock.ts';
import { MINUTE_MS } from './durations.ts';
import { parseAddress } from './ip-address.ts';

// The resolver of the operating system takes a thread of a pool that files and compression share, for as long as a name server
// is silent: two such names would hold up everything. c-ares asks name servers from the event loop.

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** A name has no address, or no name server has answered in time. */
export class NameNotFound extends Error {
  readonly code = 'NAME_NOT_FOUND';

  constructor(readonly hostname: string) {
    super(`the name ${hostname} cannot be resolved`);
  }
}

/** How long a look-up is waited for, real ms. */
const TIMEOUT_MS = 5_000;
/** How long a name that could not be resolved is not asked for again, real ms. */
const FAILURE_AGE = MINUTE_MS;
const MAX_FAILURES = 1_000;
/** The file is looked at this often, real ms: a machine may get its name servers after the start. */
const SERVERS_AGE = 5_000;
const RESOLV_CONF = '/etc/resolv.conf';

const isAddress = (text: string): boolean => parseAddress(text) !== undefined;

/** Loads modules with the first look-up. */
const builtIn = process.getBuiltinModule;

type Ask = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Takes over name servers that have changed since the start. */
const serversReader = () => {
  let readAt = Number.NEGATIVE_INFINITY;
  let modified: number | undefined;
  return (): void => {
    if (stopwatch() - readAt < SERVERS_AGE) return;
    readAt = stopwatch();
    const { readFileSync, statSync } = builtIn('node:fs');
    const found = statSync(RESOLV_CONF, { throwIfNoEntry: false })?.mtimeMs;
    const isChanged = modified !== undefined && found !== modified;
    modified = found ?? 0;
    if (found === undefined || !isChanged) return;
    const servers = [...readFileSync(RESOLV_CONF, 'utf8').matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, server = '']) =>
      server.replace(/%.*$/, ''),
    );
    if (servers.length > 0) builtIn('node:dns').setServers(servers.filter(isAddress));
  };
};

const askServers = (): Ask => {
  const readServers = serversReader();
  return async (hostname) => {
    readServers();
    return await Bun.dns.lookup(hostname, { backend: 'c-ares' });
  };
};

/**
 * Resolves host names by name servers and the file of hosts, one look-up at a time for each name. A failure is remembered for a
 * minute (appliance.md "Network").
 */
export const createResolver = (ask: Ask = askServers(), now: () => number = stopwatch) => {
  const asking = new Map<string, Promise<readonly ResolvedAddress[]>>();
  const failures = new BoundedMap<number>(MAX_FAILURES);

  const askOnce = (hostname: string): Promise<readonly ResolvedAddress[]> => {
    const current = asking.get(hostname);
    if (current !== undefined) return current;
    const asked = ask(hostname)
      .catch((): readonly ResolvedAddress[] => [])
      .then((addresses) => {
        if (addresses.length === 0) failures.set(hostname, now());
        else failures.delete(hostname);
        return addresses;
      })
      .finally(() => asking.delete(hostname));
    asking.set(hostname, asked);
    return asked;
  };

  return {
    /** All addresses of a name. @throws NameNotFound when there are none, or none come in 5 s. */
    async resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
      const failedAt = failures.get(hostname);
      if (failedAt !== undefined && now() - failedAt < FAILURE_AGE) throw new NameNotFound(hostname);
      const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<readonly ResolvedAddress[]>();
      const cancel = setRealTimeout(TIMEOUT_MS, () => {
        failures.set(hostname, now());
        giveUp([]);
      });
      const addresses = await Promise.race([askOnce(hostname), tooLate]);
      cancel();
      if (addresses.length === 0) throw new NameNotFound(hostname);
      return addresses.map(({ address, family }) => ({ address, family }));
    },
  };
};

/** The resolver of this process: failures are shared. */
const { resolve } = createResolver();
export const resolveHost = resolve;

/**
 * Makes sure that a client that resolves names itself does not wait for one in the shared pool of threads. Call it before a request.
 * @throws NameNotFound
 */
export const requireResolvable = async (url: string | URL): Promise<void> => {
  const { hostname } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (!isAddress(name)) await resolveHost(name);
};
