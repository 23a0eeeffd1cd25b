import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import { useCan } from '../../../session/session.ts';
import { EntryCard } from './entry-card.tsx';

/** Where members find an entry: its categories, its tags, who teaches it. */
export const SortingCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
  const t = useText();
  const can = useCan();
  return (
    <EntryCard id="entry-sorting" title={t('content.whereFound')}>
      <FormFields
        form={form}
        only={['categoryIds', 'tagIds', 'instructorIds', 'isFeatured']}
        without={can('staff:read') ? [] : ['instructorIds']}
        isMarked
      />
    </EntryCard>
  );
};
