// What a change would do to sessions and to people, as responses say it.

import { pick } from '../../../kernel/objects.ts';
import type { Consequences } from '../../consequences.ts';
import type { Asking } from '../../notified.ts';
import { bookedCount } from '../../sessions/booking/seats.ts';
import type { SessionRow } from '../../sessions/record.ts';
import type { ChangePreview, TriedSession } from '../changes/carry-out.ts';
import type { NO_COUNTS } from '../changes/work.ts';
import { MOST_SESSIONS, type PreviewedSessionResponse, type SessionFields } from './shapes.ts';

const stateOf = (row: SessionRow): NonNullable<PreviewedSessionResponse['old']> => ({
  ...pick(row, 'name', 'startTime', 'endTime', 'localDate', 'localStartTime', 'siteId', 'instructorId', 'roomName'),
  capacity: row.capacity,
});

const sessionView = ({ kind, before, after, affected, conflict }: TriedSession): PreviewedSessionResponse => ({
  // A session that is rolled back has no id.
  sessionId: before?.id ?? null,
  change: kind,
  old: before && stateOf(before),
  new: after && stateOf(after),
  booked: before === null ? 0 : bookedCount(before),
  waiting: before?.waitlistedCount ?? 0,
  notified: affected,
  conflict: conflict ?? null,
});

const startOf = ({ before, after }: TriedSession): string => (before ?? after)?.startTime ?? '';

const seesSessions = ({ read, caller, readableAmong }: Asking): boolean =>
  readableAmong(read, caller, ['getSession', 'manageGetSession'], ['any']).has('any');

export const sessionFieldsOf = (
  asking: Asking,
  previews: readonly Pick<ChangePreview, 'counts' | 'sessions'>[],
  consequences: Consequences,
): SessionFields => {
  const all = previews.flatMap(({ sessions }) => sessions);
  const named = all.toSorted((left, right) => (startOf(left) < startOf(right) ? -1 : 1));
  const sum = (field: keyof typeof NO_COUNTS) => previews.reduce((total, { counts }) => total + counts[field], 0);
  const done = consequences.view(asking);
  const isSeen = seesSessions(asking);
  return {
    sessionsCreated: sum('sessionsCreated'),
    sessionsUpdated: sum('sessionsUpdated'),
    sessionsCancelled: sum('sessionsCancelled'),
    bookingsAffected: sum('bookingsAffected'),
    kept: all.filter(({ kind }) => kind === 'kept').length,
    sessions: isSeen ? named.slice(0, MOST_SESSIONS).map(sessionView) : [],
    hasMoreSessions: isSeen && named.length > MOST_SESSIONS,
    peopleNotified: done.notifiedCount,
    ...done,
  };
};
