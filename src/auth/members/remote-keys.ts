import type { createLocalJWKSet, JSONWebKeySet } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { issuerUnavailable } from '../errors.ts';
import { isSecureOrLocalUrl, type KeyOf, normalizeIssuer } from './issuer.ts';

/** Tokens with unknown key ids cause a fetch at most this often, ms. */
const COOL_DOWN = 30_000;
/** Keys older than this are fetched again, ms. */
const REFRESH_AFTER = 600_000;
/** While the provider is unavailable, its last keys are used for this long, ms. */
const MAX_AGE = DAY_MS;

export interface RemoteKeysOptions {
  /** The configured URL of the issuer. */
  readonly issuer: string;
  readonly clock: Clock;
  readonly fetchJson: (url: string) => Promise<unknown>;
  readonly report: (message: string, error: unknown) => void;
}

/** Reads the discovery document of a provider. @throws Error when it is of another one, or has no URL of its keys. */
export const discoverIssuer = async (issuer: string, fetchJson: (url: string) => Promise<unknown>) => {
  const document = await fetchJson(`${normalizeIssuer(issuer)}/.well-known/openid-configuration`);
  const { issuer: found, jwks_uri: url, userinfo_endpoint: endpoint } = Object(document);
  // Auth0 writes its issuer with a slash at the end, others do not; nothing else may differ.
  if (typeof found !== 'string' || normalizeIssuer(found) !== normalizeIssuer(issuer)) {
    throw new Error(`the discovery document of ${issuer} is of another issuer: ${found}`);
  }
  if (typeof url !== 'string' || !isSecureOrLocalUrl(url)) {
    throw new Error(`the discovery document of ${issuer} has no https URL of its keys`);
  }
  return {
    keysUrl: url,
    userInfoUrl: typeof endpoint === 'string' && isSecureOrLocalUrl(endpoint) ? endpoint : undefined,
  };
};

/**
 * Caches the keys of a provider, found by its discovery document. They are fetched again every ten minutes, and immediately
 * for an unknown key id, but for each of these reasons not more often than the cool-down allows.
 */
export const remoteKeys = ({ issuer, clock, fetchJson, report }: RemoteKeysOptions) => {
  let userInfoUrl: string | undefined;
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let published: unknown;
  let fetchedAt = 0;
  let fetching: Promise<void> | undefined;
  let hasFailed = false;
  /** The last fetch because of old keys, and because of an unknown key id. */
  const attempts = { old: Number.NEGATIVE_INFINITY, unknown: Number.NEGATIVE_INFINITY };

  const fetchKeys = async (): Promise<void> => {
    try {
      const { createLocalJWKSet } = await import('jose');
      const found = await discoverIssuer(issuer, fetchJson);
      userInfoUrl = found.userInfoUrl;
      const fetched = await fetchJson(found.keysUrl);
      if (keys === undefined || !Bun.deepEquals(fetched, published)) {
        keys = createLocalJWKSet(fetched as JSONWebKeySet);
        published = fetched;
      }
      fetchedAt = clock.now();
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      report(`the keys of the member issuer ${issuer} cannot be fetched`, error);
    }
  };

  /** One fetch at a time, which all requests share, and none during the cool-down of its reason. */
  const refresh = async (reason: keyof typeof attempts): Promise<void> => {
    const since = clock.now() - attempts[reason];
    if (fetching === undefined && since >= 0 && since < COOL_DOWN) return;
    attempts[reason] = clock.now();
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    await fetching;
  };

  const areYounger = (age: number): boolean => {
    // The clock was set back: their age counts from here.
    fetchedAt = Math.min(fetchedAt, clock.now());
    return keys !== undefined && clock.now() - fetchedAt < age;
  };

  const keyOf: KeyOf = async (header, token) => {
    if (!areYounger(REFRESH_AFTER)) await refresh('old');
    if (keys === undefined || !areYounger(MAX_AGE)) throw issuerUnavailable(COOL_DOWN / 1000);
    try {
      return await keys(header, token);
    } catch (error) {
      const { errors } = await import('jose');
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh('unknown');
      // The key may be a new one, which no one can know now: a 401 would sign the members of an app out.
      if (hasFailed) throw issuerUnavailable(COOL_DOWN / 1000);
      return keys(header, token);
    }
  };

  return {
    keyOf,
    keySet: () => keys,
    /** The UserInfo endpoint; undefined before the first key was needed, and where it is not https. */
    userInfoUrl: () => userInfoUrl,
  };
};
