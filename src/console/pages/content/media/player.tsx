import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { pictureUrl } from '../../../ui/pictures/picture-url.ts';
import { type Media, playbackQuery } from './queries.ts';

/** Plays a media, or shows it. What is at another address opens there: the console loads nothing from other hosts. */
export const Player = ({ media }: { media: Media }) => {
  const t = useText();
  const isHere = media.externalUrl === null;
  const { data, error, refetch } = useQuery({ ...playbackQuery(media.id), enabled: isHere });
  const address = isHere ? pictureUrl(data?.playbackUrl) : (media.externalUrl ?? undefined);
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (address === undefined) return <span className="skeleton media-waits" aria-hidden="true" />;
  const tracks = (data?.captions ?? []).map(({ language, label, url }) => (
    <track key={language} kind="captions" srcLang={language} label={label} src={pictureUrl(url)} />
  ));
  if (isHere && media.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: it has the captions that there are
      <video
        className="media-player"
        controls
        preload="metadata"
        src={address}
        poster={pictureUrl(data?.posterUrl)}
        aria-label={media.title}
      >
        {tracks}
      </video>
    );
  }
  if (isHere && media.kind === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: it has the captions that there are
      <audio className="media-player" controls preload="metadata" src={address} aria-label={media.title}>
        {tracks}
      </audio>
    );
  }
  if (isHere && media.kind === 'image') return <img className="media-player" src={address} alt={media.title} />;
  return (
    <a className="link small" href={address} target="_blank" rel="noopener noreferrer">
      {t('content.openInTab')}
    </a>
  );
};
