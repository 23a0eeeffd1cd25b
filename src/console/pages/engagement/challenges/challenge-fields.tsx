import { useText } from '../../../base/texts.tsx';
import { FormCard } from '../../../forms/form-card.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type ChallengeDraft, FIXED, POINTS } from '../../../parts/engagement/challenge-record.ts';
import { useMe } from '../../../session/session.ts';

const DAYS = ['startDate', 'endDate', 'enrollmentOpensAt', 'enrollmentClosesAt'] as const;
const WHO = ['siteIds', 'capacity', 'targetPerWeek'] as const;
const PRIZES = ['leaderboardId', 'awardIds', 'prizeDescription'] as const;

interface ChallengeFieldsProps {
  readonly form: RecordForm<ChallengeDraft>;
  /** Whether members rely on it. */
  readonly isPublished?: boolean;
}

/** The fields of a challenge; what members rely on is text once it is published. */
export const ChallengeFields = ({ form, isPublished = false }: ChallengeFieldsProps) => {
  const t = useText();
  const { sites } = useMe();
  const fixed = isPublished ? FIXED : [];
  const fixedHint = isPublished ? t('engagement.fixedHint') : undefined;
  const hasAwards = (form.choices.awardIds ?? []).length > 0;
  return (
    <>
      <FormCard title={t('engagement.partWhat')}>
        <FormFields form={form} isGrid without={[...DAYS, ...WHO, ...POINTS, ...PRIZES]} fixed={fixed} />
      </FormCard>
      <FormCard title={t('engagement.partDays')} hint={fixedHint}>
        <FormFields form={form} isGrid only={DAYS} fixed={fixed} />
      </FormCard>
      <FormCard title={t('engagement.partWho')}>
        <FormFields
          form={form}
          isGrid
          only={WHO}
          without={sites.length > 1 || isPublished ? [] : ['siteIds']}
          fixed={fixed}
        />
      </FormCard>
      <FormCard title={t('engagement.partPoints')} hint={fixedHint ?? t('engagement.pointsHint')}>
        <FormFields form={form} isGrid only={POINTS} fixed={fixed} />
      </FormCard>
      <FormCard title={t('engagement.partPrizes')}>
        <FormFields form={form} isGrid only={PRIZES} without={hasAwards ? [] : ['awardIds']} />
      </FormCard>
    </>
  );
};
