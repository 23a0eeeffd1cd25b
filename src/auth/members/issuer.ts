import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters } from 'jose';

/** The public key that a token names in its header. @throws JOSEError when there is none, Problem 503 when nobody can tell. */
export type KeyOf = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** A provider of ID tokens that members may sign in with. */
export interface MemberIssuer {
  /** What its tokens say in `iss`. */
  issuer(): string;
  /** Its tokens must name at least one of these in `aud`. */
  readonly audiences: readonly string[];
  readonly keyOf: KeyOf;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An issuer as it is compared and stored: a slash at its end, which some write and some do not, is left out. */
export const plainIssuer = (issuer: string): string => issuer.replace(/\/$/, '');

/** Whether an address is https, or http on this machine. */
export const isSafeAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
};
