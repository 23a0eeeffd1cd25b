import type { Read } from '../../database/database.ts';
import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../kernel/problem.ts';
import { actingClient, isActiveSite } from '../lookups.ts';

const clientRequired = () =>
  invalidParam('X-Client-ID', 'Send the id of the client to act for in the header X-Client-ID.', 'client_required');

/**
 * A business credential as it acts for the client of X-Client-ID: at the site of X-Site-ID, or at the client's home
 * where none is named.
 * @throws Problem 400 `client_required`, `resource_missing` or `site_required`; 403 `site_not_allowed`.
 */
export const actForClient = (read: Read, caller: Caller, clientId: string | null, siteId: string | null): Caller => {
  if (clientId === null) throw clientRequired();
  const client = actingClient(read, clientId);
  if (client === undefined || client.status === 'archived' || !reachesSite(caller, client.homeLocationId)) {
    throw missingResource('X-Client-ID', 'client', clientId);
  }
  const site = siteId ?? client.homeLocationId;
  if (!isActiveSite(read, site)) {
    throw invalidParam(
      'X-Site-ID',
      `There is no active site with the id '${site}'. Send the id of an active site in the header X-Site-ID.`,
      'site_required',
    );
  }
  requireSite(caller, site);
  return { ...caller, clientId, siteId: site };
};
