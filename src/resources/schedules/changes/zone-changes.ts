// Sessions without a schedule follow the time zone of their site.

import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import type { Reactions } from '../../reactions.ts';
import { hasStarted } from '../../sessions/queries.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { Site } from '../../sites/record.ts';
import { zoneChanges } from '../tables.ts';
import { timesIn } from './changed-fields.ts';
import { storeChange } from './store-change.ts';

/** Records that the sessions of a site without a schedule have to follow its time zone, which was another one before. */
export const recordZoneChange = (tx: Tx, siteId: string, before: string): void => {
  const zones = new Set(zoneChanges.find(tx, siteId)?.zones).add(before);
  zoneChanges.store(tx, siteId, { zones: [...zones], after: { startTime: tx.now, id: '' } });
};

type Candidate = Pick<SessionRow, 'id' | 'startTime' | 'siteId' | 'timezone'>;

// Sessions of all sites, since an index has them by their start.
const NEXT = `select "id", "startTime", "siteId", "timezone" from "sessions"
  where "scheduleId" is null and "cancelledAt" is null and ("startTime", "id") > (?, ?)
  order by "startTime", "id" limit ?`;

/** Moves a session to the same wall time in another time zone. */
const move = (tx: Tx, id: string, timezone: string, reactions: Reactions): void => {
  const row = Session.rows.find(tx, id);
  if (row === undefined || row.isModified === 1 || hasStarted(row, tx.now)) return;
  const next: SessionRow = { ...row, ...timesIn(row, timezone, row.durationMinutes) };
  // None moves into the past.
  if (next.startTime <= tx.now) return;
  storeChange(tx, row, next, reactions);
};

/** Moves the sessions of a site that changed its time zone. */
export const zoneChange = (reactions: Reactions) =>
  longChange(zoneChanges, {
    rows({ tx, id, state }, limit) {
      const timezone = Site.rows.find(tx, id)?.timezone;
      if (timezone === undefined || state.zones.every((zone) => zone === timezone)) return [];
      const { startTime, id: last } = state.after;
      const found = tx.db.query<Candidate, [string, string, number]>(NEXT).all(startTime, last, limit);
      return found.map((session) => ({ session, timezone }));
    },
    change({ tx, id, state }, { session, timezone }) {
      const isBehind = session.timezone !== timezone && state.zones.includes(session.timezone);
      if (session.siteId === id && isBehind) move(tx, session.id, timezone, reactions);
      return { ...state, after: { startTime: session.startTime, id: session.id } };
    },
  });
