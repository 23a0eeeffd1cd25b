import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { allOf } from '../../kernel/problem.ts';
import { requireActive, requiredSite } from '../named-sites.ts';
import { raiseCreated } from '../schedules/changes/session-events.ts';
import { Session, type SessionRow } from './record.ts';
import { checkBody, checkConflicts, timeColumns } from './rules.ts';
import type { CreateSessionBody } from './shapes.ts';

/**
 * Creates a session without a schedule.
 * @throws Problem 400; 403; 409 `site_inactive`, `instructor_conflict` unless `overrideConflicts`, or `room_conflict` unless
 *   `allowConflict`.
 */
export const createSession = (tx: Tx, caller: Caller, body: CreateSessionBody, id: string = tx.id()): SessionRow => {
  const [site] = allOf(
    () => requiredSite(tx, caller, body),
    () => checkBody(tx, caller, body),
  );
  requireActive(site);
  const times = timeColumns(body.startTime, body.durationMinutes, site.timezone);
  const occurrenceKey = `${times.localDate}T${times.localStartTime}`;
  const row = Session.make(tx, body, { id, siteId: site.id, occurrenceKey, ...times });
  checkConflicts(tx, caller, row, body);
  Session.rows.insert(tx, row);
  raiseCreated(tx, row);
  return row;
};
