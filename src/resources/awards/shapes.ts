import { type Static, Type } from '@sinclair/typebox';
import { count, deletedShape, described, instant, listOf, nullable, object, shape } from '../../kernel/schemas.ts';
import { Award } from './record.ts';

/** An award as a member sees it (records.md "Awards, streaks, milestones"). */
export const MemberAward = shape('MemberAward', () => {
  const { metadata, externalId, archivedAt, ...shown } = Award.schema.properties;
  return {
    ...shown,
    isEarned: described(Type.Boolean(), 'Whether the member has it.'),
    earnedAt: described(nullable(instant()), 'When it was earned last; null before.'),
    timesEarned: described(count(), 'How often it was earned.'),
    progress: described(
      object({
        current: described(Type.Number(), 'The visits, the length of the streak or the best value; 0 or 1 for others.'),
        target: described(Type.Number(), 'What earns it.'),
        percent: described(Type.Integer({ minimum: 0, maximum: 100 }), 'How much of it is done.'),
      }),
      'How much of it the member has done; for a repeatable award, since it was last earned.',
    ),
    dismissedAt: described(nullable(instant()), 'When the member put the last banner of it away; null before.'),
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
