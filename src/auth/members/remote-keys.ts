import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { isSafeAddress, type KeyOf, plainIssuer } from './issuer.ts';

/** A token with an unknown key id makes the keys be fetched anew at most this often, ms. */
const COOL_DOWN = 30_000;
/** Keys older than this are fetched anew, ms. */
const FRESH_FOR = 600_000;
/** While the provider is away its last keys are good for this long, ms. */
const GOOD_FOR = 86_400_000;

interface RemoteKeysOptions {
  /** The issuer's address as it is configured. */
  readonly issuer: string;
  readonly clock: Clock;
  readonly fetchJson: (url: string) => Promise<unknown>;
  /** Told of each fetch that failed. */
  readonly report: (message: string, error: unknown) => void;
}

const away = (): Problem =>
  new Problem(
    503,
    'issuer_unavailable',
    'The sign-in provider of the studio does not answer, so this token cannot be checked. Send the request again.',
    { retryAfter: COOL_DOWN / 1000 },
  );

/**
 * Finds the keys of a provider by its discovery document and keeps them: renewed every ten minutes, and at once for an
 * unknown key id, but then not again before the cool-down has passed, whatever tokens come.
 */
export const remoteKeys = ({ issuer, clock, fetchJson, report }: RemoteKeysOptions): KeyOf => {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetchedAt = 0;
  let fetching: Promise<void> | undefined;
  /** When keys were last fetched because they were old, and because of an unknown key id. */
  const tried = { old: Number.NEGATIVE_INFINITY, unknown: Number.NEGATIVE_INFINITY };

  const keysAddress = async (): Promise<string> => {
    const document = await fetchJson(`${plainIssuer(issuer)}/.well-known/openid-configuration`);
    const told = document as { issuer?: unknown; jwks_uri?: unknown } | null;
    // Auth0 writes its issuer with a slash at the end, others do not; no more than that may differ.
    if (typeof told?.issuer !== 'string' || plainIssuer(told.issuer) !== plainIssuer(issuer)) {
      throw new Error(`the discovery document of ${issuer} is of another issuer: ${told?.issuer}`);
    }
    const { jwks_uri: address } = told;
    if (typeof address === 'string' && isSafeAddress(address)) return address;
    throw new Error(`the discovery document of ${issuer} names no https address of its keys`);
  };

  const renew = async (): Promise<void> => {
    try {
      keys = createLocalJWKSet((await fetchJson(await keysAddress())) as JSONWebKeySet);
      fetchedAt = clock.now();
    } catch (error) {
      report(`the keys of the member issuer ${issuer} cannot be fetched`, error);
    }
  };

  /** One fetch at a time, shared by all who wait for it, and for each reason none during its cool-down. */
  const renewed = async (reason: keyof typeof tried): Promise<void> => {
    const since = clock.now() - tried[reason];
    if (fetching === undefined && since >= 0 && since < COOL_DOWN) return;
    tried[reason] = clock.now();
    fetching ??= renew().finally(() => {
      fetching = undefined;
    });
    await fetching;
  };

  const isWithin = (life: number): boolean => keys !== undefined && clock.now() - fetchedAt < life;

  return async (header, token) => {
    if (!isWithin(FRESH_FOR)) await renewed('old');
    if (keys === undefined || !isWithin(GOOD_FOR)) throw away();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await renewed('unknown');
      return keys(header, token);
    }
  };
};
