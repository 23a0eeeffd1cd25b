import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { BusinessCaller } from '../../kernel/caller.ts';
import { type CachedCredential, CredentialCache } from '../credential-cache.ts';
import { tokenExpired, tokenInvalid } from '../errors.ts';
import { type AccessToken, type AccessTokens, callerOfToken } from './access-tokens.ts';

interface CachedToken extends CachedCredential {
  readonly token: AccessToken;
}

interface AuthenticatorOptions {
  readonly store: Store;
  readonly tokens: AccessTokens;
  /** A monotonic reading, ms. */
  readonly stopwatch?: () => number;
}

export interface VerifiedToken {
  readonly caller: BusinessCaller;
  readonly token: AccessToken;
}

/** Caches verified tokens until they expire. A client that another process changes is seen within about a second. */
export const createTokenAuthenticator = (options: AuthenticatorOptions) => {
  const { store, tokens, stopwatch } = options;
  const cache = new CredentialCache<CachedToken>(store, stopwatch);

  return {
    /** The caller of a token that is in the cache, and what the token says. */
    cached(token: string): VerifiedToken | undefined {
      const found = cache.get(token);
      return found !== undefined && store.clock.now() < found.expiresAt ? found : undefined;
    },
    /** Verifies a token and caches its caller. @throws Problem 401 `token_invalid` or `token_expired`. */
    async verify(text: string): Promise<VerifiedToken> {
      const token = await tokens.verify(text);
      const caller = callerOfToken(store.view(), token);
      if (caller === undefined) throw tokenInvalid();
      const { expiresAt } = token;
      cache.set(text, { caller, token, staffId: null, expiresAt, usedAt: Number.POSITIVE_INFINITY });
      return { caller, token };
    },
    /** The caller of a verified token, whose client is looked up in `read`. @throws Problem 401 `token_invalid` or `token_expired`. */
    authenticateIn(read: Read, token: AccessToken): BusinessCaller {
      if (read.nowMs >= token.expiresAt) throw tokenExpired();
      const caller = callerOfToken(read, token);
      if (caller === undefined) throw tokenInvalid();
      return caller;
    },
    /** Verifies every token again; called after a client was changed. */
    clearCache: () => cache.clear(),
  };
};

export type TokenAuthenticator = ReturnType<typeof createTokenAuthenticator>;
