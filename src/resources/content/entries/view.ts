import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type EntryMedia, mediaIdsOf } from '../../content-media/queries.ts';
import { type Lock, locksOf, readableAmong } from './access.ts';
import { childrenOf } from './links.ts';
import { statusAt } from './publishing/publication.ts';
import { ContentEntry, type EntryAnswer, type EntryRow } from './record.ts';

const OPEN = { isLocked: null, lockReason: null } as const;

interface ViewOptions {
  /** Whether a member may open each entry; without it nobody signed in asks. */
  readonly locks?: ReadonlyMap<string, Lock | null>;
  /** Whether children are shown; without it all of them. */
  readonly isReadable?: (entryId: string) => boolean;
}

const NO_MEDIA: readonly EntryMedia[] = [];

// A page is read by every app at its start, so each view is one object that is written once.
const viewsWith = (read: Read, rows: readonly EntryRow[], { locks, isReadable }: ViewOptions) => {
  const media = new Map<string | null, EntryMedia[]>();
  for (const each of mediaIdsOf(
    read,
    rows.map(({ id }) => id),
  )) {
    const own = media.get(each.entryId);
    if (own === undefined) media.set(each.entryId, [each]);
    else own.push(each);
  }
  return (row: EntryRow): EntryAnswer => {
    const { isLocked, lockReason } = locks?.get(row.id) ?? OPEN;
    const own = isLocked === true ? NO_MEDIA : (media.get(row.id) ?? NO_MEDIA);
    const chosen = own.find(({ id }) => id === row.primaryMediaId) ?? own.find(({ status }) => status === 'ready');
    const answer: EntryAnswer = Object.assign(ContentEntry.view(row), {
      status: statusAt(row, read.now),
      isLocked,
      lockReason,
      mediaIds: own.map(({ id }) => id),
      primaryMediaId: chosen?.id ?? null,
    });
    if (isLocked === true) answer.body = null;
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
export const catalogueViews = (read: Read, caller: Pick<Caller, 'clientId' | 'siteIds'>, rows: readonly EntryRow[]) => {
  const children = rows.flatMap((row) => (row.children === null ? [] : childrenOf(row).map(({ entryId }) => entryId)));
  const readable = readableAmong(read, caller, children);
  return viewsWith(read, rows, { locks: locksOf(read, caller, rows), isReadable: (id) => readable.has(id) });
};
