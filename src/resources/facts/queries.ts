import type { Read } from '../../database/database.ts';
import type { Fact, FactKind } from './tables.ts';

const HOME = 'select "homeLocationId" from "clients" where "id" = ?';

/** The home site of a client. @throws Error when there is no such client. */
export const homeSiteId = (read: Read, clientId: string): string => {
  const row = read.db.query<{ homeLocationId: string }, [string]>(HOME).get(clientId);
  if (row === null) throw new Error(`there is no client '${clientId}'`);
  return row.homeLocationId;
};

const LIVE = 'select * from "facts" where "sourceId" = ? and "kind" = ? and "takenBackAt" is null';

/** The fact of a source that is not taken back. */
export const liveFact = (read: Read, kind: FactKind, sourceId: string): Fact | undefined =>
  read.db.query<Fact, [string, string]>(LIVE).get(sourceId, kind) ?? undefined;
