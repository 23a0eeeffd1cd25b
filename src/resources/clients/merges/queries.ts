import type { Read } from '../../../database/database.ts';
import { canAccessSite, type SiteAccess } from '../../../kernel/caller.ts';
import type { Detail } from '../../../kernel/problem.ts';

const FIND = `select "mergedClients"."clientId" "id", "clients"."homeLocationId" "homeLocationId" from "mergedClients"
  join "clients" on "clients"."id" = "mergedClients"."clientId"`;
const BY_ID = `${FIND} where "mergedClients"."id" = ?`;
const BY_EXTERNAL_ID = `${FIND} where "mergedClients"."externalId" = ?`;

interface RemainingClient {
  readonly id: string;
  readonly homeLocationId: string;
}

export const mergedInto = (read: Read, id: string): string | undefined =>
  read.db.query<RemainingClient, [string]>(BY_ID).get(id)?.id;

/** Whether a client was merged into another one. */
export const isMerged = (read: Read, id: string): boolean => mergedInto(read, id) !== undefined;

export const mergedIntoByExternalId = (read: Read, externalId: string): string | undefined =>
  read.db.query<RemainingClient, [string]>(BY_EXTERNAL_ID).get(externalId)?.id;

/** What the 404 of a merged client says: the client that remains, if the caller may see that client. */
export const mergedDetails = (read: Read, caller: SiteAccess, id: string): readonly Detail[] | undefined => {
  const kept = read.db.query<RemainingClient, [string]>(BY_ID).get(id);
  if (kept === null || !canAccessSite(caller, kept.homeLocationId)) return undefined;
  const message = `This client was merged into the client '${kept.id}'. Use that id.`;
  return [{ param: 'id', code: 'client_merged', message, mergedInto: kept.id }];
};
