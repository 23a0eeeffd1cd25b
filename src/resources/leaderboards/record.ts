import { Type } from '@sinclair/typebox';
import {
  count,
  date,
  described,
  description,
  id,
  key,
  name,
  nullable,
  object,
  oneOf,
  shape,
  timeZone,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';

export const RANK_BY = ['metric', 'points', 'attendance', 'streak', 'watch_time'] as const;
const PERIOD_TYPES = ['daily', 'weekly', 'monthly', 'challenge', 'all_time'] as const;
const LEADERBOARD_STATUSES = ['upcoming', 'active', 'ended', 'archived'] as const;
export const PERIOD_STATUSES = ['upcoming', 'current', 'closing', 'closed'] as const;

/** A list of members by what they do (records.md "Leaderboards"). */
export const Leaderboard = record(
  'leaderboard',
  'leaderboards',
  () => ({
    key: field.text(key()).nullable().described('A unique name for use in code.'),
    name: field.text(name()),
    description: field.text(description()).nullable(),
    rankBy: field
      .word(RANK_BY)
      .described(
        '`metric`: the best value of a metric; `points`: the points of a challenge; `attendance`: visits; ' +
          '`streak`: the longest weekly streak; `watch_time`: minutes.',
      ),
    metricContentEntryId: field.id().nullable().described('The metric, for a leaderboard by metric.'),
    challengeId: field
      .id()
      .nullable()
      .described(
        'The published challenge whose points, divisions, and period it uses. Members enrolled in the challenge ' +
          'participate.',
      ),
    scope: field.word(['site', 'brand']).default('brand').described('Whose clients participate.'),
    siteId: field.id().nullable().described('For the scope site, the home site of the clients who participate.'),
    divisions: field
      .list(Type.Array(name(), { maxItems: 20, uniqueItems: true }))
      .shownAs(Type.Array(Type.String()))
      .described('The divisions of the challenge that rank separately.'),
    order: field
      .word(['desc', 'asc'])
      .optional()
      .described('Whether the highest or lowest value ranks first. Defaults to the better one.'),
    periodType: field.word(PERIOD_TYPES).described('How long values count until a new period starts.'),
    timezone: field
      .text(timeZone())
      .shownAs(Type.String())
      .optional()
      .described(
        'The time zone of its days. Defaults to that of the site, or else of the brand. For challenge, that of the ' +
          'challenge.',
      ),
    startDate: field
      .text(date())
      .optional()
      .described(
        'The first local date that counts. Defaults to the first day of the current week or month, today for ' +
          'daily, all dates for `all_time`, and the start of the challenge for challenge.',
      ),
    endDate: field
      .text(date())
      .nullable()
      .described('The last local date that counts. `null` for no end. For challenge, the last date of the challenge.'),
    currentPeriodId: field.derived(nullable(id())).described('The current period, or `null`.'),
    status: field.derived(oneOf(...LEADERBOARD_STATUSES)).described('Determined by its dates.'),
    participantCount: field.derived(count()).described('The number of ranked members in the current or last period.'),
    isOptInRequired: field
      .flag()
      .default(false)
      .described(
        'Whether only clients whose `leaderboardVisibility` is visible participate. Others have no rank, and ' +
          '`isParticipating` is `false`.',
      ),
    archivedAt: field.archivedAt(),
    siteIds: field.list(Type.Array(id())).internal(),
    ...field.integrationFields,
  }),
  { sites: { list: 'siteIds' } },
);

export const MemberLeaderboard = shape('MemberLeaderboard', () =>
  withoutIntegrationFields(Leaderboard.schema.properties),
);

/** What may change. What the values mean stays, because they are kept. */
export const UpdateLeaderboard = shape('UpdateLeaderboardRequest', () => {
  const { key, name, description, endDate, isOptInRequired, metadata, externalId } = Leaderboard.patch.properties;
  return { key, name, description, endDate, isOptInRequired, metadata, externalId };
});

const winner = object(() => ({
  displayName: described(Type.String(), 'First and last name, or first name and initial.'),
  value: described(Type.Number(), 'The value, as in the list.'),
  formattedValue: described(Type.String(), 'The value with its unit.'),
}));

/** A period of a leaderboard. Its end is exclusive. */
export const LeaderboardPeriod = record('leaderboard_period', 'leaderboardPeriods', () => ({
  leaderboardId: field.id().internal(),
  label: field.text(Type.String()).derived().described('The date, week, or month.'),
  /** The first local date, and the one after the last. */
  startDate: field.text(Type.String()).internal(),
  endDate: field.text(Type.String()).nullable().internal(),
  startsAt: field.instant().derived().described('The first instant of the period.'),
  endsAt: field.instant().nullable().derived().described('The first instant after the period. `null` for no end.'),
  status: field
    .derived(oneOf(...PERIOD_STATUSES))
    .described('`closing` for an hour after its end, then `closed`: nothing changes after that.'),
  participantCount: field.derived(count()).described('The number of ranked members.'),
  winner: field
    .derived(nullable(winner))
    .described(
      'The winner of a closed period. `null` without a winner, or if the winner is hidden from the member making ' +
        'the request.',
    ),
  closesAt: field.instant().nullable().internal(),
  closedAt: field.instant().nullable().internal(),
}));

export type LeaderboardRow = RowOf<typeof Leaderboard>;
export type CreateLeaderboardBody = CreateOf<typeof Leaderboard>;
export type UpdateLeaderboardBody = PatchOf<{ readonly patch: typeof UpdateLeaderboard }>;
export type PeriodRow = RowOf<typeof LeaderboardPeriod>;
export type PeriodType = (typeof PERIOD_TYPES)[number];
export type PeriodStatus = (typeof PERIOD_STATUSES)[number];
export type RankBy = (typeof RANK_BY)[number];
