import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { AreaField } from '../../../ui/fields/area-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { languageChoices, languageName, ownLanguageName } from '../languages.ts';
import { chaptersIn, chaptersText } from './chapters.ts';
import { deleteCaptions, type Media, patchMedia, setCaptions } from './queries.ts';

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
  const saved = useSaved();
  const [title, setTitle] = useState(media.title);
  const [text, setText] = useState(chaptersText(media.chapters));
  const chapters = chaptersIn(text);
  const save = useMutation({
    mutationFn: () => patchMedia(media.id, { title: title.trim(), ...(chapters === undefined ? {} : { chapters }) }),
    onSuccess: () => {
      saved();
      say(t('common.saved'));
      onClose();
    },
  });
  return (
    <Dialog title={media.title} onClose={onClose}>
      <div className="stack" data-gap="sections">
        <CaptionList media={media} />
        <section className="stack" aria-label={t('content.chapters')}>
          <Field label={t('content.mediaTitle')} value={title} onChange={setTitle} autoComplete="off" />
          <AreaField
            label={t('content.chapters')}
            rows={4}
            value={text}
            onChange={setText}
            hint={t('content.chaptersHint')}
            error={chapters === undefined ? t('content.chaptersWrong') : undefined}
          />
          <ActionError error={save.error} />
          <div className="row">
            <Button
              variant="primary"
              isPending={save.isPending}
              onPress={() => chapters !== undefined && title.trim() !== '' && save.mutate()}
            >
              {t('common.save')}
            </Button>
            <Button onPress={onClose}>{t('words.close')}</Button>
          </div>
        </section>
      </div>
    </Dialog>
  );
};
