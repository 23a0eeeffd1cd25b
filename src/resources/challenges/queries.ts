import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { byColumn, inList, NOW, named, query, select, selectRows, textsOf } from '../../records/query.ts';
import { sitesOfClients } from '../clients/queries.ts';
import { homeSiteId } from '../facts/queries.ts';
import {
  CHALLENGE_STATUSES,
  Challenge,
  ChallengeEnrollment,
  type ChallengeRow,
  type ChallengeStatus,
  type EnrollmentRow,
  type Span,
} from './record.ts';

const { table: challenges } = Challenge;
const { table: enrollments } = ChallengeEnrollment;

const isLive = () => sql`${challenges.archivedAt} is null and ${challenges.publishedAt} is not null`;

/** The conditions of the statuses: they follow the clock. */
const statusConditions = () =>
  ({
    archived: sql`${challenges.archivedAt} is not null`,
    draft: sql`${challenges.archivedAt} is null and ${challenges.publishedAt} is null`,
    upcoming: sql`${isLive()} and ${challenges.enrollmentOpensAt} > ${NOW}`,
    enrolling: sql`${isLive()} and ${challenges.enrollmentOpensAt} <= ${NOW} and ${challenges.startsAt} > ${NOW}`,
    active: sql`${isLive()} and ${challenges.startsAt} <= ${NOW} and ${challenges.endsAt} > ${NOW}`,
    completed: sql`${isLive()} and ${challenges.endsAt} <= ${NOW}`,
  }) satisfies Record<ChallengeStatus, unknown>;

export const statusAt = (row: ChallengeRow, at: string): ChallengeStatus => {
  if (row.archivedAt !== null) return 'archived';
  if (row.publishedAt === null) return 'draft';
  if (row.endsAt <= at) return 'completed';
  if (row.startsAt <= at) return 'active';
  return row.enrollmentOpensAt <= at ? 'enrolling' : 'upcoming';
};

/** Whether the points and ranks of a challenge are final. */
export const isClosed = ({ closesAt }: Pick<ChallengeRow, 'closesAt'>, at: string): boolean => closesAt <= at;

/** The times in which a member takes part, the earliest first. */
export const spansOf = ({ spans }: Pick<EnrollmentRow, 'spans'>): readonly Span[] => JSON.parse(spans);

const isOwn = () =>
  sql`${enrollments.challengeId} = ${challenges.id} and ${enrollments.clientId} = ${named('clientId')}`;
const hasOwn = (condition = sql`true`) =>
  sql`exists (select 1 from ${enrollments} where ${isOwn()} and (${condition}))`;
const isTakingPart = () => sql`${enrollments.status} = 'enrolled' and ${challenges.closesAt} > ${NOW}`;
const hasEnded = () => sql`${enrollments.status} = 'withdrawn' or ${challenges.endsAt} <= ${NOW}`;

const filters = () => ({
  ...statusConditions(),
  type: eq(challenges.type, named('type')),
  live: sql`${challenges.archivedAt} is null`,
});

const memberPages = (direction: 'ascending' | 'descending') =>
  pagesOf<ChallengeRow>(challenges, () => ({
    orderBy: challenges.startDate,
    direction,
    filters: {
      clientId: sql`${isLive()} and ${named('clientId')} is not null`,
      ...filters(),
      enrolled: hasOwn(isTakingPart()),
      notEnrolled: sql`not ${hasOwn(isTakingPart())}`,
      past: hasOwn(hasEnded()),
    },
    collection: 'clientId',
    sites: Challenge.sites && { within: sql`(${Challenge.sites.within} or ${hasOwn()})` },
  }));

const upcomingFirst = memberPages('ascending');
const newestFirst = memberPages('descending');

interface MemberChallenges {
  readonly clientId: string;
  /** Challenges of other sites are listed only if the member is or was enrolled. */
  readonly siteIds: readonly string[] | null;
}

export const memberChallengePage = (
  read: Read,
  request: PageRequest,
  { clientId, siteIds }: MemberChallenges,
  given: { readonly status?: ChallengeStatus; readonly type?: string; readonly enrolled?: boolean },
): Page<ChallengeRow> => {
  const { status, type, enrolled } = given;
  const chosen = status === undefined ? {} : { [status]: 1 };
  const own = enrolled === undefined ? {} : { [enrolled ? 'enrolled' : 'notEnrolled']: 1 };
  return upcomingFirst(read, request, { clientId, type, ...chosen, ...own }, siteIds);
};

