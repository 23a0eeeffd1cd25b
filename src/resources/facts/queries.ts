import type { Read } from '../../database/database.ts';
import type { Fact, FactKind } from './tables.ts';

/** What dates depend on of a site. */
export interface FactSite {
  readonly id: string;
  readonly timezone: string;
  readonly closures: string | null;
}

const HOME_SITE = `select "sites"."id", "sites"."timezone", "sites"."closures" from "clients"
  join "sites" on "sites"."id" = "clients"."homeLocationId" where "clients"."id" = ?`;

/** The home site of a client. @throws Error when there is no such client. */
export const homeSite = (read: Read, clientId: string): FactSite => {
  const row = read.db.query<FactSite, [string]>(HOME_SITE).get(clientId);
  if (row === null) throw new Error(`there is no client '${clientId}'`);
  return row;
};

/** The id of the home site of a client. @throws Error when there is no such client. */
export const homeSiteId = (read: Read, clientId: string): string => homeSite(read, clientId).id;

const LIVE = 'select * from "facts" where "sourceId" = ? and "kind" = ? and "takenBackAt" is null';

/** The fact of a source that is not taken back. */
export const liveFact = (read: Read, kind: FactKind, sourceId: string): Fact | undefined =>
  read.db.query<Fact, [string, string]>(LIVE).get(sourceId, kind) ?? undefined;
