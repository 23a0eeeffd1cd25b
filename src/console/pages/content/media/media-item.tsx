import { useMutation } from '@tanstack/react-query';
import { AudioLines, Captions, FileText, Image, type LucideIcon, Play, Video } from 'lucide-react';
import { useState } from 'react';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { type Formats, useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { lengthText } from '../../../parts/content/lengths.ts';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/bytes.ts';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { CaptionsDialog } from './captions-dialog.tsx';
import { Player } from './player.tsx';
import { deleteMedia, type Media } from './queries.ts';
import { ResumeUpload } from './resume-upload.tsx';

const KINDS = {
  video: { icon: Video, word: 'content.kindVideo', show: 'content.play' },
  audio: { icon: AudioLines, word: 'content.kindAudio', show: 'content.play' },
  image: { icon: Image, word: 'content.kindImage', show: 'content.show' },
  document: { icon: FileText, word: 'content.kindDocument', show: 'content.show' },
} as const satisfies Record<Media['kind'], { icon: LucideIcon; word: string; show: string }>;

/** What a media is, in words: its kind, length, size. */
const factsOf = (media: Media, kind: string, formats: Formats, elsewhere: string): string =>
  [
    kind,
    media.durationSeconds === null ? undefined : lengthText(media.durationSeconds),
    media.width === null || media.height === null ? undefined : `${media.width} × ${media.height}`,
    media.sizeBytes === null || media.sizeBytes === 0 ? undefined : sizeText(media.sizeBytes, formats.locale),
    media.externalUrl === null ? undefined : elsewhere,
  ]
    .filter((each) => each !== undefined)
    .join(' · ');

const Working = ({ media }: { media: Media }) => {
  const t = useText();
  const { status, processingPercent: percent, title } = media;
  if (status === 'processing') return <span className="small quiet">{t('content.processing')}</span>;
  if (status !== 'ready' || percent === null) return null;
  return (
    <>
      <ProgressBar label={t('content.preparing', { name: title, percent })} percent={percent} />
      <span className="small quiet">{t('content.preparing', { name: title, percent })}</span>
    </>
  );
};

interface MediaItemProps {
  readonly media: Media;
  /** Whether the entry plays it, or it first. */
  readonly isFirst: boolean;
  readonly onFirst: () => void;
  readonly isReadOnly: boolean;
}

/** A media of an entry: what it is, how it plays, its captions and chapters. */
export const MediaItem = ({ media, isFirst, onFirst, isReadOnly }: MediaItemProps) => {
  const t = useText();
  const textOf = useErrorText();
  const formats = useFormats();
  const refresh = useRefresh();
  const [isShown, setShown] = useState(false);
  const [isCaptioning, setCaptioning] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteMedia(media.id),
    onSettled: () => refresh('content'),
  });
  const { status, kind, title, captions, chapters } = media;
  const { icon, word, show } = KINDS[kind];
  const plays = kind === 'video' || kind === 'audio';
  const isReady = status === 'ready';
  return (
    <li className="media-item" data-state={status}>
      <span className="media-mark disc">
        <Icon of={icon} />
      </span>
      <div className="stack who">
        <span className="row" data-wrap="">
          <b className="media-name">{title}</b>
          {isFirst && isReady && <Pill tone="brand">{t('content.playsFirst')}</Pill>}
        </span>
        <span className="small quiet">{factsOf(media, t(word), formats, t('content.elsewhere'))}</span>
        {(captions.length > 0 || chapters.length > 0) && (
          <span className="small quiet">
            {present([
              ...captions.map(({ label }) => label),
              chapters.length > 0 && t('content.chapterCount', { count: chapters.length }),
            ]).join(' · ')}
          </span>
        )}
        {status === 'errored' && (
          <span className="small critical-text" role="alert">
            {t('content.unusable', { reason: (media.errorReason ?? '').replace(/^media_unsupported:\s*/, '') })}
          </span>
        )}
        {status === 'uploading' && <ResumeUpload media={media} />}
        <Working media={media} />
        {remove.error !== null && (
          <span className="small critical-text" role="alert">
            {textOf(remove.error)}
          </span>
        )}
        {isShown && <Player media={media} />}
      </div>
      <div className="row media-actions" data-wrap="">
        {isReady && (
          <Button
            size="small"
            aria-expanded={isShown}
            aria-label={t('content.actOf', { act: t(isShown ? 'content.hide' : show), name: title })}
            onPress={() => setShown(!isShown)}
          >
            {plays && !isShown && <Icon of={Play} />}
            {t(isShown ? 'content.hide' : show)}
          </Button>
        )}
        {isReady && !isFirst && !isReadOnly && (
          <Button size="small" variant="quiet" onPress={onFirst}>
            {t('content.playFirst')}
          </Button>
        )}
        {isReady && plays && !isReadOnly && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('content.actOf', { act: t('content.captions'), name: title })}
            onPress={() => setCaptioning(true)}
            icon={Captions}
          >
            {t('content.captions')}
          </Button>
        )}
        {!isReadOnly && (
          <ConfirmButton
            label={t('content.delete')}
            variant="quiet"
            isDisabled={remove.isPending}
            outcome={t('content.deleteMediaOutcome', { name: title })}
            confirm={t('content.deleteMedia')}
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      {isCaptioning && <CaptionsDialog media={media} onClose={() => setCaptioning(false)} />}
    </li>
  );
};
