import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import { readableAmong } from '../content/entries/access.ts';
import { ContentEntry, type EntryRow } from '../content/entries/record.ts';
import { ContentMedia, type MediaRow } from '../content-media/record.ts';

/** A media, and the entry to which it belongs. */
interface OwnedMedia {
  readonly media: MediaRow;
  readonly entry: EntryRow | undefined;
}

/** A media that is of no entry, or of one that the member can see. */
const visibleMedia = (read: Read, caller: MemberCaller, id: string): OwnedMedia | undefined => {
  const media = ContentMedia.rows.find(read, id);
  if (media === undefined || media.archivedAt !== null) return undefined;
  if (media.entryId === null) return { media, entry: undefined };
  if (!readableAmong(read, caller, [media.entryId]).has(media.entryId)) return undefined;
  return { media, entry: ContentEntry.rows.find(read, media.entryId) };
};

/** @throws Problem 404 when there is no such media, or the member cannot see its entry. */
export const findMedia = (read: Read, caller: MemberCaller, id: string): MediaRow => {
  const found = visibleMedia(read, caller, id);
  if (found === undefined) throw notFound('media', id);
  return found.media;
};

const PLAYED: readonly string[] = ['video', 'audio'] satisfies readonly MediaRow['kind'][];

/** The media of a new session. @throws Problem 400 when the member cannot see it, or it is no video or audio. */
export const playableMedia = (read: Read, caller: MemberCaller, id: string): OwnedMedia => {
  const found = visibleMedia(read, caller, id);
  if (found === undefined) throw missingResource('contentMediaId', 'media', id);
  const { kind } = found.media;
  // While a file is received its kind is not known yet.
  if (found.media.status === 'ready' && !PLAYED.includes(kind)) {
    throw invalidParam('contentMediaId', `The media is of the kind '${kind}'. Send the id of a video or audio.`);
  }
  return found;
};
