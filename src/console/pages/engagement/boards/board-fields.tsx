import { useText } from '../../../base/texts.tsx';
import { FormCard } from '../../../forms/form-card.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type BoardDraft, FIXED, RANKED } from '../../../parts/engagement/board-record.ts';
import { useCan, useMe } from '../../../session/session.ts';

const RANKS = ['rankBy', 'metricContentEntryId', 'periodType', 'challengeId', 'order', 'divisions'] as const;
const WHO = ['siteId', 'isOptInRequired'] as const;
const DAYS = ['startDate', 'endDate'] as const;

/** The fields of a board; what it ranks by is text once it is there. */
export const BoardFields = ({ form }: { form: RecordForm<BoardDraft> }) => {
  const t = useText();
  const { sites } = useMe();
  const mayReadContent = useCan()('content:manage');
  const { draft, isNew } = form;
  const fixed = isNew ? [] : FIXED;
  return (
    <>
      <FormCard title={t('boards.partWhat')}>
        <FormFields form={form} isGrid without={[...RANKS, ...WHO, ...DAYS]} />
      </FormCard>
      <FormCard title={t('boards.partRanks')} hint={isNew ? undefined : t('boards.fixedHint')}>
        <FormFields
          form={form}
          isGrid
          only={RANKS}
          without={isNew && draft.rankBy !== 'metric' ? ['order'] : []}
          offered={{ rankBy: RANKED.filter((id) => id !== 'metric' || mayReadContent) }}
          fixed={fixed}
        />
      </FormCard>
      <FormCard title={t('boards.partWho')}>
        <FormFields form={form} isGrid only={WHO} without={isNew && sites.length < 2 ? ['siteId'] : []} fixed={fixed} />
      </FormCard>
      {draft.periodType !== 'challenge' && (
        <FormCard title={t('engagement.partDays')}>
          <FormFields form={form} isGrid only={DAYS} fixed={fixed} />
        </FormCard>
      )}
    </>
  );
};
