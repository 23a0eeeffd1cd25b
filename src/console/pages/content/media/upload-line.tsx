import { CircleX, Upload } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { dropUpload, type FileUpload, sentPercent } from '../../../parts/uploads/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/bytes.ts';
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { deleteMedia } from './queries.ts';

/** Why a file was refused, where what the server's refusals say in general is of little use for an upload. */
const REFUSED = { storage_full: 'content.diskFull', body_too_large: 'content.tooLarge' } as const;
const isKnown = (code: string): code is keyof typeof REFUSED => code in REFUSED;

/** A file on its way, with how much of it is there. */
export const UploadLine = ({ upload }: { upload: FileUpload }) => {
  const t = useText();
  const formats = useFormats();
  const { id, name, sizeBytes, sentBytes, state, refusal, mediaId } = upload;
  const percent = sentPercent(upload);
  const sent = t('content.sent', {
    percent,
    sent: sizeText(sentBytes, formats.locale),
    all: sizeText(sizeBytes, formats.locale),
  });
  const reason = refusal === undefined ? '' : isKnown(refusal.code) ? t(REFUSED[refusal.code]) : refusal.message;
  const stop = (): void => {
    dropUpload(id);
    if (mediaId !== undefined) void deleteMedia(mediaId).catch(() => undefined);
  };
  return (
    <li className="media-item" data-state={state}>
      <span className="media-mark disc">
        <Icon of={state === 'failed' ? CircleX : Upload} />
      </span>
      <div className="stack who">
        <b className="media-name">{name}</b>
        {state === 'failed' ? (
          <span className="small critical-text" role="alert">
            {reason}
          </span>
        ) : (
          <>
            <ProgressBar label={t('content.uploadOf', { name })} percent={percent} />
            <span className="small quiet" role="status">
              {state === 'waiting' ? t('content.broken', { sent }) : sent}
            </span>
          </>
        )}
      </div>
      <Button size="small" variant="quiet" onPress={stop} aria-label={t('content.stopOf', { name })}>
        {t(state === 'failed' ? 'words.close' : 'content.stop')}
      </Button>
    </li>
  );
};
