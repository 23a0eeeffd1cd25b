import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Clock, stopwatch as machineStopwatch } from '../../kernel/clock.ts';
import { KeyCache } from '../api-keys/cache.ts';
import { dataVersion } from '../api-keys/queries.ts';
import { tokenInvalid } from '../errors.ts';
import { type AccessTokens, callerOfToken } from './access-tokens.ts';

/** Tells whose access token it is. */
export interface TokenAuthenticator {
  /** Whether `caller` can tell at once. */
  isKnown(token: string): boolean;
  /** Verifies a token and tells whose it is. @throws Problem 401 `token_invalid` or `token_expired`. */
  learn(token: string): Promise<Caller>;
  /** The caller whose token this is; undefined for one that is not known. */
  caller(token: string): Caller | undefined;
  /** Verifies every token anew; for whoever changed a client. */
  forget(): void;
}

interface AuthenticatorOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  /** A monotonic reading, ms. */
  readonly stopwatch?: () => number;
}

/** Remembers verified tokens until they expire. What another process does to a client holds within about a second. */
export const createTokenAuthenticator = (options: AuthenticatorOptions): TokenAuthenticator => {
  const { store, clock, tokens, stopwatch = machineStopwatch } = options;
  const cache = new KeyCache({ version: () => dataVersion(store), stopwatch });

  const caller = (token: string): Caller | undefined => {
    const found = cache.get(token);
    return found !== undefined && clock.now() < found.expiresAt ? found.caller : undefined;
  };

  return {
    caller,
    isKnown: (token) => caller(token) !== undefined,
    async learn(token) {
      const verified = await tokens.verify(token);
      const found = callerOfToken(store.view(), verified);
      if (found === undefined) throw tokenInvalid();
      const { expiresAt } = verified;
      cache.set(token, { caller: found, staffId: null, expiresAt, notedUse: Number.POSITIVE_INFINITY });
      return found;
    },
    forget: () => cache.clear(),
  };
};
