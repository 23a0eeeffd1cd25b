import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { EntryCard } from './entry-card.tsx';
import type { EntryDraft } from './entry-record.ts';

/** Who may open an entry, and at which sites it is. */
export const AccessCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  return (
    <EntryCard id="entry-access" title={t('content.access')}>
      <FormFields
        form={form}
        only={['access', 'accessPlanIds', 'accessChallengeIds', 'siteIds']}
        without={[
          ...(can('packages:sell') ? [] : (['accessPlanIds'] as const)),
          ...(can('challenges:manage') ? [] : (['accessChallengeIds'] as const)),
          ...(sites.length > 1 ? [] : (['siteIds'] as const)),
        ]}
        isMarked
      />
    </EntryCard>
  );
};
