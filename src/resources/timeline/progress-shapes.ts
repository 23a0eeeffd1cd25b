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
    tier: described(nullable(text()), 'How much it is worth.'),
    badgeUrl: described(nullable(text()), 'The address of its picture.'),
    earnedAt: described(instant(), 'When it was earned last.'),
    timesEarned: described(count(), 'How often it was earned.'),
  }));

const best = () =>
  object(() => ({
    contentEntryId: described(id(), 'The metric.'),
    name: described(text(), 'The name of the metric.'),
    recordType: described(oneOf(...RECORD_TYPES), 'What kind of best it is.'),
    reps: described(nullable(Type.Integer()), 'The repetitions, for by_reps and estimated_1rm.'),
    value: Type.Number(),
    unit: described(oneOf(...ALL_UNITS), 'The unit in which the client reads it.'),
    previousValue: described(nullable(Type.Number()), 'The best before it.'),
    achievedAt: described(instant(), 'When it was reached.'),
  }));

const challenge = () =>
  object(() => ({
    id: id(),
    title: described(text(), 'The title of the challenge.'),
    status: oneOf(...CHALLENGE_STATUSES),
    endDate: described(text(), 'The last day of the challenge, a local date.'),
    enrollmentStatus: described(oneOf(...ENROLLMENT_STATUSES), 'Whether the client still takes part.'),
    pointsTotal: Type.Integer(),
    finalRank: described(nullable(Type.Integer()), 'null until the challenge is closed.'),
  }));

/** How far a client has come. */
export const ClientProgress = shape('ClientProgress', () => ({
  object: Type.Literal('client_progress'),
  clientId: id(),
  streaks: described(
    StreakList.properties.data,
    'The weeks with visits, the days with any activity, and the days with videos.',
  ),
  awards: described(Type.Array(award()), 'Those that were not revoked, the last earned first; at most 50.'),
  personalBests: described(
    nullable(Type.Array(best())),
    'The newest first, at most 50; null for callers who may not manage challenges.',
  ),
  challenges: described(
    nullable(Type.Array(challenge())),
    'The last entered first, at most 50; null for callers who may not manage challenges.',
  ),
}));
