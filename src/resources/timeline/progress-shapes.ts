import { Type } from '@sinclair/typebox';
import { count, described, id, instant, nullable, object, oneOf, shape } from '../../kernel/schemas.ts';
import { ALL_UNITS } from '../../kernel/units.ts';
import { CHALLENGE_STATUSES, ENROLLMENT_STATUSES } from '../challenges/record.ts';
import { RECORD_TYPES } from '../metrics/tables.ts';
import { StreakList } from '../streaks/shapes.ts';

const text = () => Type.String();

const award = () =>
  object(() => ({
    id: id(),
    name: text(),
    tier: described(nullable(text()), 'How valuable it is, which only affects its appearance.'),
    badgeUrl: described(nullable(text()), 'The URL of its picture.'),
    earnedAt: described(instant(), 'Time at which it was last earned.'),
    timesEarned: described(count(), 'How many times it was earned.'),
  }));

const best = () =>
  object(() => ({
    contentEntryId: described(id(), 'The metric.'),
    name: described(text(), 'The name of the metric.'),
    recordType: described(oneOf(...RECORD_TYPES), 'The type of best.'),
    reps: described(nullable(Type.Integer()), 'The number of repetitions, for `by_reps` and `estimated_1rm`.'),
    value: Type.Number(),
    unit: described(oneOf(...ALL_UNITS), 'The unit in which the client reads it.'),
    previousValue: described(nullable(Type.Number()), 'The previous best.'),
    achievedAt: described(instant(), 'Time at which it was achieved.'),
  }));

const challenge = () =>
  object(() => ({
    id: id(),
    title: described(text(), 'The title of the challenge.'),
    status: oneOf(...CHALLENGE_STATUSES),
    endDate: described(text(), 'The last day of the challenge, a local date.'),
    enrollmentStatus: described(oneOf(...ENROLLMENT_STATUSES), 'Whether the client still participates.'),
    pointsTotal: Type.Integer(),
    finalRank: described(nullable(Type.Integer()), 'The final rank. `null` until the challenge is closed.'),
  }));

/** How far a client has come. */
export const ClientProgress = shape('ClientProgress', () => ({
  object: Type.Literal('client_progress'),
  clientId: id(),
  streaks: described(StreakList.properties.data, 'Weeks with visits, days with any activity, and days with videos.'),
  awards: described(Type.Array(award()), 'Awards that were not revoked, last earned first, up to 50.'),
  personalBests: described(
    nullable(Type.Array(best())),
    'The newest first, up to 50. `null` for callers who cannot manage challenges.',
  ),
  challenges: described(
    nullable(Type.Array(challenge())),
    'The last joined first, up to 50. `null` for callers who cannot manage challenges.',
  ),
}));
