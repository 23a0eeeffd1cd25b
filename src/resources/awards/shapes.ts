import { type Static, Type } from '@sinclair/typebox';
import { count, deletedShape, described, instant, listOf, nullable, object, shape } from '../../kernel/schemas.ts';
import { Award } from './record.ts';

/** An award as a member sees it (records.md "Awards, streaks, milestones"). */
export const MemberAward = shape('MemberAward', () => {
  const { metadata, externalId, archivedAt, ...shown } = Award.schema.properties;
  return {
    ...shown,
    isEarned: described(Type.Boolean(), 'Whether the member has earned it.'),
    earnedAt: described(nullable(instant()), 'Time at which it was last earned. `null` before that.'),
    timesEarned: described(count(), 'How many times it was earned.'),
    progress: described(
      object({
        current: described(
          Type.Number(),
          'The number of visits, the length of the streak, or the best value; 0 or 1 for other triggers.',
        ),
        target: described(Type.Number(), 'The value that earns it.'),
        percent: described(Type.Integer({ minimum: 0, maximum: 100 }), 'The percentage completed.'),
      }),
      "The member's progress; for a repeatable award, since it was last earned.",
    ),
    dismissedAt: described(
      nullable(instant()),
      'Time at which the member last dismissed its banner. `null` before that.',
    ),
  };
});
export const MemberAwardList = listOf(MemberAward);

/** The award that an app congratulates on. */
export const AwardBanner = shape('AwardBanner', () => ({
  object: Type.Literal('award_banner'),
  /** The newest one that was earned in the last 30 days and not put away. */
  award: nullable(MemberAward),
}));

export const DeletedAwardGrant = deletedShape('award_grant', {});

export type MemberAwardResponse = Static<typeof MemberAward>;
