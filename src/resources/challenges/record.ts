import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  date,
  described,
  description,
  id,
  instant,
  integer,
  line,
  listOf,
  name,
  nullable,
  oneOf,
  optional,
  shape,
  timeZone,
  url,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { masked } from '../../records/personal.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';

export const CHALLENGE_STATUSES = ['draft', 'upcoming', 'enrolling', 'active', 'completed', 'archived'] as const;
export const CHALLENGE_TYPES = ['attendance', 'goals', 'metric', 'points'] as const;
export const ENROLLMENT_STATUSES = ['enrolled', 'completed', 'withdrawn'] as const;
const PARTS = ['attendance', 'goals', 'assessments', 'articles'] as const;

const points = () => field.integer(integer(0, 1_000_000)).default(0);
const partPoints = () => field.integer(count()).default(0).internal();
const ids = (maxItems: number) => Type.Array(id(), { maxItems, uniqueItems: true });

/** The participation of a client in a challenge (records.md "Challenges"). */
export const ChallengeEnrollment = record('challenge_enrollment', 'challengeEnrollments', () => ({
  challengeId: field.id().readOnly(),
  clientId: field.id().readOnly(),
  status: field
    .word(ENROLLMENT_STATUSES)
    .readOnly()
    .derivedAs(oneOf(...ENROLLMENT_STATUSES))
    .described('`completed` starting an hour after the challenge ends in local time.'),
  enrolledAt: field
    .instant()
    .readOnly()
    .described('Time at which the member first enrolled. Earlier activity does not count.'),
  division: field
    .text(name())
    .nullable()
    .personal(masked)
    .described('The division in which the member participates, such as Masters.'),
  displayConsent: field.flag().default(false).described("Whether others can see the member's full name."),
  withdrawnAt: field
    .instant()
    .nullable()
    .readOnly()
    .described('Time at which the member withdrew. `null` while participating.'),
  completedAt: field
    .instant()
    .nullable()
    .readOnly()
    .derivedAs(nullable(instant()))
    .described('Time at which the ranks became final.'),
  finalRank: field
    .integer(integer(1, Number.MAX_SAFE_INTEGER))
    .nullable()
    .readOnly()
    .derivedAs(nullable(count()))
    .described('The final rank. `null` until then.'),
  pointsTotal: field.integer(count()).default(0).readOnly().described('The points so far.'),
  attendancePoints: partPoints(),
  goalsPoints: partPoints(),
  assessmentsPoints: partPoints(),
  articlesPoints: partPoints(),
  lastGainAt: field.instant().nullable().internal(),
  spans: field
    .json(Type.Array(Type.Tuple([instant(), nullable(instant())])))
    .internal()
    .moves(
      Type.Array(Type.Array(nullable(instant()), { minItems: 2, maxItems: 2 })),
      'From when until when the member takes part; null for no end yet.',
    ),
}));

/** The participation of a client as staff see it, with the rank. */
const RankedEnrollment = shape('RankedChallengeEnrollment', () => ({
  ...ChallengeEnrollment.schema.properties,
  rank: described(
    nullable(integer(1, Number.MAX_SAFE_INTEGER)),
    'The rank by points among participants, final once the ranks are. `null` for withdrawn members.',
  ),
  client: optional(nullable(ClientResponse)),
}));
export const RankedEnrollmentList = listOf(RankedEnrollment);

