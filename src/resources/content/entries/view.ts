import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { mediaOfEntries } from '../../content-media/queries.ts';
import { type Lock, locksOf, readableAmong } from './access.ts';
import { childrenOf } from './links.ts';
import { statusAt } from './publishing/publication.ts';
import { ContentEntry, type EntryAnswer, type EntryRow } from './record.ts';

const OPEN = { isLocked: null, lockReason: null } as const;

interface ViewOptions {
  /** Whether a member may open each entry; without it nobody signed in asks. */
  readonly locks?: ReadonlyMap<string, Lock | null>;
}

const viewsWith = (read: Read, rows: readonly EntryRow[], { locks }: ViewOptions) => {
  const found = mediaOfEntries(
    read,
    rows.map(({ id }) => id),
  );
  const media = Map.groupBy(found, ({ entryId }) => entryId);
  return (row: EntryRow): EntryAnswer => {
    const view = {
      ...ContentEntry.view(row),
      status: statusAt(row, read.now),
      ...(locks?.get(row.id) ?? OPEN),
    };
    if (view.isLocked === true) return { ...view, body: null, mediaIds: [], primaryMediaId: null };
    const own = media.get(row.id) ?? [];
    const chosen = own.find(({ id }) => id === row.primaryMediaId) ?? own.find(({ status }) => status === 'ready');
    return { ...view, mediaIds: own.map(({ id }) => id), primaryMediaId: chosen?.id ?? null };
  };
};

/** The view of each of `rows` for the studio. */
export const entryViews = (read: Read, rows: readonly EntryRow[]) => viewsWith(read, rows, {});

export const entryView = (read: Read, row: EntryRow): EntryAnswer => entryViews(read, [row])(row);

/** The view of each of `rows` for those who read the catalogue: a member sees what is locked, and why. */
export const catalogueViews = (read: Read, caller: Pick<Caller, 'clientId' | 'siteIds'>, rows: readonly EntryRow[]) => {
  const view = viewsWith(read, rows, { locks: locksOf(read, caller, rows) });
  const children = rows.flatMap((row) => childrenOf(row).map(({ entryId }) => entryId));
  const readable = readableAmong(read, caller, children);
  return (row: EntryRow): EntryAnswer => {
    const answer = view(row);
    return { ...answer, children: answer.children.filter(({ entryId }) => readable.has(entryId)) };
  };
};
