// What strangers read of the library (member-page.md "The library for strangers"). All that is not public is listed at most.

import type { Read } from '../../../database/database.ts';
import { forbidden, notFound } from '../../../kernel/problem.ts';
import { isReadableAt } from '../../content/entries/access.ts';
import { strangerDays, waitingAmong } from '../../content/entries/days.ts';
import { entryOf } from '../../content/entries/queries.ts';
import { ContentEntry, type EntryRow, type LockReason } from '../../content/entries/record.ts';
import { ContentMedia, type MediaRow } from '../../content-media/record.ts';
import { POSTER_FILE } from '../../content-media/view.ts';

/** Types that are no content to open: what is measured, and what a challenge asks. */
export const NOT_SHOWN: readonly string[] = ['metric', 'assessment'];

export type StrangerLock = LockReason | 'sign_in_required';

/** Whether strangers see an entry at a site: it is published now. */
const isShown = (read: Read, siteId: string, row: EntryRow): boolean =>
  isReadableAt(read, { siteIds: [siteId] }, row) && !NOT_SHOWN.includes(row.type);

/** The entry with this id or slug. @throws Problem 404 unless strangers see it at the site. */
export const shownEntry = (read: Read, siteId: string, idOrSlug: string): EntryRow => {
  const row = entryOf(read, idOrSlug);
  if (row === undefined || !isShown(read, siteId, row)) throw notFound('content entry', idOrSlug);
  return row;
};

const REASONS: Readonly<Record<EntryRow['access'], StrangerLock | null>> = {
  public: null,
  members: 'sign_in_required',
  package: 'package_required',
  challenge: 'challenge_required',
};

/** Why a stranger may not open each of `rows`; null for what is open. One query at most. */
export const strangerLocks = (read: Read, siteId: string, rows: readonly EntryRow[]) => {
  const open = rows.filter(({ access }) => access === 'public').map(({ id }) => id);
  const days = open.length === 0 ? undefined : strangerDays(read, siteId, open);
  const waiting = days === undefined ? new Set() : waitingAmong(read, open, days);
  return ({ id, access }: EntryRow): StrangerLock | null =>
    REASONS[access] ?? (waiting.has(id) ? 'not_unlocked_yet' : null);
};

/** A media that a stranger may play. @throws Problem 404 unless its entry is shown, 403 `content_locked` unless it is open. */
export const openMedia = (read: Read, siteId: string, id: string): MediaRow => {
  const media = ContentMedia.rows.find(read, id);
  const entry = media?.entryId == null ? undefined : ContentEntry.rows.find(read, media.entryId);
  if (media === undefined || media.archivedAt !== null || entry === undefined || !isShown(read, siteId, entry)) {
    throw notFound('media', id);
  }
  const reason = strangerLocks(read, siteId, [entry])(entry);
  if (reason === null) return media;
  throw forbidden(`'${entry.title}' is locked (${reason}). Clients with access sign in first.`, 'content_locked');
};

/** Whether strangers may still read a file of a media for which they got a link: the poster of what is listed, all of what is public. */
export const isShownToStrangers = (read: Read, mediaId: string, file: string): boolean => {
  const entryId = ContentMedia.rows.find(read, mediaId)?.entryId ?? null;
  const entry = entryId === null ? undefined : ContentEntry.rows.find(read, entryId);
  if (entry === undefined || !isReadableAt(read, { siteIds: null }, entry)) return false;
  return file === POSTER_FILE || entry.access === 'public';
};
