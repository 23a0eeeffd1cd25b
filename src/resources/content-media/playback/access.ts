import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { requireUnlocked } from '../../content/entries/access.ts';
import { findReadable } from '../entry.ts';
import type { MediaRow } from '../record.ts';

/** Finds a media to play. */
export const PlayableMedia = {
  /** @throws Problem 404 unless its entry is published for the caller; 403 `content_locked` */
  find(read: Read, caller: Caller, id: string): MediaRow {
    const { row, entry } = findReadable(read, caller, id);
    if (entry !== null) requireUnlocked(read, caller, entry);
    return row;
  },
};
