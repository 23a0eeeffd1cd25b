import type { Clock } from '../../kernel/clock.ts';
import { fetchJson } from './fetch-json.ts';
import type { MemberIssuer } from './issuer.ts';
import { remoteKeys } from './remote-keys.ts';

interface RemoteIssuerOptions {
  /** The `iss` of its tokens, a URL. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly clock: Clock;
  /** Called when a request to the provider failed. */
  readonly report: (message: string, error: unknown) => void;
}

/** A remote OpenID Connect provider. The first token causes the first request to it. */
export const remoteIssuer = ({ issuer, audiences, clock, report }: RemoteIssuerOptions): MemberIssuer => ({
  issuer: () => issuer,
  audiences,
  keyOf: remoteKeys({ issuer, clock, fetchJson, report }),
});
