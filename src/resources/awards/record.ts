import { Type } from '@sinclair/typebox';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { description, instant, integer, name, nullable, oneOf, url } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';

export const AWARD_TRIGGERS = ['visits', 'streak', 'metric', 'challenge', 'manual'] as const;
const AWARD_TIERS = ['bronze', 'silver', 'gold', 'platinum'] as const;

/** Something that members earn (records.md "Awards, streaks, milestones"). Awards belong to the whole brand. */
export const Award = record('award', 'awards', () => ({
  name: field.text(name()),
  description: field.text(description()).nullable(),
  category: field.text(name()).nullable().described('Free text.'),
  trigger: field.word(AWARD_TRIGGERS).described('What earns it. `manual`: it is only granted by staff.'),
  threshold: field
    .real(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 }))
    .nullable()
    .described(
      'For visits, how many; for streak, its length; for metric, the value in the base unit. If lower values are ' +
        'better, it is reached from above.',
    ),
  streakType: field.word(STREAK_TYPES).nullable().described('For streak, the type of streak.'),
  metricContentEntryId: field.id().nullable().described("For metric, the ID of the metric's content entry."),
  challengeId: field.id().nullable().described('For challenge, the challenge to complete. `null` for any.'),
  maxRank: field
    .integer(integer(1, 1_000_000))
    .nullable()
    .described('For challenge, the lowest final rank that earns it.'),
  badgeUrl: field.text(url()).nullable().described('The URL of its picture.'),
  tier: field.word(AWARD_TIERS).nullable().described('How valuable it is, which only affects its appearance.'),
  isHidden: field.flag().default(false).described('Whether it is hidden from members until they earn it.'),
  isRepeatable: field.flag().default(false).described('Whether it can be earned more than once.'),
  archivedAt: field.archivedAt(),
  ...field.integrationFields,
}));

const GRANT_SOURCES = ['earned', 'granted'] as const;

interface Granted {
  readonly ordinal: number | null;
}

const ordinal = () => integer(1, Number.MAX_SAFE_INTEGER);

/** One time that a member earned an award. */
export const AwardGrant = record('award_grant', 'awardGrants', () => ({
  awardId: field.id().readOnly(),
  clientId: field.id(),
  client: field.related(nullable(ClientResponse)),
  ordinal: field
    .integer(ordinal())
    .nullable()
    .internal()
    .moves(nullable(ordinal()), 'Which time the member earned it, from 1; null when a person granted it.'),
  source: field
    .computed(oneOf(...GRANT_SOURCES), ({ ordinal }: Granted) => (ordinal === null ? 'granted' : 'earned'))
    .described('`granted`: given by staff.'),
  earnedAt: field.instant().readOnly().described('Time at which it was earned or granted.'),
  dismissedAt: field
    .instant()
    .nullable()
    .readOnly()
    .described('Time at which the member dismissed its banner. `null` if they have not.'),
  revokedAt: field.instant().nullable().internal().moves(nullable(instant()), 'When a person took it away.'),
}));

export type AwardTrigger = (typeof AWARD_TRIGGERS)[number];
export type AwardRow = RowOf<typeof Award>;
export type CreateAwardBody = CreateOf<typeof Award>;
export type UpdateAwardBody = PatchOf<typeof Award>;
export type GrantRow = RowOf<typeof AwardGrant>;
