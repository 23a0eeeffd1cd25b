import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { client, sendTagged } from '../../../api/client.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { type RecordForm, useEditedRecord } from '../../../forms/use-record-form.tsx';
import { type EntryDraft, entryFields } from '../../../parts/content/entry-record.ts';
import { DIMENSION_WORDS } from '../../../parts/content/metric-words.ts';
import { type Entry, typesQuery } from '../../../parts/content/queries.ts';
import { useTypeWords } from '../../../parts/content/words.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { EntryStatus } from '../entry-state.tsx';
import { MediaSection } from '../media/media-section.tsx';
import { ProgramSection } from '../program/program-section.tsx';
import { EntryCard } from './entry-card.tsx';
import { type EntryVersion, entryQuery } from './entry-query.ts';
import { useEntryChoices, useShownOfEntry } from './entry-words.ts';
import { PublishingCard } from './publishing-card.tsx';
import { TextCard } from './text-card.tsx';

interface MetricCardProps {
  readonly form: RecordForm<EntryDraft>;
  readonly entry: Entry;
}

/** What a metric measures: what never changes as text, which values are best, and the repetitions with bests of their own. */
const MetricCard = ({ form, entry }: MetricCardProps) => {
  const t = useText();
  const { metricDefinition: metric } = entry;
  if (metric === null) return null;
  return (
    <EntryCard id="entry-metric" title={t('content.metric')}>
      <dl className="facts" data-align="start">
        <dt>{t('content.metricDimension')}</dt>
        <dd>{t(DIMENSION_WORDS[metric.dimension])}</dd>
        <dt>{t('content.metricUnit')}</dt>
        <dd>{metric.baseUnit}</dd>
      </dl>
      <FormFields form={form} only={['metricDefinition.direction', 'metricDefinition.repSchemes']} isGrid />
    </EntryCard>
  );
};

/** Where members find an entry: its categories, its tags, who teaches it. */
const SortingCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
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

/** Who may open an entry, and at which sites it is. */
const AccessCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  return (
    <EntryCard id="entry-access" title={t('content.access')}>
      <FormFields
        form={form}
        only={['access', 'accessPlanIds', 'accessChallengeIds', 'siteIds']}
        without={present([
          !can('packages:sell') && 'accessPlanIds',
          !can('challenges:manage') && 'accessChallengeIds',
          sites.length <= 1 && 'siteIds',
        ])}
        isMarked
      />
    </EntryCard>
  );
};

/** What else is shown for an entry: level, length, equipment, language, pictures. */
const DetailsCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
  const t = useText();
  return (
    <EntryCard id="entry-details" title={t('content.details')}>
      <FormFields form={form} only={['level', 'duration', 'intensity', 'locale']} isGrid />
      <FormFields form={form} only={['equipment', 'slug', 'posterUrl', 'thumbnailUrl']} isMarked />
    </EntryCard>
  );
};

/** An entry to read and to change: its text beside a preview, its media, when and for whom it is there. */
export const EntryForm = ({ version }: { version: EntryVersion }) => {
  const t = useText();
  const { data: entry } = version;
  const { id } = entry;
  const { data: types = [] } = useQuery(typesQuery);
  const words = useTypeWords(types);
  usePageTitle(entry.title);
  const [access, setAccess] = useState(entry.access);
  const form = useEditedRecord(entryFields, {
    kind: 'content',
    version,
    query: entryQuery(id),
    choices: useEntryChoices(entry.locale, access),
    shown: useShownOfEntry(),
    keepsHints: true,
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/content/entries/{id}', { params: { path: { id }, ...header }, body })),
  });
  if (form.draft.access !== access) setAccess(form.draft.access);
  const isArchived = entry.status === 'archived';
  return (
    <PageForm form={form} className="entry">
      <div className="page-head">
        <div className="titles">
          <Link to="/content" className="crumb" icon={ChevronLeft}>
            {t('content.title')}
          </Link>
          <h1>{entry.title}</h1>
          <p className="row" data-wrap="">
            <EntryStatus entry={entry} isPill />
            <span>{words.nameOf(entry.type)}</span>
          </p>
        </div>
      </div>
      <div className="split entry-split">
        <div className="stack" data-gap="wide">
          <TextCard form={form} />
          {entry.type === 'program' && <ProgramSection form={form} entry={entry} />}
          {entry.type === 'metric' && <MetricCard form={form} entry={entry} />}
          <MediaSection form={form} entry={entry} isReadOnly={isArchived} />
          <DetailsCard form={form} />
        </div>
        <div className="stack" data-gap="wide">
          <PublishingCard form={form} version={version} />
          <AccessCard form={form} />
          <SortingCard form={form} />
        </div>
      </div>
    </PageForm>
  );
};
