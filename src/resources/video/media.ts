import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { invalidParam, missingResource, notFound, Problem } from '../../kernel/problem.ts';
import type { EntryAccess } from '../content/entries/queries.ts';
import { findReadable } from '../content-media/entry.ts';
import type { MediaRow } from '../content-media/record.ts';

interface OwnedMedia {
  readonly media: MediaRow;
  readonly entry: EntryAccess;
}

/** A media of an entry that the member can see; undefined for any other. */
const visibleMedia = (read: Read, caller: MemberCaller, id: string): OwnedMedia | undefined => {
  try {
    const { row: media, entry } = findReadable(read, caller, id);
    return entry === null ? undefined : { media, entry };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
};

/** @throws Problem 404 when there is no such media, or the member cannot see its entry. */
export const findMedia = (read: Read, caller: MemberCaller, id: string): MediaRow => {
  const found = visibleMedia(read, caller, id);
  if (found === undefined) throw notFound('media', id);
  return found.media;
};

const PLAYED: readonly string[] = ['video', 'audio'] satisfies readonly MediaRow['kind'][];

/** The media of a new session. @throws Problem 400 when the member cannot see it, or it is not a video or audio. */
export const playableMedia = (read: Read, caller: MemberCaller, id: string): OwnedMedia => {
  const found = visibleMedia(read, caller, id);
  if (found === undefined) throw missingResource('contentMediaId', 'media', id);
  const { kind, status } = found.media;
  // While a file is received its kind is not known yet.
  if (status === 'ready' && !PLAYED.includes(kind)) {
    throw invalidParam('contentMediaId', `The media is of kind '${kind}'. Send the ID of a video or audio.`, {
      reason: 'not_accepted',
    });
  }
  return found;
};