/** A page of the challenges of a member that have ended or that the member has left, the newest first. */
export const pastChallengePage = (
  read: Read,
  request: PageRequest,
  { clientId, siteIds }: MemberChallenges,
): Page<ChallengeRow> => newestFirst(read, request, { clientId, past: 1 }, siteIds);

const allPages = pagesOf<ChallengeRow>(challenges, () => ({
  direction: 'descending',
  filters: filters(),
  indexed: byColumn(challenges, 'externalId'),
  sites: Challenge.sites,
}));

export const challengePage = (
  read: Read,
  request: PageRequest,
  query: {
    readonly status?: ChallengeStatus;
    readonly type?: string;
    readonly external_id?: string;
    readonly include_archived?: boolean;
  },
  siteIds: readonly string[] | null,
): Page<ChallengeRow> => {
  const { status, type, external_id: externalId, include_archived } = query;
  const isEvery = include_archived === true || status === 'archived';
  const chosen = CHALLENGE_STATUSES.some((each) => each === status) ? { [String(status)]: 1 } : {};
  return allPages(read, request, { ...chosen, type, externalId, live: isEvery ? undefined : 1 }, siteIds);
};

const one = query<EnrollmentRow>(() => selectRows(enrollments, 'clientId', 'challengeId'));

/** The enrollment of a client in a challenge, also one that has ended; undefined when there never was one. */
export const enrollmentOf = (read: Read, challengeId: string, clientId: string): EnrollmentRow | undefined =>
  one.get(read, { challengeId, clientId });

/** Whether a challenge is of the home site of a member, or one in which the member is or was enrolled. */
export const isChallengeOf = (read: Read, clientId: string, row: ChallengeRow): boolean =>
  Challenge.canAccess({ siteIds: [homeSiteId(read, clientId)] }, row) ||
  enrollmentOf(read, row.id, clientId) !== undefined;

/** The challenge with this id that a member sees: published, not archived, and one of theirs; undefined for others. */
export const challengeOfMember = (read: Read, clientId: string, id: string): ChallengeRow | undefined => {
  const row = Challenge.rows.find(read, id);
  if (row === undefined || row.publishedAt === null || row.archivedAt !== null) return undefined;
  return isChallengeOf(read, clientId, row) ? row : undefined;
};

const several = query<EnrollmentRow>(() =>
  selectRows(enrollments, 'clientId', inList(enrollments.challengeId, 'challengeIds')),
);

/** The enrollments of a client in some challenges, by the id of the challenge, in one query. */
export const enrollmentsOf = (
  read: Read,
  clientId: string,
  challengeIds: readonly string[],
): Map<string, EnrollmentRow> => {
  const rows = several.all(read, { clientId, challengeIds: JSON.stringify(challengeIds) });
  return new Map(rows.map((row) => [row.challengeId, row]));
};

const live = query<{ challengeId: string }>(() =>
  select
    .select({ challengeId: enrollments.challengeId })
    .from(enrollments)
    .innerJoin(challenges, eq(challenges.id, enrollments.challengeId))
    .where(and(eq(enrollments.clientId, named('clientId')), isTakingPart(), isLive())),
);

export const liveChallengeIds = (read: Read, clientId: string): ReadonlySet<string> =>
  new Set(live.all(read, { clientId }).map(({ challengeId }) => challengeId));

/** Whether the job that completes its enrollments is still to come; it completes no one in an archived challenge. */
const isToComplete = ({ archivedAt, completedAt, closesAt }: ChallengeRow, at: string): boolean =>
  archivedAt === null && closesAt <= at && completedAt === null;

const enrollmentPages = pagesOf<EnrollmentRow>(enrollments, () => ({
  direction: 'descending',
  filters: {
    challengeId: eq(enrollments.challengeId, named('challengeId')),
    notWithdrawn: ne(enrollments.status, 'withdrawn'),
    none: sql`false`,
  },
  indexed: byColumn(enrollments, 'status'),
  sites: sitesOfClients(enrollments.clientId),
  collection: 'challengeId',
  endedIds: '',
}));

