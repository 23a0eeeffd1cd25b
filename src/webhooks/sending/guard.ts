import type { LookupFunction } from 'node:net';
import { afterReal } from '../../kernel/clock.ts';
import { isPublic, isWithin, parseAddress, parseBlock } from './ip-address.ts';

/** Where deliveries may go beyond the public internet over TLS; all off and empty in production by default. */
export interface NetworkPolicy {
  /** Whether `http://` may be registered: the sandbox only. */
  readonly allowHttp: boolean;
  /** Whether loopback addresses and `localhost` may be reached: the sandbox only. */
  readonly allowLoopback: boolean;
  /** Networks of the operator that may be reached although they are not public, such as `10.1.0.0/16`. */
  readonly allowedNetworks: readonly string[];
}

/** One answer of a name look-up. */
export interface Resolved {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all of its addresses; it rejects or answers none when there are none. */
export type Resolve = (hostname: string) => Promise<readonly Resolved[]>;

/** The machine's own resolver. */
export const systemResolve: Resolve = (hostname) =>
  process.getBuiltinModule('node:dns').promises.lookup(hostname, { all: true, verbatim: true });

/** Why a look-up gave no address to connect to. */
class LookupRefused extends Error {
  constructor(readonly code: 'BLOCKED_ADDRESS' | 'NAME_NOT_FOUND') {
    super(code);
  }
}

/** A URL that may be called, or a sentence that says why not. */
type CheckedUrl = { readonly url: URL; readonly refusal?: undefined } | { readonly refusal: string };

/** Decides which addresses the sender may reach; it fails closed. */
export interface Guard {
  /** Judges what can be seen in the text of a URL alone. */
  checkUrl(text: string): CheckedUrl;
  /** `checkUrl` and one bounded look-up: a refusal, or undefined. A name without an answer may be registered. */
  checkRegistration(text: string): Promise<string | undefined>;
  /** For `lookup` of node:https: answers only vetted addresses, so that the connection goes to one of them. */
  readonly lookup: LookupFunction;
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
const REGISTRATION_LOOKUP_MS = 2_000;
const NOT_PUBLIC = 'The URL leads to an address that is not public. Register one that is reachable from the internet.';

/** Settles like `promise`, or with undefined once real `milliseconds` have passed or it rejects. */
const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  new Promise((resolve) => {
    const cancel = afterReal(milliseconds, () => resolve(undefined));
    promise.then(resolve, () => resolve(undefined)).finally(cancel);
  });

/** The address guard: notes of the table in address.ts, with what the operator allows besides. */
export const createGuard = (policy: NetworkPolicy, resolve: Resolve = systemResolve): Guard => {
  const allowed = [...policy.allowedNetworks, ...(policy.allowLoopback ? LOOPBACK : [])].map(parseBlock);
  const mayReach = (text: string): boolean => {
    const address = parseAddress(text);
    return address !== undefined && (isPublic(address) || allowed.some((block) => isWithin(address, block)));
  };
  const mayName = (name: string): boolean => {
    if (policy.allowedNetworks.length > 0) return true;
    if (policy.allowLoopback && LOOPBACK_NAME.test(name)) return true;
    return name.includes('.') && !LOCAL_NAME.test(name);
  };

  const checkHost = (hostname: string): string | undefined => {
    if (hostname === '') return 'The URL has no host name.';
    const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    if (parseAddress(literal) !== undefined || literal !== hostname) return mayReach(literal) ? undefined : NOT_PUBLIC;
    return mayName(hostname.toLowerCase().replace(/\.$/, '')) ? undefined : NOT_PUBLIC;
  };

  const checkUrl = (text: string): CheckedUrl => {
    const url = URL.parse(text);
    if (url === null) return { refusal: 'This is not an absolute URL. Send one that starts with https://.' };
    if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
      return { refusal: 'Webhooks are delivered over TLS only. Send a URL that starts with https://.' };
    }
    if (url.username !== '' || url.password !== '') {
      return { refusal: 'The URL must not carry a user name or password. Use the custom header to authenticate.' };
    }
    if (text.includes('#')) return { refusal: 'The URL must not have a fragment, since it is never sent.' };
    const refusal = checkHost(url.hostname);
    return refusal === undefined ? { url } : { refusal };
  };

  /** Every address of the name; one that may not be reached refuses them all. */
  const vetted = async (hostname: string): Promise<readonly Resolved[]> => {
    const answers = await resolve(hostname).catch(() => []);
    if (answers.length === 0) throw new LookupRefused('NAME_NOT_FOUND');
    if (!answers.every(({ address }) => mayReach(address))) throw new LookupRefused('BLOCKED_ADDRESS');
    return answers;
  };

  return {
    checkUrl,
    async checkRegistration(text) {
      const checked = checkUrl(text);
      if (checked.refusal !== undefined) return checked.refusal;
      const { hostname } = checked.url;
      if (parseAddress(hostname) !== undefined || hostname.startsWith('[')) return undefined;
      const refused = vetted(hostname).then(
        () => false,
        (error: LookupRefused) => error.code === 'BLOCKED_ADDRESS',
      );
      return (await within(refused, REGISTRATION_LOOKUP_MS)) === true ? NOT_PUBLIC : undefined;
    },
    lookup(hostname, options, callback) {
      vetted(hostname).then(
        (answers) => {
          const first = answers[0] as Resolved;
          if (options.all === true)
            callback(
              null,
              answers.map(({ address, family }) => ({ address, family })),
            );
          else callback(null, first.address, first.family);
        },
        (error: LookupRefused) => callback(error, ''),
      );
    },
  };
};
