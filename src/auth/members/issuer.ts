import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters } from 'jose';
import type { Read } from '../../database/database.ts';

/** The public key that a token names in its header. @throws JOSEError for an unknown key, Problem 503 when the provider is unavailable. */
export type KeyOf = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** An OpenID Connect provider that members sign in with. */
export interface MemberIssuer {
  issuer(): string;
  /** Its tokens must name at least one of these in `aud`. */
  readonly audiences: readonly string[];
  readonly keyOf: KeyOf;
  /** Its present keys, as another object after each change of them: verdicts by the keys before it are dropped. */
  keySet(): unknown;
  /** Tokens that are valid for longer than this, from `iat` to `exp`, are refused. Seconds. */
  readonly maxTokenSeconds: number;
  /** Whether the session of a token (`sid`) continues; absent where only the expiry ends a token. */
  isLive?(read: Read, sessionId: string | undefined): boolean;
  /**
   * The claims that its UserInfo endpoint gives for an access token; undefined where it has no endpoint.
   * @throws Error from which `isRefusal` and ContentError determine what went wrong; any other one when it is unavailable.
   */
  userInfo?(accessToken: string): Promise<unknown> | undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An issuer as it is compared and stored: without the slash at its end that some providers write. */
export const normalizeIssuer = (issuer: string): string => issuer.replace(/\/$/, '');

/** Whether a secret may go to an address: by https, or to this machine. */
export const isSecureOrLocalUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
};
