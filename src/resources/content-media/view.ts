import type { Read } from '../../database/database.ts';
import type { LinkCaller, LinkedMedia } from '../../media/links.ts';
import type { ResponseOf } from '../../records/record.ts';
import { captionsOf } from './queries.ts';
import { ContentMedia, type MediaRow } from './record.ts';

export type MediaResponse = ResponseOf<typeof ContentMedia>;

/** The address of a file of a public media, such as `poster.jpg`. */
export type PublicMediaUrl = (mediaId: string, file: string) => string;

/** The address of the poster of a media for a caller. Where it is signed, it opens only this file. */
export type PosterUrl = (read: Read, caller: LinkCaller, media: LinkedMedia) => string;

/** The names under which a media has its poster and its captions. */
export const POSTER_FILE = 'poster';
export const captionFile = (language: string): string => `captions/${language}.vtt`;

/** Links that expire are no part of a record, which would change with every reading: only playback gives them. */
export const mediaViews = (read: Read, urlOf: PublicMediaUrl, rows: readonly MediaRow[]) => {
  const captions = Map.groupBy(
    captionsOf(
      read,
      rows.map(({ id }) => id),
    ),
    ({ contentMediaId }) => contentMediaId,
  );
  return (row: MediaRow): MediaResponse => {
    const linkTo = (file: string): string | null => (row.playbackPolicy === 'public' ? urlOf(row.id, file) : null);
    return {
      ...ContentMedia.view(row),
      posterUrl: row.posterSha256 === null ? null : linkTo(POSTER_FILE),
      captions: (captions.get(row.id) ?? []).map(({ language, label }) => ({
        language,
        label,
        url: linkTo(captionFile(language)),
      })),
    };
  };
};

export const mediaView = (read: Read, urlOf: PublicMediaUrl, row: MediaRow): MediaResponse =>
  mediaViews(read, urlOf, [row])(row);

/** The view of a media of an entry that is locked for the reader: without addresses (content.md "Who reads"). */
export const lockedView = (response: MediaResponse): MediaResponse => ({
  ...response,
  externalUrl: null,
  posterUrl: null,
  captions: response.captions.map((each) => ({ ...each, url: null })),
});
