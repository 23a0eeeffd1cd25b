import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters } from 'jose';

/** The public key that a token names in its header. @throws JOSEError when there is none, Problem 503 when the provider is unavailable. */
export type KeyOf = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** An OpenID Connect provider that members sign in with. */
export interface MemberIssuer {
  /** The `iss` of its tokens. */
  issuer(): string;
  /** Its tokens must name at least one of these in `aud`. */
  readonly audiences: readonly string[];
  readonly keyOf: KeyOf;
  /** Its present keys, as another object after each change of them: verdicts by the keys before it are dropped. */
  keySet(): unknown;
  /** Tokens that are valid for longer than this, from `iat` to `exp`, are refused. Seconds. */
  readonly maxTokenSeconds: number;
  /**
   * The claims that its UserInfo endpoint gives for an access token; undefined where it has no endpoint.
   * @throws Error by which `isRefusal` and ContentError tell what went wrong; any other one when it is unavailable.
   */
  userInfo?(accessToken: string): Promise<unknown> | undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An issuer as it is compared and stored: without the slash at its end that some providers write. */
export const normalizeIssuer = (issuer: string): string => issuer.replace(/\/$/, '');

/** Whether a URL is https, or http on this machine. */
export const isSecureUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
};
