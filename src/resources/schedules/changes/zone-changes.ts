// Sessions without a schedule follow the time zone of their site.

import type { Tx } from '../../../database/database.ts';
import type { Slice } from '../../../database/long-changes.ts';
import type { Reactions } from '../../reactions.ts';
import { hasStarted } from '../../sessions/queries.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { Site } from '../../sites/record.ts';
import { zoneChanges } from '../tables.ts';
import { timesIn } from './changed-fields.ts';
import { raiseUpdated } from './session-events.ts';
import { rowsOfChange, storeChange } from './store-change.ts';

/** Sessions that one transaction looks at: those of all sites, since an index has them by their start. */
const LOOKED_AT = 500;
/** About how many rows one transaction changes. */
const ROWS = 100;

/** Records that the sessions of a site without a schedule have to follow its time zone, which was another one before. */
export const recordZoneChange = (tx: Tx, siteId: string, before: string): void => {
  const zones = new Set(zoneChanges.find(tx, siteId)?.zones).add(before);
  zoneChanges.store(tx, siteId, { zones: [...zones], after: { startTime: tx.now, id: '' } });
};

type Candidate = Pick<SessionRow, 'id' | 'startTime' | 'siteId' | 'timezone'>;

const NEXT = `select "id", "startTime", "siteId", "timezone" from "sessions"
  where "scheduleId" is null and "cancelledAt" is null and ("startTime", "id") > (?, ?)
  order by "startTime", "id" limit ${LOOKED_AT}`;

/** Moves a session to the same wall time in another time zone. Returns about how many rows changed. */
const move = (tx: Tx, id: string, timezone: string, reactions: Reactions): number => {
  const row = Session.rows.find(tx, id);
  if (row === undefined || row.isModified === 1 || hasStarted(row, tx.now)) return 0;
  const next: SessionRow = { ...row, ...timesIn(row, timezone, row.durationMinutes) };
  // None moves into the past.
  if (next.startTime <= tx.now) return 0;
  storeChange(tx, row, next, reactions);
  raiseUpdated(tx, row, next);
  return rowsOfChange(row);
};

/** Moves further sessions of a site that changed its time zone. */
export const moveMoreSessions =
  (reactions: Reactions): Slice<object> =>
  (tx, siteId) => {
    const left = zoneChanges.find(tx, siteId);
    const timezone = Site.rows.find(tx, siteId)?.timezone;
    if (left === undefined || timezone === undefined) throw new Error(`the site '${siteId}' has no unfinished change`);
    const zones = left.zones.filter((zone) => zone !== timezone);
    const { startTime, id } = left.after;
    const found = zones.length === 0 ? [] : tx.db.query<Candidate, [string, string]>(NEXT).all(startTime, id);
    let rows = 0;
    for (const [index, session] of found.entries()) {
      if (session.siteId === siteId && zones.includes(session.timezone))
        rows += move(tx, session.id, timezone, reactions);
      if (rows < ROWS && index < LOOKED_AT - 1) continue;
      zoneChanges.store(tx, siteId, { ...left, after: { startTime: session.startTime, id: session.id } });
      return undefined;
    }
    zoneChanges.remove(tx, siteId);
    return {};
  };
