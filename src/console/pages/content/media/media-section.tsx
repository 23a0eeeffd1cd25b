import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import type { Entry } from '../../../parts/content/queries.ts';
import { startUpload, useUploads } from '../../../parts/uploads/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/notices/failure.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { DropPlace } from './drop-place.tsx';
import { MediaItem } from './media-item.tsx';
import { mediaQuery } from './queries.ts';
import { UploadLine } from './upload-line.tsx';

interface MediaSectionProps {
  readonly form: RecordForm<EntryDraft>;
  readonly entry: Entry;
  readonly isReadOnly: boolean;
}

/** The videos, recordings, pictures and documents of an entry: dropped here, on their way, and ready. */
export const MediaSection = ({ form, entry, isReadOnly }: MediaSectionProps) => {
  const t = useText();
  const { data = [], error, refetch } = useQuery(mediaQuery(entry.id));
  const uploads = useUploads(entry.id);
  const [isLinking, setLinking] = useState(false);
  const onWay = new Set(uploads.map(({ mediaId }) => mediaId));
  const media = data.filter(({ id }) => !onWay.has(id));
  const first = form.draft.primaryMediaId || media.findLast(({ status }) => status === 'ready')?.id;
  return (
    <section className="card" aria-labelledby="entry-media">
      <header>
        <h2 id="entry-media">{t('content.media')}</h2>
        {!isReadOnly && (
          <span className="push">
            <Button size="small" variant="quiet" onPress={() => setLinking(true)}>
              <Icon of={Link2} />
              {t('content.addAddress')}
            </Button>
          </span>
        )}
      </header>
      <div className="body stack">
        {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {!isReadOnly && (
          <DropPlace
            onFiles={(files) => {
              for (const file of files) startUpload(entry.id, file);
            }}
          />
        )}
        {uploads.length > 0 && (
          <ul className="media-list ruled" aria-label={t('content.onTheWay')}>
            {uploads.map((upload) => (
              <UploadLine key={upload.id} upload={upload} />
            ))}
          </ul>
        )}
        {media.length > 0 && (
          <ul className="media-list ruled" aria-label={t('content.media')}>
            {media.map((each) => (
              <MediaItem
                key={each.id}
                media={each}
                isFirst={each.id === first}
                onFirst={() => form.set('primaryMediaId', each.id)}
                isReadOnly={isReadOnly}
              />
            ))}
          </ul>
        )}
      </div>
      {isLinking && <AddressDialog entryId={entry.id} onClose={() => setLinking(false)} />}
    </section>
  );
};
