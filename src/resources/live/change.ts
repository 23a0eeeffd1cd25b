import type { Read } from '../../database/database.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { rightsToRead } from '../../events/rights.ts';
import { type Caller, canAccessSite, hasPermission, hasRights } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { unpackList } from '../../records/json.ts';
import { type LiveRow, leadersOf } from './queries.ts';

/** A change in the streams of staff: what has changed, where and when. */
export interface Change {
  readonly id: string;
  readonly type: string;
  readonly siteId: string;
  readonly text: string;
  readonly ledBy: readonly string[];
}

export const idsIn = (body: string): Readonly<Record<string, string>> => {
  const { data }: { data: Readonly<Record<string, unknown>> } = JSON.parse(body);
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      name.endsWith('Id') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
};

const isStreamed = ({ type }: LiveRow): boolean => type !== LEGACY_CHECK_IN && type !== 'ping';

/** How many days back sessions are on the rosters that their instructors read (rules.md "Roles"). */
const ROSTER_MS = 7 * DAY_MS;

/** The changes of some events, with the leaders of the sessions of their bookings, in one query. */
export const changesOf = (read: Read, rows: readonly LiveRow[]): Change[] => {
  const streamed = rows.filter(isStreamed).map((row) => ({ row, ids: idsIn(row.body) }));
  const sessionIds = streamed.flatMap(({ row, ids }) => (row.type.startsWith('booking.') ? (ids.sessionId ?? []) : []));
  const since = isoInstant(read.nowMs - ROSTER_MS);
  const led = new Map(
    leadersOf(read, [...new Set(sessionIds)]).map(({ id, instructorId, additionalInstructorIds, startTime }) => [
      id,
      startTime < since ? [] : [instructorId ?? '', ...unpackList<string>(additionalInstructorIds)],
    ]),
  );
  return streamed.map(({ row: { id, type, siteId, createdAt }, ids }) => ({
    id,
    type,
    siteId,
    text: `id: ${id}\ndata: ${JSON.stringify({ id, type, version: createdAt, ...ids })}\n\n`,
    ledBy: type.startsWith('booking.') ? (led.get(ids.sessionId ?? '') ?? []) : [],
  }));
};

/** Which changes a caller may see: changes at the site, or at all sites of the caller, to records the caller may read. */
export const isVisibleTo = (caller: Caller, siteId: string | undefined): ((change: Change) => boolean) => {
  const readable = new Map<string, boolean>();
  const mayRead = (type: string): boolean => {
    let may = readable.get(type);
    if (may === undefined) {
      may = hasRights(caller, rightsToRead(type));
      readable.set(type, may);
    }
    return may;
  };
  const readsOwn = caller.kind === 'staff' && hasPermission(caller, 'clients:read_own_rosters');
  const staffId = caller.kind === 'staff' ? caller.actor.staffId : undefined;
  return (change) => {
    if (siteId === undefined ? !canAccessSite(caller, change.siteId) : change.siteId !== siteId) return false;
    return mayRead(change.type) || (readsOwn && staffId !== undefined && change.ledBy.includes(staffId));
  };
};
