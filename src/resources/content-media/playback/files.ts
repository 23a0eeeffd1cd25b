import { join } from 'node:path';
import type { Read } from '../../../database/database.ts';
import type { MediaFile } from '../../../media/send.ts';
import type { MediaStore } from '../../../media/store.ts';
import { sentTypeOf } from '../../../media/types.ts';
import { captionIn, captionsOf } from '../queries.ts';
import type { MediaRow } from '../record.ts';
import { captionsPlaylist, masterPlaylist, PLAYLIST_TYPE } from './playlists.ts';
import { isRendition, variantsOf } from './queries.ts';
import { MediaVariant } from './record.ts';

const SEGMENT_TYPE = 'video/mp2t';

export const MASTER = 'hls/master.m3u8';

export const sourceName = ({ mimeType }: Pick<MediaRow, 'mimeType'>): string =>
  `source.${sentTypeOf(mimeType).extension}`;
export const renditionName = (variantId: string): string => `hls/${variantId}/index.m3u8`;

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');

/** A file that is made of rows when it is asked for. */
const made = (text: string, mimeType: string, changedAt: string, name: string): MediaFile => ({
  content: { text },
  mimeType,
  version: sha256(text),
  changedAt,
  name,
});

const NAMES =
  /^(?:(?<source>source\.\w+)|(?<poster>poster)|captions\/(?<caption>[\w-]+)\.vtt|hls\/(?:(?<master>master\.m3u8)|captions\/(?<captions>[\w-]+)\.m3u8|(?<rendition>[0-9a-f-]{36})\/(?<part>index\.m3u8|\d{5,8}\.ts)))$/;

const captionFile = (read: Read, { id, title }: MediaRow, language: string): MediaFile | undefined => {
  const found = captionIn(read, id, language);
  return found === undefined ? undefined : made(found.body, 'text/vtt', found.updatedAt, title);
};

const captionsFile = (read: Read, { id, title, durationSeconds }: MediaRow, language: string) => {
  const found = captionIn(read, id, language);
  if (found === undefined) return undefined;
  return made(captionsPlaylist(language, durationSeconds ?? 0), PLAYLIST_TYPE, found.updatedAt, title);
};

const masterFile = (read: Read, { id, title, updatedAt }: MediaRow): MediaFile | undefined => {
  const renditions = variantsOf(read, id).filter(isRendition);
  if (renditions.length === 0) return undefined;
  return made(masterPlaylist(renditions, captionsOf(read, [id])), PLAYLIST_TYPE, updatedAt, title);
};

const renditionFile = (read: Read, store: MediaStore, row: MediaRow, variantId: string, part: string) => {
  const variant = MediaVariant.rows.find(read, variantId);
  if (variant === undefined || variant.contentMediaId !== row.id || !isRendition(variant)) return undefined;
  return {
    content: { path: join(store.renditions(row.id), variantId, part) },
    mimeType: part.endsWith('.ts') ? SEGMENT_TYPE : PLAYLIST_TYPE,
    version: `${variantId}-${part}`,
    changedAt: variant.createdAt,
    name: row.title,
  };
};

const stored = (store: MediaStore, row: MediaRow, hash: string | null, mimeType: string | null) =>
  hash === null
    ? undefined
    : { content: { path: store.path(hash) }, mimeType, version: hash, changedAt: row.createdAt, name: row.title };

/** The file of a media that has `name` in paths; undefined when no file has that name. */
export const findMediaFile = (read: Read, store: MediaStore, row: MediaRow, name: string): MediaFile | undefined => {
  const { source, poster, caption, master, captions, rendition, part } = NAMES.exec(name)?.groups ?? {};
  if (source !== undefined) {
    return source === sourceName(row) ? stored(store, row, row.fileSha256, row.mimeType) : undefined;
  }
  if (poster !== undefined) return stored(store, row, row.posterSha256, 'image');
  if (caption !== undefined) return captionFile(read, row, caption);
  if (captions !== undefined) return captionsFile(read, row, captions);
  if (master !== undefined) return masterFile(read, row);
  return rendition === undefined || part === undefined ? undefined : renditionFile(read, store, row, rendition, part);
};
