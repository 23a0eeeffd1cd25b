import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { type BookableSession, bookableSession } from '../../bookings/queries.ts';
import type { ClientRecord } from '../../clients/queries.ts';
import { createSession } from '../../sessions/create.ts';
import { sessionPage } from '../../sessions/queries.ts';
import { Session } from '../../sessions/record.ts';
import { backdated, idOf, utc } from '../apply.ts';
import type { ImportBooking, sessionFacts } from '../shapes.ts';
import { siteOf } from './parties.ts';

type Row = Static<typeof ImportBooking>;
type Facts = Static<typeof sessionFacts>;

const HOUR_MINUTES = 60;
/** More than this many sessions do not begin at one site at one moment. */
const AT_ONCE = 500;

const found = (read: Read, siteId: string, { name, startTime }: Facts): string | undefined => {
  const at = utc(startTime);
  const { rows } = sessionPage(read, { limit: AT_ONCE }, { siteId, notBefore: at, notAfter: at });
  return rows.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id;
};

/**
 * Puts a session that is past on the calendar, as it would have been put there then; nothing tells of its end, which
 * was long ago.
 * @throws Problem 400 for one that lies ahead: those come from schedules.
 */
const remember = (tx: Tx, caller: Caller, facts: Facts, siteId: string, id: string | undefined): string => {
  const startTime = utc(facts.startTime);
  if (startTime > tx.now) {
    throw invalidParam(
      'session.startTime',
      `There is no '${facts.name}' at ${startTime} at this site. Make its schedule first: only past sessions are made here.`,
      'resource_missing',
    );
  }
  const { durationMinutes = HOUR_MINUTES, siteId: _site, ...fields } = facts;
  const body = { ...fields, startTime, siteId, durationMinutes, overrideConflicts: true };
  const row = createSession(backdated(tx, startTime), caller, body, idOf(tx, id));
  if (row.endTime <= tx.now) Session.rows.update(tx, row.id, { completedAt: row.endTime });
  return row.id;
};

/**
 * The session that a row books: by its id, or by its name, time and place.
 * @throws Problem 400 when none is named, or there is none.
 */
export const sessionOf = (tx: Tx, caller: Caller, row: Row, client: ClientRecord): BookableSession => {
  const { sessionId, session } = row;
  const byId = sessionId === undefined ? undefined : bookableSession(tx, sessionId);
  if (byId !== undefined) return byId;
  if (session === undefined) {
    if (sessionId !== undefined) throw missingResource('sessionId', 'session', sessionId);
    const message = "The session is missing. Send 'sessionId', or 'session.name' and 'session.startTime'.";
    throw invalidParam('sessionId', message, 'parameter_missing');
  }
  const site = siteOf(tx, caller, session, client);
  const id = found(tx, site.id, session) ?? remember(tx, caller, session, site.id, sessionId);
  const seats = bookableSession(tx, id);
  if (seats === undefined) throw new Error(`the session '${id}' was found and is gone`);
  return seats;
};
