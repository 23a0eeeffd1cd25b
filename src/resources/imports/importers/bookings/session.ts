import type { Read, Tx } from '../../../../database/database.ts';
import { type Caller, canAccessSite, requirePermission } from '../../../../kernel/caller.ts';
import { searchTerm } from '../../../../kernel/folding.ts';
import { invalidParam, missingResource } from '../../../../kernel/problem.ts';
import type { Static } from '../../../../kernel/schemas.ts';
import { type BookableSession, bookableSession } from '../../../bookings/queries.ts';
import type { ClientRecord } from '../../../clients/queries.ts';
import { createSession } from '../../../sessions/create.ts';
import { sessionPage } from '../../../sessions/queries.ts';
import { Session } from '../../../sessions/record.ts';
import type { ImportBooking, sessionFields } from '../../shapes.ts';
import { backdated, utc } from '../dates.ts';
import { idOf } from '../identity.ts';
import { siteOf } from '../references.ts';

type Row = Static<typeof ImportBooking>;
type SessionFields = Static<typeof sessionFields>;

const DEFAULT_MINUTES = 60;
/** No site has more sessions that start at the same time. */
const MAX_SIMULTANEOUS = 500;

/** The id of the session of this name at this time and site. */
export const sessionAt = (
  read: Read,
  siteId: string,
  { name, startTime }: Pick<SessionFields, 'name' | 'startTime'>,
): string | undefined => {
  const at = utc(startTime);
  const { rows } = sessionPage(read, { limit: MAX_SIMULTANEOUS }, { siteId, notBefore: at, notAfter: at });
  const called = rows.filter((each) => searchTerm(each.name) === searchTerm(name));
  return (called.find((each) => each.name.toLowerCase() === name.toLowerCase()) ?? called[0])?.id;
};

/**
 * Creates a session that is over, as it would have been created then. It raises no event of its end.
 * @throws Problem 400 for a future session: those are created from schedules.
 */
const createPastSession = (
  tx: Tx,
  caller: Caller,
  { siteId: _siteId, durationMinutes = DEFAULT_MINUTES, ...fields }: SessionFields,
  siteId: string,
  id: string | undefined,
): string => {
  requirePermission(caller, 'sessions:write');
  const startTime = utc(fields.startTime);
  if (startTime > tx.now) {
    const message = `There is no '${fields.name}' at ${startTime} at this site. Create its schedule first: an import creates only past sessions.`;
    throw invalidParam('session.startTime', message, 'resource_missing');
  }
  const body = { ...fields, startTime, siteId, durationMinutes, overrideConflicts: true, allowConflict: true };
  const row = createSession(backdated(tx, startTime), caller, body, idOf(tx, id));
  if (row.endTime <= tx.now) Session.rows.update(tx, row.id, { completedAt: row.endTime });
  return row.id;
};

/** By id, or name, time and site; creates past sessions. @throws Problem 400 for no name or an unknown future one. */
export const sessionOf = (tx: Tx, caller: Caller, row: Row, client: ClientRecord): BookableSession => {
  const { sessionId, session } = row;
  const byId = sessionId === undefined ? undefined : bookableSession(tx, sessionId);
  if (byId !== undefined) {
    if (canAccessSite(caller, byId.siteId)) return byId;
    throw missingResource('sessionId', 'session', byId.id);
  }
  if (session === undefined) {
    if (sessionId !== undefined) throw missingResource('sessionId', 'session', sessionId);
    const message = "The session is missing. Send 'sessionId', or 'session.name' and 'session.startTime'.";
    throw invalidParam('sessionId', message, 'parameter_missing');
  }
  const site = siteOf(tx, caller, session, client);
  const id = sessionAt(tx, site.id, session) ?? createPastSession(tx, caller, session, site.id, sessionId);
  const bookable = bookableSession(tx, id);
  if (bookable === undefined) throw new Error(`the session '${id}' is gone`);
  return bookable;
};
