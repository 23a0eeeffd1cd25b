import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { EntryCard } from './entry-card.tsx';

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
