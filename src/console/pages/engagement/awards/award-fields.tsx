import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormCard } from '../../../forms/form-card.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type AwardDraft, TRIGGERS } from '../../../parts/engagement/award-record.ts';
import { useCan } from '../../../session/session.ts';
import type { Award } from './queries.ts';

interface AwardFieldsProps {
  readonly form: RecordForm<AwardDraft>;
  /** The field of its picture. */
  readonly badge: ReactNode;
  /** What earns it so far, which can be kept. */
  readonly before?: Award['trigger'];
}

export const AwardFields = ({ form, badge, before }: AwardFieldsProps) => {
  const t = useText();
  const can = useCan();
  const isOffered = { challenge: can('challenges:manage'), metric: can('content:manage') };
  const triggers = TRIGGERS.filter((id) => id === before || !(id === 'challenge' || id === 'metric') || isOffered[id]);
  return (
    <>
      <FormCard title={t('awards.partWhat')}>
        <FormFields form={form} isGrid only={['name', 'description', 'category', 'tier']} behind={{ tier: badge }} />
      </FormCard>
      <FormCard title={t('awards.partRule')} hint={t(form.isNew ? 'awards.ruleHint' : 'awards.ruleChangeHint')}>
        <FormFields
          form={form}
          isGrid
          without={['name', 'description', 'category', 'tier']}
          offered={{ trigger: triggers }}
        />
      </FormCard>
    </>
  );
};
