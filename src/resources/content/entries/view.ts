import type { Read } from '../../../database/database.ts';
import { withoutIntegrationFields } from '../../../database/member-fields.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { RecordText } from '../../../kernel/record-text.ts';
import { type EntryMedia, mediaIdsOf } from '../../content-media/queries.ts';
import type { CatalogueRow, ShownEntry } from '../entry-cache.ts';
import { type Lock, locksOf, readableAmong } from './access.ts';
import { childrenOf } from './links.ts';
import { statusAt } from './publishing/publication.ts';
import { ContentEntry, type EntryAnswer, type EntryRow } from './record.ts';

const NO_MEDIA: readonly EntryMedia[] = [];
const NOBODY = { isLocked: null, lockReason: null } as const;

const fieldsOf = (row: EntryRow, media: readonly EntryMedia[], now: string): ShownEntry['fields'] => {
  const chosen = media.find(({ id }) => id === row.primaryMediaId) ?? media.find(({ status }) => status === 'ready');
  return Object.assign(ContentEntry.view(row), {
    status: statusAt(row, now),
    mediaIds: media.map(({ id }) => id),
    primaryMediaId: chosen?.id ?? null,
  });
};

/** What each of `rows` shows to those who may open it. One query for the media of those that are not kept. */
const shownBy = (read: Read, rows: readonly CatalogueRow[]) => {
  const unknown: string[] = [];
  for (const { id, shown } of rows) if (!shown) unknown.push(id);
  const media = Map.groupBy(mediaIdsOf(read, unknown), ({ entryId }) => entryId);
  return (row: CatalogueRow): ShownEntry => {
    if (row.shown) return row.shown;
    const fields = fieldsOf(row, media.get(row.id) ?? NO_MEDIA, read.now);
    if (row.shown === undefined) return { fields };
    row.shown = { fields, json: JSON.stringify(withoutIntegrationFields(fields)) };
    return row.shown;
  };
};

/** The view of each of `rows` for the studio. */
export const entryViews = (read: Read, rows: readonly EntryRow[]) => {
  const shown = shownBy(read, rows);
  return (row: EntryRow): EntryAnswer => ({ ...shown(row).fields, ...NOBODY });
};

export const entryView = (read: Read, row: EntryRow): EntryAnswer => entryViews(read, [row])(row);

/** What an entry shows to a member who may not open it. */
const locked = (fields: ShownEntry['fields']): ShownEntry['fields'] => ({
  ...fields,
  ...{ body: null, mediaIds: [], primaryMediaId: null },
});

/** Each of `rows` for those who read the catalogue: a member sees what is locked, and why. */
export const catalogueViews = (
  read: Read,
  caller: Pick<Caller, 'clientId' | 'siteIds'>,
  rows: readonly CatalogueRow[],
) => {
  const children = rows.flatMap((row) => (row.children === null ? [] : childrenOf(row).map(({ entryId }) => entryId)));
  const readable = readableAmong(read, caller, children);
  const locks = caller.clientId === undefined ? undefined : locksOf(read, caller, rows);
  const shown = shownBy(read, rows);
  return (row: CatalogueRow): RecordText => {
    const lock: Lock | typeof NOBODY = locks?.get(row.id) ?? NOBODY;
    let { fields, json } = shown(row);
    if (row.children !== null) {
      const own = fields.children.filter(({ entryId }) => readable.has(entryId));
      [fields, json] = [{ ...fields, children: own }, undefined];
    }
    if (lock.isLocked === true) [fields, json] = [locked(fields), undefined];
    const record = new RecordText(fields, json ?? JSON.stringify(withoutIntegrationFields(fields)));
    record.add('isLocked', String(lock.isLocked));
    record.add('lockReason', lock.lockReason === null ? 'null' : JSON.stringify(lock.lockReason));
    const { metadata, externalId } = fields;
    return caller.clientId === undefined ? record.addAll({ metadata, externalId }) : record;
  };
};
