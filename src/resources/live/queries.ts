import { and, asc, desc, gt, lte, ne } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type EventRow, events } from '../../database/outbox.ts';
import { inList, named, query, select, selectColumns } from '../../records/query.ts';
import { Booking } from '../bookings/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';

export type LiveRow = Pick<EventRow, 'id' | 'type' | 'siteId' | 'createdAt' | 'body'>;

const COLUMNS = ['id', 'type', 'siteId', 'createdAt', 'body'] as const;

const last = query<{ id: string }>(() =>
  select.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(1),
);

/** The id of the newest event; an empty text before the first event. */
export const lastEventId = (read: Read): string => last.get(read)?.id ?? '';

const known = query<{ id: string }>(() => selectColumns(events, ['id'], 'id'));

export const isKnownEvent = (read: Read, id: string): boolean => known.get(read, { id }) !== undefined;

const between = query<LiveRow>(() =>
  selectColumns(events, COLUMNS, and(gt(events.id, named('after')), lte(events.id, named('upTo'))))
    .orderBy(asc(events.id))
    .limit(named('limit')),
);

/** The events after one of them up to another one, the oldest first. */
export const eventsBetween = (read: Read, after: string, upTo: string, limit: number): LiveRow[] =>
  between.all(read, { after, upTo, limit });

const leaders = query<Pick<SessionRow, 'id' | 'instructorId' | 'additionalInstructorIds' | 'startTime'>>(() =>
  selectColumns(
    Session.table,
    ['id', 'instructorId', 'additionalInstructorIds', 'startTime'],
    inList(Session.table.id, 'ids'),
  ),
);

export const leadersOf = (read: Read, ids: readonly string[]) =>
  ids.length === 0 ? [] : leaders.all(read, { ids: JSON.stringify(ids) });

export type FollowedSession = Pick<SessionRow, 'id' | 'siteId' | 'isPrivate'>;

const followed = query<FollowedSession>(() =>
  selectColumns(Session.table, ['id', 'siteId', 'isPrivate'], inList(Session.table.id, 'ids')),
);

export const sessionsOf = (read: Read, ids: readonly string[]): FollowedSession[] =>
  ids.length === 0 ? [] : followed.all(read, { ids: JSON.stringify(ids) });

const place = query<{ id: string }>(() =>
  selectColumns(Booking.table, ['id'], 'sessionId', 'clientId', ne(Booking.table.status, 'cancelled')).limit(1),
);

/** Whether a client has a seat or a place in line. */
export const hasPlaceIn = (read: Read, sessionId: string, clientId: string): boolean =>
  place.get(read, { sessionId, clientId }) !== undefined;
