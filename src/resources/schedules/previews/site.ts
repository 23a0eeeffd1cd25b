// What a change of a site would do to its sessions: closures, another time zone, opening again.

import type { Read, Tx } from '../../../database/database.ts';
import type { Simulate } from '../../../http/operations/call.ts';
import type { ReadableAmong } from '../../../http/operations/rights.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { unpackList } from '../../../records/json.ts';
import { Consequences, simulateRest } from '../../consequences.ts';
import { liveBookings } from '../../sessions/booking/seats.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { type Closure, Site, type SiteRow } from '../../sites/record.ts';
import { type ChangeDeps, type ChangePreview, previewChange, type TriedSession } from '../changes/carry-out.ts';
import { beginSiteChange } from '../changes/site-change.ts';
import { NO_COUNTS } from '../changes/work.ts';
import { zoneChange } from '../changes/zone-changes.ts';
import { isClosed } from '../recurrence/recurrence.ts';
import { zoneChanges } from '../tables.ts';
import { sessionFieldsOf } from './sessions.ts';
import { MOST_SESSIONS, type SitePreviewResponse } from './shapes.ts';

interface PreviewDeps extends ChangeDeps {
  readonly readableAmong: ReadableAmong;
}

export interface SiteTrial {
  readonly caller: Caller;
  readonly siteId: string;
  /** Changes the site, in each transaction again. @throws Problem to refuse. */
  change(tx: Tx): SiteRow;
  readonly simulate: Simulate;
}

const SCHEDULES = `select "id" from "schedules" where "siteId" = ? and "archivedAt" is null order by "id"`;

const schedulesOf = (read: Read, siteId: string): string[] =>
  read.db
    .query<{ id: string }, [string]>(SCHEDULES)
    .all(siteId)
    .map(({ id }) => id);

const WITHOUT_SCHEDULE = `select * from "sessions" where "siteId" = ? and "startTime" > ? and "scheduleId" is null
  and "cancelledAt" is null order by "startTime" limit ${MOST_SESSIONS * 10}`;

/** The sessions without a schedule on days that the change closes. They stay: only staff cancel them. */
const keptOn = (read: Read, before: SiteRow, after: SiteRow): TriedSession[] => {
  const [earlier, later] = [before, after].map(({ closures }) => unpackList<Closure>(closures));
  const rows = read.db.query<SessionRow, [string, string]>(WITHOUT_SCHEDULE).all(after.id, read.now);
  const isNewlyClosed = ({ localDate }: SessionRow) =>
    isClosed(later ?? [], localDate) && !isClosed(earlier ?? [], localDate);
  return rows
    .filter(isNewlyClosed)
    .map((row) => ({ kind: 'kept', before: row, after: row, affected: 0, conflict: undefined }));
};

/** The sessions without a schedule that move with the time zone. */
const tryZone = async (
  { reactions, store }: ChangeDeps,
  { siteId, change, simulate }: SiteTrial,
  consequences: Consequences,
): Promise<Pick<ChangePreview, 'counts' | 'sessions'>> => {
  const moved: SessionRow[] = [];
  const { left } = await simulate((tx) => {
    change(tx);
    return { left: zoneChanges.find(tx, siteId) };
  });
  await simulateRest(simulate, consequences, left, {
    unfinished: zoneChanges,
    id: siteId,
    repeat: (tx) => void change(tx),
    goOn(tx, events) {
      const { length } = events;
      zoneChange(reactions).goOn(tx, siteId);
      const ids = events
        .slice(length)
        .flatMap(({ type, data }) => (type === 'session.updated' ? [data.sessionId] : []));
      moved.push(...Session.rows.findAll(tx, ids));
    },
  });
  const ids = moved.map(({ id }) => id);
  const before = new Map(store.read((read) => Session.rows.findAll(read, ids)).map((row) => [row.id, row]));
  const sessions = moved.map((after): TriedSession => {
    const row = before.get(after.id) ?? null;
    return { kind: 'updated', before: row, after, affected: row === null ? 0 : liveBookings(row), conflict: undefined };
  });
  const bookingsAffected = sessions.reduce((sum, { affected }) => sum + affected, 0);
  return { counts: { ...NO_COUNTS, sessionsUpdated: sessions.length, bookingsAffected }, sessions };
};

/** What a change of a site would do to its sessions, schedule after schedule, as `applySiteChange` does it. */
export const previewSite = async (deps: PreviewDeps, trial: SiteTrial): Promise<SitePreviewResponse> => {
  const { siteId, caller, change, simulate } = trial;
  const consequences = new Consequences();
  const { kept, ids, isMoved } = await simulate((tx) => {
    const before = Site.find(tx, caller, siteId);
    const after = change(tx);
    return {
      kept: keptOn(tx, before, after),
      ids: schedulesOf(tx, siteId),
      isMoved: before.timezone !== after.timezone,
    };
  });
  const previews: Pick<ChangePreview, 'counts' | 'sessions'>[] = [{ counts: NO_COUNTS, sessions: kept }];
  for (const id of ids) {
    const begin = (tx: Tx) => {
      change(tx);
      return beginSiteChange(tx, id);
    };
    previews.push(await previewChange(deps, id, begin, consequences, simulate));
  }
  if (isMoved) previews.push(await tryZone(deps, trial, consequences));
  const { readableAmong } = deps;
  const fields = await simulate((tx) => sessionFieldsOf({ read: tx, caller, readableAmong }, previews, consequences));
  return { object: 'site_change_preview', siteId, ...fields };
};
