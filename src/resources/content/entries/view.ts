import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type EntryMedia, mediaIdsOf } from '../../content-media/queries.ts';
import type { CatalogueRow } from '../kept.ts';
import { type Lock, locksOf, readableAmong } from './access.ts';
import { childrenOf } from './links.ts';
import { statusAt } from './publishing/publication.ts';
import { ContentEntry, type EntryAnswer, type EntryRow } from './record.ts';

interface ViewOptions {
  /** Whether a member may open each entry; without it nobody signed in asks. */
  readonly locks?: ReadonlyMap<string, Lock | null>;
  /** Whether children are shown; without it all of them. */
  readonly isReadable?: (entryId: string) => boolean;
}

const NO_MEDIA: readonly EntryMedia[] = [];

/** The media of those of `rows` whose view is not made yet, by entry. */
const mediaOf = (read: Read, rows: readonly CatalogueRow[]): ReadonlyMap<string | null, readonly EntryMedia[]> => {
  const ids: string[] = [];
  for (const { id, shown } of rows) if (!shown) ids.push(id);
  return Map.groupBy(mediaIdsOf(read, ids), ({ entryId }) => entryId);
};

const shownWith = (row: EntryRow, media: readonly EntryMedia[], now: string): EntryAnswer => {
  const chosen = media.find(({ id }) => id === row.primaryMediaId) ?? media.find(({ status }) => status === 'ready');
  return Object.assign(ContentEntry.view(row), {
    status: statusAt(row, now),
    isLocked: null,
    lockReason: null,
    mediaIds: media.map(({ id }) => id),
    primaryMediaId: chosen?.id ?? null,
  });
};

/** What an entry does not show to a member who may not open it. */
const hidden = () => ({ body: null, mediaIds: [], primaryMediaId: null });

// A page is read by every app at its start, so each view is one object that is made once.
const viewsWith = (read: Read, rows: readonly CatalogueRow[], { locks, isReadable }: ViewOptions) => {
  const media = mediaOf(read, rows);
  return (row: CatalogueRow): EntryAnswer => {
    const shown = row.shown ?? shownWith(row, media.get(row.id) ?? NO_MEDIA, read.now);
    if (row.shown === null) row.shown = shown;
    // A copy, since those who read it add to it.
    const answer: EntryAnswer = { ...shown };
    answer.status = statusAt(row, read.now);
    const lock = locks?.get(row.id);
    if (lock) Object.assign(answer, lock.isLocked ? hidden() : undefined, lock);
    if (isReadable !== undefined && answer.children.length > 0) {
      answer.children = answer.children.filter(({ entryId }) => isReadable(entryId));
    }
    return answer;
  };
};

/** The view of each of `rows` for the studio. */
export const entryViews = (read: Read, rows: readonly EntryRow[]) => viewsWith(read, rows, {});

export const entryView = (read: Read, row: EntryRow): EntryAnswer => entryViews(read, [row])(row);

/** The view of each of `rows` for those who read the catalogue: a member sees what is locked, and why. */
export const catalogueViews = (
  read: Read,
  caller: Pick<Caller, 'clientId' | 'siteIds'>,
  rows: readonly CatalogueRow[],
) => {
  const children = rows.flatMap((row) => (row.children === null ? [] : childrenOf(row).map(({ entryId }) => entryId)));
  const readable = readableAmong(read, caller, children);
  const options = { isReadable: (id: string) => readable.has(id) };
  if (caller.clientId === undefined) return viewsWith(read, rows, options);
  return viewsWith(read, rows, { ...options, locks: locksOf(read, caller, rows) });
};
