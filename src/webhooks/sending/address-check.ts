import type { LookupFunction } from 'node:net';
import { setRealTimeout } from '../../kernel/clock.ts';
import { type ResolvedAddress, resolveHost } from '../../kernel/host-names.ts';
import { containsAsWritten, isPublic, type Network, parseAddress, parseNetwork } from '../../kernel/ip-address.ts';

/** What deliveries may reach besides the public internet over TLS; nothing, unless configured. */
export interface NetworkPolicy {
  /** Whether `http://` may be registered: the sandbox only. */
  readonly allowHttp: boolean;
  /** Whether loopback addresses and `localhost` may be reached: the sandbox only. */
  readonly allowLoopback: boolean;
  /** Networks of the operator that may be reached although they are not public, such as `10.1.0.0/16`. */
  readonly allowedNetworks: readonly string[];
}

/** Resolves a host name to all of its addresses; rejects or resolves to an empty list when it has no address. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Why a look-up gives no address to connect to. */
class LookupError extends Error {
  constructor(readonly code: 'BLOCKED_ADDRESS' | 'NAME_NOT_FOUND') {
    super(code);
  }
}

type CheckedUrl = { readonly url: URL; readonly problem?: undefined } | { readonly problem: string };

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
const REGISTRATION_LOOKUP_MS = 2_000;
const NOT_PUBLIC =
  'The URL leads to an address that is not public. Register an address that can be reached from the internet.';

/** @throws Error that names the text and shows the form of a network. */
const networkOf = (text: string): Network => {
  const network = parseNetwork(text);
  if (network === undefined) throw new Error(`'${text}' is not a network. Write it like 10.0.0.0/8 or fd00::/8.`);
  return network;
};

/** Settles like `promise`, or with undefined once real `milliseconds` have passed or it rejects. */
const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  new Promise((resolve) => {
    const cancel = setRealTimeout(milliseconds, () => resolve(undefined));
    promise.then(resolve, () => resolve(undefined)).finally(cancel);
  });

/**
 * The check against a policy: public addresses, and what the operator allows besides. An IPv4 address mapped into IPv6
 * is not allowed, even when the IPv4 address is.
 * @throws Error when one of the allowed networks is invalid.
 */
export const createAddressCheck = (policy: NetworkPolicy, resolve: Resolve = resolveHost) => {
  const allowed = [...policy.allowedNetworks, ...(policy.allowLoopback ? LOOPBACK : [])].map(networkOf);
  const isAllowedAddress = (text: string): boolean => {
    const address = parseAddress(text);
    if (address === undefined) return false;
    return isPublic(address) || allowed.some((network) => containsAsWritten(network, address));
  };
  const isAllowedName = (name: string): boolean => {
    if (policy.allowedNetworks.length > 0) return true;
    if (policy.allowLoopback && LOOPBACK_NAME.test(name)) return true;
    return name.includes('.') && !LOCAL_NAME.test(name);
  };

  const checkHost = (hostname: string): string | undefined => {
    if (hostname === '') return 'The URL has no host name.';
    const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    const isAddress = parseAddress(literal) !== undefined || literal !== hostname;
    const name = hostname.toLowerCase().replace(/\.$/, '');
    return (isAddress ? isAllowedAddress(literal) : isAllowedName(name)) ? undefined : NOT_PUBLIC;
  };

  const checkUrl = (text: string): CheckedUrl => {
    const url = URL.parse(text);
    if (url === null) return { problem: 'This is not an absolute URL. Send a URL that starts with https://.' };
    if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
      return { problem: 'Webhooks are delivered over TLS only. Send a URL that starts with https://.' };
    }
    if (url.username !== '' || url.password !== '') {
      return { problem: 'The URL must not contain a user name or password. Use the custom header to authenticate.' };
    }
    if (text.includes('#')) return { problem: 'The URL must not have a fragment, because it is never sent.' };
    const problem = checkHost(url.hostname);
    return problem === undefined ? { url } : { problem };
  };

  /** All addresses of a name; none when one of them is not allowed. @throws LookupError */
  const resolveAllowed = async (hostname: string): Promise<readonly ResolvedAddress[]> => {
    const addresses = await resolve(hostname).catch(() => []);
    if (addresses.length === 0) throw new LookupError('NAME_NOT_FOUND');
    if (!addresses.every(({ address }) => isAllowedAddress(address))) throw new LookupError('BLOCKED_ADDRESS');
    return addresses;
  };

  return {
    checkUrl,
    /**
     * `checkUrl` and one look-up of up to 2 s. Returns why the URL may not be registered, or undefined when it may. A
     * name that does not resolve may be registered.
     */
    async checkRegistration(text: string): Promise<string | undefined> {
      const checked = checkUrl(text);
      if (checked.problem !== undefined) return checked.problem;
      const { hostname } = checked.url;
      if (parseAddress(hostname) !== undefined || hostname.startsWith('[')) return undefined;
      const isBlocked = resolveAllowed(hostname).then(
        () => false,
        (error: LookupError) => error.code === 'BLOCKED_ADDRESS',
      );
      return (await within(isBlocked, REGISTRATION_LOOKUP_MS)) === true ? NOT_PUBLIC : undefined;
    },
    /** The `lookup` of node:https requests: returns allowed addresses only, so that the connection goes to one of them. */
    lookup(...[hostname, options, callback]: Parameters<LookupFunction>) {
      resolveAllowed(hostname).then(
        (addresses) => {
          const all = addresses.map(({ address, family }) => ({ address, family }));
          const [first] = all;
          if (options.all === true) callback(null, all);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: LookupError) => callback(error, ''),
      );
    },
  };
};

/** Decides which addresses deliveries may reach. Whatever cannot be checked is not allowed. */
export type AddressCheck = ReturnType<typeof createAddressCheck>;
