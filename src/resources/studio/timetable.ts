import { isNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pick } from '../../kernel/objects.ts';
import { notFound } from '../../kernel/problem.ts';
import { named } from '../../records/query.ts';
import { memberInstructorsByIds } from '../instructors/view.ts';
import { type SessionRecord, sessionById, sitePagesOf } from '../sessions/queries.ts';
import { Session, type SessionResponse } from '../sessions/record.ts';
import { sessionViews } from '../sessions/view.ts';
import { membershipSettings } from '../settings/queries.ts';
import { siteWithTimetable } from './queries.ts';
import { type Availability, FEW_SEATS, type PublicSessionResponse, type StudioResponse } from './shapes.ts';

const { table: sessions } = Session;

/** What strangers see: the sessions of a site that are for everyone and not canceled. */
export const timetablePage = sitePagesOf(() => ({
  isPublic: sql`+${sessions.isPrivate} = 0 and ${isNull(sessions.cancelledAt)} and ${named('isPublic')} = 1`,
}));

const SHOWN = [
  'id',
  'siteId',
  'name',
  'description',
  'category',
  'level',
  'tags',
  'imageUrl',
  'type',
  'bring',
  'arriveMinutes',
  'sign',
  'status',
  'startTime',
  'endTime',
  'durationMinutes',
  'timezone',
  'localDate',
  'localStartTime',
  'roomName',
  'isVirtual',
  'isSubstitute',
  'creditCost',
  'dropInPrice',
  'isBookable',
  'notBookableReason',
  'bookingOpensAt',
  'bookingClosesAt',
  'freeCancelUntil',
] as const;

type Counted = Pick<
  SessionResponse,
  'isFull' | 'availableSpots' | 'notBookableReason' | 'waitlistEnabled' | 'waitlistCapacity' | 'waitlistCount'
>;

const isWaitlistOpen = ({ waitlistEnabled, waitlistCapacity, waitlistCount }: Counted): boolean =>
  waitlistEnabled && (waitlistCapacity === null || waitlistCount < waitlistCapacity);

export type ShowPlaces = StudioResponse['policies']['showPlaces'];

const availabilityOf = (session: Counted, shown: ShowPlaces): Availability => {
  const { isFull, availableSpots, notBookableReason } = session;
  if (isFull || notBookableReason === 'full') return isWaitlistOpen(session) ? 'waitlist' : 'full';
  return shown !== 'never' && availableSpots !== null && availableSpots <= FEW_SEATS ? 'few' : 'available';
};

const placesLeft = ({ availableSpots }: Counted, shown: ShowPlaces): number | null =>
  shown === 'count' && availableSpots !== null ? Math.max(0, availableSpots) : null;

/** What the settings of a site let strangers read; read once for each site. */
const shownPlaces = (read: Read): ((siteId: string) => ShowPlaces) => {
  const kept = new Map<string, ShowPlaces>();
  return (siteId) => {
    const shown = kept.get(siteId) ?? membershipSettings(read, siteId).showPlaces;
    kept.set(siteId, shown);
    return shown;
  };
};

/** What strangers see of a session that staff or a member sees. */
export const publicPart = (
  session: Pick<SessionResponse, (typeof SHOWN)[number]> & Counted,
  instructor: PublicSessionResponse['instructor'],
  shown: ShowPlaces,
): PublicSessionResponse => ({
  ...pick(session, ...SHOWN),
  object: 'public_session',
  instructor,
  availability: availabilityOf(session, shown),
  placesLeft: placesLeft(session, shown),
  waitlistOpen: isWaitlistOpen(session),
});

/** The views of the sessions of one response, with one query for their instructors. */
export const publicViews = (read: Read, rows: readonly SessionRecord[]) => {
  const view = sessionViews(read);
  const instructors = memberInstructorsByIds(
    read,
    rows.flatMap(({ instructorId }) => instructorId ?? []),
  );
  const shownAt = shownPlaces(read);
  return (row: SessionRecord): PublicSessionResponse => {
    const instructor = row.instructorId === null ? null : (instructors.get(row.instructorId) ?? null);
    return publicPart(view(row), instructor, shownAt(row.siteId));
  };
};

/** A session that strangers may see, also when it is canceled: its page says so. @throws Problem 404. */
export const publicSession = (read: Read, id: string): SessionRecord => {
  const row = sessionById(read, id);
  if (row?.isPrivate !== 0 || siteWithTimetable(read, row.siteId) === undefined) throw notFound('session', id);
  return row;
};
