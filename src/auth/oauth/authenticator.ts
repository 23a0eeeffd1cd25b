import type { Store } from '../../database/store.ts';
import type { BusinessCaller } from '../../kernel/caller.ts';
import { CredentialCache } from '../credential-cache.ts';
import { tokenInvalid } from '../errors.ts';
import { type AccessTokens, callerOfToken } from './access-tokens.ts';

interface AuthenticatorOptions {
  readonly store: Store;
  readonly tokens: AccessTokens;
  /** A monotonic reading, ms. */
  readonly stopwatch?: () => number;
}

/** Caches verified tokens until they expire. A client that another process changes is seen within about a second. */
export const createTokenAuthenticator = (options: AuthenticatorOptions) => {
  const { store, tokens, stopwatch } = options;
  const cache = new CredentialCache(store, stopwatch);

  return {
    cached(token: string): BusinessCaller | undefined {
      const found = cache.get(token);
      return found !== undefined && store.clock.now() < found.expiresAt ? found.caller : undefined;
    },
    /** Verifies a token and caches its caller. @throws Problem 401 `token_invalid` or `token_expired`. */
    async verify(token: string): Promise<BusinessCaller> {
      const verified = await tokens.verify(token);
      const caller = callerOfToken(store.view(), verified);
      if (caller === undefined) throw tokenInvalid();
      const { expiresAt } = verified;
      cache.set(token, { caller, staffId: null, expiresAt, usedAt: Number.POSITIVE_INFINITY });
      return caller;
    },
    /** Verifies every token again; called after a client was changed. */
    clearCache: () => cache.clear(),
  };
};

export type TokenAuthenticator = ReturnType<typeof createTokenAuthenticator>;
