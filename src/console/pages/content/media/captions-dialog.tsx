import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { client, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog } from '../../../forms/record-dialog.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { mediaFields } from '../../../parts/content/media-record.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { languageChoices, languageName, ownLanguageName } from '../languages.ts';
import { deleteCaptions, type Media, oneMediaQuery, setCaptions } from './queries.ts';

interface CaptionsDialogProps {
  readonly media: Media;
  readonly onClose: () => void;
}

const useSaved = () => {
  const refresh = useRefresh();
  return () => void refresh('content');
};

const CaptionList = ({ media }: { media: Media }) => {
  const t = useText();
  const saved = useSaved();
  const [language, setLanguage] = useState(document.documentElement.lang || 'en');
  const put = useMutation({
    mutationFn: async (file: File) =>
      setCaptions(media.id, language, { label: ownLanguageName(language), text: await file.text() }),
    onSuccess: () => {
      saved();
      say(t('content.captionsSaved', { language: languageName(language) }));
    },
  });
  const drop = useMutation({ mutationFn: (tag: string) => deleteCaptions(media.id, tag), onSuccess: saved });
  const error = put.error ?? drop.error;
  return (
    <section className="stack" aria-labelledby="captions-title">
      <h3 id="captions-title">{t('content.captions')}</h3>
      {media.captions.length === 0 ? (
        <p className="small quiet">{t('content.captionsNone')}</p>
      ) : (
        <ul className="own-list ruled">
          {media.captions.map(({ language: tag, label }) => (
            <li key={tag}>
              <span className="who">
                <b>{label}</b>
                <small className="quiet">{languageName(tag)}</small>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('content.captionsDelete', { language: languageName(tag) })}
                onPress={() => drop.mutate(tag)}
              >
                {t('content.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Select
        label={t('content.captionsLanguage')}
        choices={languageChoices(language)}
        value={language}
        onChange={setLanguage}
      />
      <ActionError error={error} />
      <div className="row">
        <FileTrigger
          acceptedFileTypes={['.vtt', '.srt']}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file) put.mutate(file);
          }}
        >
          <Button isPending={put.isPending}>{t('content.captionsChoose')}</Button>
        </FileTrigger>
      </div>
    </section>
  );
};

/** The title, the captions and the chapters of a media. */
export const CaptionsDialog = ({ media, onClose }: CaptionsDialogProps) => {
  const t = useText();
  const path = { id: media.id };
  return (
    <EditDialog
      kind="content"
      fields={mediaFields}
      title={media.title}
      row={media}
      query={oneMediaQuery(media.id)}
      write={(body, header) =>
        sendTagged(client.PATCH('/manage/content/media/{id}', { params: { path, ...header }, body }))
      }
      cancel={t('words.close')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <CaptionList media={media} />
          <FormFields form={form} />
        </>
      )}
    </EditDialog>
  );
};