const rankedPages = pagesOf<EnrollmentRow>(enrollments, () => ({
  orderBy: enrollments.pointsTotal,
  direction: 'descending',
  filters: {
    challengeId: sql`${enrollments.challengeId} = ${named('challengeId')} and ${enrollments.status} <> 'withdrawn'`,
    status: eq(enrollments.status, named('status')),
    none: sql`false`,
  },
  sites: sitesOfClients(enrollments.clientId),
  collection: 'challengeId',
}));

/** A page of the enrollments in a challenge, the newest first. A restricted caller sees enrollments of clients of own sites. */
export const enrollmentPage = (
  read: Read,
  request: PageRequest,
  challenge: ChallengeRow,
  status: EnrollmentRow['status'] | undefined,
  siteIds: readonly string[] | null,
): Page<EnrollmentRow> => {
  const { id: challengeId } = challenge;
  const isOver = isToComplete(challenge, read.now);
  if (isOver && status === 'completed')
    return enrollmentPages(read, request, { challengeId, notWithdrawn: 1 }, siteIds);
  if (isOver && status === 'enrolled') return enrollmentPages(read, request, { challengeId, none: 1 }, siteIds);
  return enrollmentPages(read, request, { challengeId, status }, siteIds);
};

/** A page of those who take part in a challenge, by their points, the most first; sites as for all enrollments. */
export const rankedPage = (
  read: Read,
  request: PageRequest,
  challenge: ChallengeRow,
  status: EnrollmentRow['status'] | undefined,
  siteIds: readonly string[] | null,
): Page<EnrollmentRow> => {
  const { id: challengeId } = challenge;
  const isOther = status === 'withdrawn' || (status === 'enrolled' && isToComplete(challenge, read.now));
  if (isOther) return rankedPages(read, request, { challengeId, none: 1 }, siteIds);
  const isEvery = status === 'completed' && isToComplete(challenge, read.now);
  return rankedPages(read, request, { challengeId, status: isEvery ? undefined : status }, siteIds);
};

const due = query<ChallengeRow>(() =>
  selectRows(
    challenges,
    isNull(challenges.completedAt),
    sql`${challenges.publishedAt} is not null`,
    isNull(challenges.archivedAt),
    sql`${challenges.closesAt} <= ${NOW}`,
  )
    .orderBy(challenges.closesAt)
    .limit(named('limit')),
);

/** The challenges that are over and whose final ranks are not stored yet. */
export const challengesToComplete = (read: Read, limit: number): ChallengeRow[] => due.all(read, { limit });

const enrolled = query<EnrollmentRow>(() =>
  selectRows(enrollments, 'challengeId', eq(enrollments.status, 'enrolled'))
    .orderBy(desc(enrollments.id))
    .limit(named('limit')),
);

export const someEnrolled = (read: Read, challengeId: string, limit: number): EnrollmentRow[] =>
  enrolled.all(read, { challengeId, limit });

const CONSENTING = `select "clientId" from "challengeEnrollments" where "challengeId" = ? and "displayConsent" = 1
  and "status" <> 'withdrawn' and "clientId" in (select "value" from json_each(?))`;

export const consentingIn = (read: Read, challengeId: string, clientIds: readonly string[]): ReadonlySet<string> =>
  new Set(textsOf(read, CONSENTING, challengeId, JSON.stringify(clientIds)));

const POINTS = `select coalesce(sum(p."points"), 0) "points" from "facts" f
  join "challengePoints" p on p."factId" = f."id"
  where f."sourceId" = ? and f."kind" <> 'visit' and f."takenBackAt" is null and p."enrollmentId" = ?`;

/** What a source, such as a submission, has earned in a challenge. */
export const pointsOf = (read: Read, enrollmentId: string, sourceId: string): number =>
  read.db.query<{ points: number }, [string, string]>(POINTS).get(sourceId, enrollmentId)?.points ?? 0;

export const totalOf = (read: Read, enrollmentId: string): number =>
  ChallengeEnrollment.rows.find(read, enrollmentId)?.pointsTotal ?? 0;
