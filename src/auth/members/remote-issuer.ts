import { fetchJson, isRefusal } from './fetch-json.ts';
import type { MemberIssuer } from './issuer.ts';
import { type RemoteKeysOptions, remoteKeys } from './remote-keys.ts';

interface RemoteIssuerOptions extends Omit<RemoteKeysOptions, 'fetchJson'> {
  readonly audiences: readonly string[];
  /** Hours from `iat` to `exp` that a token may be valid at most. */
  readonly maxTokenHours: number;
}

/** A remote OpenID Connect provider. The first token causes the first request to it. */
export const remoteIssuer = ({
  issuer,
  audiences,
  maxTokenHours,
  clock,
  report,
}: RemoteIssuerOptions): MemberIssuer => {
  const keys = remoteKeys({ issuer, clock, fetchJson, report });
  return {
    issuer: () => issuer,
    audiences,
    keyOf: keys.keyOf,
    keySet: keys.keySet,
    maxTokenSeconds: maxTokenHours * 3_600,
    userInfo(accessToken) {
      const url = keys.userInfoUrl();
      return url === undefined
        ? undefined
        : fetchJson(url, { accessToken }).catch((error: unknown) => {
            if (!isRefusal(error)) report(`UserInfo of the member issuer ${issuer} cannot be fetched`, error);
            throw error;
          });
    },
  };
};
