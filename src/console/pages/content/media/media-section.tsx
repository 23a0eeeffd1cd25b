import { useMutation, useQuery } from '@tanstack/react-query';
import { Link2, Upload } from 'lucide-react';
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import type { Entry } from '../../../parts/content/queries.ts';
import { startUpload, useUploads } from '../../../parts/uploads/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { MediaItem } from './media-item.tsx';
import { addAddress, mediaQuery } from './queries.ts';
import { UploadLine } from './upload-line.tsx';

/** Adds a video or another file that is at another address. */
const AddressDialog = ({ entryId, onClose }: { entryId: string; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const [url, setUrl] = useState('');
  const add = useMutation({
    mutationFn: () => addAddress(entryId, url.trim()),
    onSuccess: () => {
      void refresh('content');
      onClose();
    },
  });
  const form = useForm({
    act: add,
    problems: { externalUrl: /^https:\/\/\S+$/.test(url.trim()) ? undefined : t('content.addressWrong') },
    blamed: 'externalUrl',
    submit: () => add.mutate(),
  });
  return (
    <DialogForm form={form} title={t('content.addAddress')} act={t('content.add')} onClose={onClose}>
      <Field
        {...form.field('externalUrl')}
        label={t('content.address')}
        type="url"
        value={url}
        onChange={setUrl}
        hint={t('content.addressHint')}
        autoComplete="off"
        autoFocus
      />
    </DialogForm>
  );
};

const ACCEPTED = ['video/*', 'audio/*', 'image/*', 'application/pdf'];

/** Where files are dropped, or chosen by a button. */
const DropPlace = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const t = useText();
  return (
    <DropZone
      className="drop media-drop"
      aria-label={t('content.dropHere')}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) =>
        onFiles(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
      }
    >
      <Icon of={Upload} />
      <div className="stack">
        <Text slot="label">{t('content.dropHere')}</Text>
        <span className="small quiet">{t('content.dropHint')}</span>
      </div>
      <FileTrigger allowsMultiple acceptedFileTypes={ACCEPTED} onSelect={(files) => onFiles([...(files ?? [])])}>
        <Button className="button push">{t('content.chooseFiles')}</Button>
      </FileTrigger>
    </DropZone>
  );
};

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
            <Button size="small" variant="quiet" onPress={() => setLinking(true)} icon={Link2}>
              {t('content.addAddress')}
            </Button>
          </span>
        )}
      </header>
      <div className="body stack">
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
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
