import type { Clock } from '../../kernel/clock.ts';
import { fetchJson } from './fetch-json.ts';
import type { MemberIssuer } from './issuer.ts';
import { remoteKeys } from './remote-keys.ts';

interface RemoteIssuerOptions {
  /** The issuer's address, as its tokens say it. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly clock: Clock;
  /** Told of each time the provider could not be asked. */
  readonly report: (message: string, error: unknown) => void;
}

/** An OpenID Connect provider somewhere else, asked by HTTP. Nothing is asked before the first token comes. */
export const remoteIssuer = ({ issuer, audiences, clock, report }: RemoteIssuerOptions): MemberIssuer => ({
  issuer: () => issuer,
  audiences,
  keyOf: remoteKeys({ issuer, clock, fetchJson, report }),
});
