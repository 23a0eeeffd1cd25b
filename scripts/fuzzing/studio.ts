import type { CredentialRequest } from '../../src/auth/credential-request.ts';
import type { Operation } from '../../src/http/operations/operation.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import { MEMBER, SITES, STAFF } from '../../src/resources/demo-ids.ts';
import { CLIENTS } from '../../src/sandbox/demo/clients.ts';
import type { Choices } from '../../test/helpers/seeded.ts';
import type { FuzzedRequest } from './requests.ts';

/** The time at which the clock of a studio starts. */
export const START = '2026-03-02T08:00:00.000Z';
export const YEAR_SECONDS = 366 * 86_400;

/** The headers by which a caller is known, and a name for messages. */
export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request was answered. */
export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The processor time that it took; 0 where that is not known. */
  readonly milliseconds: number;
}

/** What was sent instead of a request, and what was said to it. */
export interface Misframed {
  readonly name: string;
  /** Undefined where the server closed the connection without a word. */
  readonly sent: Sent | undefined;
  /** Why what came is no response of HTTP. */
  readonly problem?: string;
}

/** The demo studio with a clock that is moved, and credentials of every kind. */
export interface FuzzedStudio {
  readonly operations: readonly Operation[];
  /** The time of the studio, epoch ms. */
  now(): number;
  moveTo(at: number): Promise<void>;
  send(request: FuzzedRequest): Promise<Sent>;
  /** Sends a request with bytes that HTTP does not want. Only where there is a connection. */
  misframe?(request: FuzzedRequest, choices: Choices): Promise<Misframed>;
  /** The longest stretch for which a request holds the event loop, in ms of processor time. Only in this process. */
  stretchOf?(request: FuzzedRequest): Promise<number>;
  /** A key with all scopes. */
  readonly full: Credential;
  readonly business: readonly Credential[];
  readonly members: readonly Credential[];
  /** The ids of the credentials. A request that revoked one would make all later requests a 401. */
  readonly ownIds: ReadonlySet<string>;
  /** The internal errors that were reported since the last call. */
  reported(): string[];
  close(): Promise<void>;
}

type KeyRequest = Partial<CredentialRequest> & { readonly name: string };

export const keyRequests: readonly KeyRequest[] = [
  { name: 'downtown', siteIds: [SITES.downtown] },
  { name: 'online', siteIds: [SITES.online] },
  { name: 'reads', scopes: SCOPES.filter((scope) => scope.endsWith(':read')) },
  { name: 'writes', scopes: SCOPES.filter((scope) => scope.endsWith(':write')) },
  { name: 'manage', scopes: ['manage'] },
  { name: 'clients', scopes: ['clients:write', 'bookings:read'], siteIds: [SITES.downtown] },
  { name: 'owner', staffId: STAFF.owner },
  { name: 'front desk', staffId: STAFF.frontDesk },
  { name: 'instructor', staffId: STAFF.ana },
  { name: 'instructor of a site', staffId: STAFF.ben, siteIds: [SITES.downtown] },
  { name: 'basic', tier: 'basic' },
];

/** Callers whom nobody knows. */
export const strangers: readonly Credential[] = [
  { name: 'nobody', headers: {} },
  { name: 'empty key', headers: { 'x-service-api-key': '' } },
  { name: 'unknown key', headers: { 'x-service-api-key': `sk_test_${'0'.repeat(32)}` } },
  { name: 'long key', headers: { 'x-service-api-key': 'k'.repeat(9000) } },
  { name: 'no token', headers: { authorization: 'Bearer' } },
  { name: 'other scheme', headers: { authorization: 'Basic YTpi' } },
  { name: 'half a token', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } },
  { name: 'long token', headers: { authorization: `Bearer ${'a.'.repeat(4000)}` } },
];

/** The clients who call the member API. */
export const callingClients: readonly string[] = [
  MEMBER,
  CLIENTS[1]?.id ?? '',
  CLIENTS.at(-2)?.id ?? '',
  CLIENTS.at(-1)?.id ?? '',
];
