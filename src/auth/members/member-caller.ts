import type { Read } from '../../database/database.ts';
import {
  type BusinessCaller,
  canAccessSite,
  type MemberCaller,
  type NoClientReason,
  requireSite,
  type SignedIn,
} from '../../kernel/caller.ts';
import { storedId } from '../../kernel/ids.ts';
import { misnamedHeader } from '../../kernel/misnamed-header.ts';
import { conflict, forbidden, invalidParam, missingResource } from '../../kernel/problem.ts';
import { actingClient, firstActiveSite, isActiveSite } from '../lookups.ts';
import { clientOfMember } from './acting.ts';

const clientRequired = (headers: Headers) => {
  const hint = misnamedHeader(headers, 'X-Client-ID');
  const message = `Send the ID of the client to act for in the header X-Client-ID.${hint}`;
  return invalidParam('X-Client-ID', message, 'client_required');
};

const idIn = (headers: Headers, name: string): string | null => storedId(headers.get(name) ?? '') || null;

/** @throws Problem 400 `site_required`. */
const requireActiveSite = (read: Read, id: string): void => {
  if (isActiveSite(read, id)) return;
  const message = `There is no active site with the id '${id}'. Send the id of an active site in the header X-Site-ID.`;
  throw invalidParam('X-Site-ID', message, 'site_required');
};

/** The site of a client for whom a business acts without naming one. */
const usualSite = (read: Read, caller: BusinessCaller, homeSiteId: string): string =>
  isActiveSite(read, homeSiteId) ? homeSiteId : (firstActiveSite(read, caller) ?? homeSiteId);

const clientArchived = (clientId: string) =>
  conflict(
    'client_archived',
    `The client '${clientId}' in X-Client-ID is archived. Restore the client with PATCH /v2/clients/${clientId} and the ` +
      'status active, or send another client.',
  );

/**
 * The caller of a member operation: a business that acts for the client of X-Client-ID, at the site of X-Site-ID or,
 * when that is absent, the client's home site; where that is archived, the first active site.
 * @throws Problem 400 `client_required`, `resource_missing` or `site_required`; 403 `site_not_allowed`; 409
 *   `client_archived`.
 */
export const actForClient = (read: Read, caller: BusinessCaller, headers: Headers): MemberCaller => {
  const clientId = idIn(headers, 'X-Client-ID');
  if (clientId === null) throw clientRequired(headers);
  const client = actingClient(read, clientId);
  if (client === undefined || !canAccessSite(caller, client.homeLocationId)) {
    throw missingResource('X-Client-ID', 'client', clientId);
  }
  if (client.status === 'archived') throw clientArchived(clientId);
  const site = idIn(headers, 'X-Site-ID') ?? usualSite(read, caller, client.homeLocationId);
  requireActiveSite(read, site);
  requireSite(caller, site);
  return { ...caller, kind: 'member', through: 'business', clientId, siteId: site };
};

/** The same caller, with access to the records of the client's home site only. */
export const atHomeSite = (read: Read, member: MemberCaller): MemberCaller => {
  const client = actingClient(read, member.clientId);
  return { ...member, siteIds: client === undefined ? [] : [client.homeLocationId] };
};

const NO_CLIENT: Readonly<Record<NoClientReason, string>> = {
  email_not_verified:
    'The ID token has no verified email address. Request the scope email, have the member confirm the address, then ' +
    'send a new ID token. Where the provider gives the address at its UserInfo endpoint only, send its access token ' +
    'in X-Access-Token too. Or link the member by POST /manage/member-links.',
  no_client_with_email:
    'No client of this studio has the email address in the ID token, and this site does not let members sign up. ' +
    'Ask the studio to enter the address, or to link the member with POST /manage/member-links.',
  approval_pending:
    'The studio has not approved this member yet. It decides on the sign-up, and the member gets an email.',
  client_archived:
    'The client of this member is archived. Ask the studio to restore the client with PATCH /v2/clients/{id} and the status active.',
};

const memberNotFound = (code: NoClientReason) => {
  const message = NO_CLIENT[code];
  return forbidden(message, 'member_not_found', [{ param: 'Authorization', code, message }]);
};

/** @throws Problem 403 `member_not_found` when the client of a request was archived after its credential was checked. */
export const requireLiveClient = (read: Read, { clientId }: Pick<MemberCaller, 'clientId'>): void => {
  if (actingClient(read, clientId)?.status === 'archived') throw memberNotFound('client_archived');
};

/**
 * The caller of a member operation: a member who signed in, at the site of X-Site-ID, or a dependant of theirs.
 * @throws Problem 400 `site_required`; 403 `member_not_found` where the person is not a client, or is archived; 403
 *   `permission_denied` as `clientOfMember`.
 */
export const requireMemberAtSite = (
  read: Read,
  signedIn: SignedIn,
  headers: Headers,
  operationId: string,
): MemberCaller => {
  const siteId = idIn(headers, 'X-Site-ID');
  if (siteId === null) {
    const message = `Send the id of the site in the header X-Site-ID.${misnamedHeader(headers, 'X-Site-ID')}`;
    throw invalidParam('X-Site-ID', message, 'site_required');
  }
  requireActiveSite(read, siteId);
  const { client, ...credential } = signedIn;
  if ('reason' in client) throw memberNotFound(client.reason);
  const acting = clientOfMember(read, client.id, headers, operationId);
  return { ...credential, kind: 'member', through: 'sign-in', ...acting, siteId };
};
