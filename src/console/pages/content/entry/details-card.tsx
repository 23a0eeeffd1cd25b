import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useText } from '../../../texts.tsx';
import { EntryCard } from './entry-card.tsx';
import type { EntryDraft } from './entry-record.ts';

/** What else is said of an entry: level, length, equipment, language, pictures. */
export const DetailsCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
  const t = useText();
  return (
    <EntryCard id="entry-details" title={t('content.details')}>
      <FormFields form={form} only={['level', 'duration', 'intensity', 'locale']} isGrid />
      <FormFields form={form} only={['equipment', 'slug', 'posterUrl', 'thumbnailUrl']} isMarked />
    </EntryCard>
  );
};
