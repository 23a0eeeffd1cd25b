import type { CaptionRow } from '../record.ts';
import type { VariantRow } from './record.ts';

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** Text inside the quotes of an attribute, which knows no escapes. */
const quoted = (text: string): string => `"${text.replace(/["\r\n]/g, ' ')}"`;

const subtitles = ({ language, label }: Pick<CaptionRow, 'language' | 'label'>): string =>
  `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME=${quoted(label)},LANGUAGE="${language}",AUTOSELECT=YES,` +
  `URI="captions/${language}.m3u8"`;

/** The master playlist of renditions, the best first, with captions. Its addresses are relative, so they keep the token. */
export const masterPlaylist = (
  renditions: readonly VariantRow[],
  captions: readonly Pick<CaptionRow, 'language' | 'label'>[],
): string => {
  const group = captions.length === 0 ? '' : ',SUBTITLES="captions"';
  const streams = renditions.flatMap(({ id, bandwidth, width, height, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS=${quoted(codecs ?? '')}${group}`,
    `${id}/index.m3u8`,
  ]);
  return `${['#EXTM3U', '#EXT-X-VERSION:3', ...captions.map(subtitles), ...streams].join('\n')}\n`;
};

/** The playlist of captions: one segment as long as the media. */
export const captionsPlaylist = (language: string, durationSeconds: number): string => {
  const seconds = Math.max(1, durationSeconds);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${seconds.toFixed(3)},`,
    `../../captions/${language}.vtt`,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
};
