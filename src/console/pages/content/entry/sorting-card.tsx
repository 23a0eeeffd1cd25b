import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { EntryCard } from './entry-card.tsx';
import type { EntryDraft } from './entry-record.ts';

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
