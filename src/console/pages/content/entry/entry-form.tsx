import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { client, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { entryFields } from '../../../parts/content/entry-record.ts';
import { typesQuery } from '../../../parts/content/queries.ts';
import { useTypeWords } from '../../../parts/content/words.ts';
import { Link } from '../../../ui/button.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { EntryStatus } from '../entry-state.tsx';
import { MediaSection } from '../media/media-section.tsx';
import { ProgramSection } from '../program/program-section.tsx';
import { AccessCard } from './access-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { type EntryVersion, entryQuery } from './entry-query.ts';
import { useEntryChoices, useShownOfEntry } from './entry-words.ts';
import { MetricCard } from './metric-card.tsx';
import { PublishingCard } from './publishing-card.tsx';
import { SortingCard } from './sorting-card.tsx';
import { TextCard } from './text-card.tsx';

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
          <Link to="/content" className="crumb">
            <Icon of={ChevronLeft} />
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
