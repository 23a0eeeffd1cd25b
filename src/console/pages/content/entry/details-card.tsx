import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import { EntryCard } from './entry-card.tsx';

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