/** A challenge (records.md "Challenges"). */
export const Challenge = record(
  'challenge',
  'challenges',
  () => ({
    title: field.text(line(200)).described('The name shown to members.'),
    summary: field.text(description()).nullable().described('A summary in a few sentences.'),
    description: field.markdown().nullable().described('A full description, in Markdown.'),
    imageUrl: field.text(url()).nullable().described('The URL of a picture.'),
    status: field
      .derived(oneOf(...CHALLENGE_STATUSES))
      .described(
        '`upcoming`: before `enrollmentOpensAt`; `enrolling`: until `startDate`; `active`: until the end of ' +
          '`endDate`; `completed`: after that.',
      ),
    type: field.word(CHALLENGE_TYPES).described('Its main type. Points are earned from everything in it.'),
    enrollmentOpensAt: field
      .instant()
      .optional()
      .sentAs(nullable(instant()))
      .described('Time at which enrollment opens. Defaults to now.'),
    enrollmentClosesAt: field
      .instant()
      .optional()
      .sentAs(nullable(instant()))
      .described('Time at which enrollment closes. Defaults to the end of `endDate`.'),
    startDate: field.text(date()).described('The first local day.'),
    endDate: field.text(date()).described('The last local day. A challenge can last up to 366 days.'),
    timezone: field
      .text(timeZone())
      .optional()
      .described('The time zone of its days. Defaults to that of its first site, or of the default site.'),
    siteIds: field
      .list(ids(500))
      .shownAs(Type.Array(id()))
      .described('The sites whose members can join and whose visits count. Empty for all.'),
    capacity: field
      .integer(integer(1, 1_000_000))
      .nullable()
      .described('The maximum number of participants. `null` for no limit.'),
    participantCount: field
      .integer(count())
      .default(0)
      .derived()
      .described('The number of participants, excluding withdrawn ones.'),
    rules: field.markdown().nullable().described('The rules members accept when they enroll, in Markdown.'),
    pointsRules: field
      .group({
        perAttendance: points().described('Points for each visit.'),
        maxAttendancePerDay: field
          .integer(integer(0, 100))
          .default(1)
          .described('The maximum number of visits that count per day.'),
        perGoal: points().described('Points for each goal achieved.'),
        perAssessment: points().described('Points for each assessment submitted.'),
        perArticle: points().described('Points for each article read.'),
        dailyCap: field
          .integer(integer(0, 1_000_000))
          .nullable()
          .described('The maximum number of points per local day.'),
      })
      .default({
        perAttendance: 0,
        maxAttendancePerDay: 1,
        perGoal: 0,
        perAssessment: 0,
        perArticle: 0,
        dailyCap: null,
      })
      .described('What earns points. Fixed once the challenge is published.'),
    targetPerWeek: field
      .integer(integer(1, 50))
      .nullable()
      .described("The target number of visits per week. `null` for the home site's `streakWeeklyTarget`."),
    leaderboardId: field.id().nullable().described('The leaderboard that shows its points.'),
    awardIds: field
      .list(ids(50))
      .shownAs(Type.Array(id()))
      .described('The awards members can win in it, for apps to show. Each is earned by its own rule.'),
    prizeDescription: field.markdown().nullable().described('What participants can win, in Markdown.'),
    /** The member's own; null without one, and for callers that are no members. */
    enrollment: field.derived(nullable(ChallengeEnrollment.schema)),
    publishedAt: field.instant().nullable().internal(),
    archivedAt: field.archivedAt(),
    startsAt: field.instant().internal(),
    endsAt: field.instant().internal(),
    closesAt: field.instant().internal(),
    completedAt: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'When the final ranks of all were stored; null if that is still to come.'),
    ...field.integrationFields,
  }),
  { sites: { list: 'siteIds' } },
);

export const MemberChallenge = shape('MemberChallenge', () => withoutIntegrationFields(Challenge.schema.properties));

export type ChallengeRow = RowOf<typeof Challenge>;
export type CreateChallengeBody = CreateOf<typeof Challenge>;
export type UpdateChallengeBody = PatchOf<typeof Challenge>;
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number];
export type EnrollmentRow = RowOf<typeof ChallengeEnrollment>;
export type EnrollmentResponse = Static<typeof ChallengeEnrollment.schema>;
export type PointsRules = ReturnType<typeof Challenge.view>['pointsRules'];
export type Part = (typeof PARTS)[number];
/** From when until when a member takes part; null for no end yet. */
export type Span = readonly [from: string, until: string | null];
