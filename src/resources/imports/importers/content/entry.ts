import { Type } from '@sinclair/typebox';
import { asc, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { count, flag, id, line, nullable, object, oneOf, optional, type Static } from '../../../../kernel/schemas.ts';
import { pack } from '../../../../records/json.ts';
import type { PageOf } from '../../../../records/pages.ts';
import { query, selectRows } from '../../../../records/query.ts';
import { archiveEntry, createEntry, updateEntry } from '../../../content/entries/entries.ts';
import { restoreViews } from '../../../content/entries/popularity.ts';
import { entryOf, entryPage } from '../../../content/entries/queries.ts';
import { ContentEntry, ENTRY_STATUSES, type EntryRow, type UpdateEntryBody } from '../../../content/entries/record.ts';
import { entryView } from '../../../content/entries/view.ts';
import { ContentMedia } from '../../../content-media/record.ts';
import { archivedField, identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { byExternalId, checkId, idOf } from '../identity.ts';
import { optionalReference, requiredReference } from '../references.ts';

/** The maximum number of days for which a row may have views: the last 30, and one for time zones. */
const MAX_DAYS = 31;

const ImportEntry = object(() => ({
  ...Type.Partial(ContentEntry.create).properties,
  ...identityFields,
  ...archivedField,
  status: optional(oneOf(...ENTRY_STATUSES)),
  viewCount: optional(count()),
  state: optional(
    object({
      isMediaChosen: optional(flag()),
      isDurationOfMedia: optional(flag()),
      views: optional(
        nullable(
          Type.Record(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), count(), {
            maxProperties: MAX_DAYS,
            additionalProperties: false,
          }),
        ),
      ),
    }),
  ),
}));

type Row = Static<typeof ImportEntry>;

const { table: entries } = ContentEntry;

const allPage: PageOf<EntryRow> = (read, request, { externalId }, siteIds = null) =>
  entryPage(read, request, { external_id: String(externalId), include_archived: true }, siteIds);

/** How a row of another family names an entry. */
export const entryReference = { contentEntryId: optional(id()), contentEntryExternalId: optional(line(255)) };

export const namedEntry = requiredReference('contentEntry', ContentEntry, allPage, 'entry');
/** The same for media, which may have none. */
export const entryOfMedia = optionalReference('entry', ContentEntry, allPage);

const titled = query<EntryRow>(() =>
  selectRows(entries, 'title', 'type').orderBy(sql`${entries.archivedAt} is not null`, asc(entries.id)),
);

/** Finds a row with title and type only, so that it is not created again: the oldest entry, not archived first. */
const byTitle = (read: Read, caller: Caller, row: Row): EntryRow | undefined => {
  const { id: given, externalId, slug, title, type } = row;
  const hasIdentity = given !== undefined || typeof externalId === 'string' || slug !== undefined;
  if (hasIdentity || title === undefined || type === undefined) return undefined;
  return titled.all(read, { title, type }).find((each) => ContentEntry.canAccess(caller, each));
};

/** The entry of a row: by its id, else by its external id, its slug, or its title and type. */
const find = (read: Read, row: Row, caller: Caller): EntryRow | undefined => {
  const { id: given, slug } = row;
  const own = given === undefined ? undefined : ContentEntry.rows.find(read, given);
  const external = own ?? byExternalId(read, caller, allPage, row.externalId);
  const found =
    external ??
    (slug === undefined ? byTitle(read, caller, row) : ContentEntry.lookUp(read, caller, entryOf(read, slug)?.id));
  if (found !== undefined) checkId(given, found.id, 'externalId or slug');
  return found;
};

/** The fields of a row that the rules of entries take. Children may be in later rows. */
const fieldsOf = ({ id, createdAt, updatedAt, archivedAt, viewCount, state, children, ...fields }: Row) => fields;

const chosenIn = ({ state, primaryMediaId = null }: Row): string | null =>
  state?.isMediaChosen === true ? primaryMediaId : null;

/** The row without a length that follows from the media: they come after the entries. */
const withoutMediaDuration = (row: Row): Row => {
  if (row.state?.isDurationOfMedia !== true) return row;
  const { durationSeconds: _, ...others } = row;
  return others;
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  const { status, primaryMediaId, accessChallengeIds, ...others } = fieldsOf(withoutMediaDuration(row));
  // The media and the challenges of an export come after its entries.
  const isMoved = row.state !== undefined;
  const chosen = {
    ...(isMoved || typeof primaryMediaId !== 'string' ? {} : { primaryMediaId }),
    ...(isMoved || accessChallengeIds === undefined ? {} : { accessChallengeIds }),
  };
  const fields = { ...others, ...chosen, ...(status === undefined || status === 'archived' ? {} : { status }) };
  const body = requireValid(ContentEntry.create, fields);
  const made = createEntry(tx, caller, body, idOf(tx, row.id), isMoved);
  if (status === 'archived') archiveEntry(tx, caller, made);
  else if (typeof row.archivedAt === 'string') {
    throw invalidParam('archivedAt', "Only an archived entry has 'archivedAt'. Send 'archived' as the status, too.", {
      reason: 'not_accepted',
    });
  }
  const createdAt = atCreation(tx, row.createdAt).now;
  ContentEntry.rows.update(tx, made.id, {
    createdAt,
    updatedAt: utc(row.updatedAt) ?? createdAt,
    ...(status === 'archived' ? { archivedAt: utc(row.archivedAt) ?? tx.now } : {}),
    ...(isMoved ? { primaryMediaId: chosenIn(row), accessChallengeIds: pack(accessChallengeIds ?? null) } : {}),
  });
  const byDay = row.state?.views ?? {};
  if (row.viewCount !== undefined) restoreViews(tx, made, { viewCount: row.viewCount, byDay });
  return made.id;
};

/** Whether a row says which media is played, and that one does not come until the media are imported. */
const awaitsMedia = (tx: Tx, row: Row, found: EntryRow): boolean =>
  row.state !== undefined &&
  chosenIn(row) === found.primaryMediaId &&
  ContentMedia.rows.find(tx, row.primaryMediaId ?? '') === undefined;

/** Entries are identified by id, external id, slug, or title and type. */
export const importContentEntries = importFamily(ImportEntry, {
  searchIndex: 'contentSearch',
  rights: {
    create: ['createContentEntry'],
    also: ({ status }) => (status === 'archived' ? ['deleteContentEntry'] : []),
    update: ['updateContentEntry'],
  },
  find,
  create,
  reach: (tx, caller, { id: own }) => ContentEntry.find(tx, caller, own),
  shown: entryView,
  compared(tx, _caller, row, found) {
    const { primaryMediaId, ...others } = fieldsOf(found.takesDuration === 1 ? withoutMediaDuration(row) : row);
    return primaryMediaId === undefined || awaitsMedia(tx, row, found) ? others : { ...others, primaryMediaId };
  },
  change(tx, caller, found, changes) {
    if (changes.status === 'archived') {
      throw invalidParam('status', 'An import does not archive existing entries. Archive it separately.', {
        reason: 'not_accepted',
      });
    }
    return updateEntry(tx, caller, found, changes);
  },
  // The children of a program may be in later rows.
  finish(tx, caller, { children }, id, isNew) {
    if (children === undefined) return false;
    const before = ContentEntry.find(tx, caller, id);
    const update = (changes: UpdateEntryBody) => updateEntry(tx, caller, before, changes);
    const isChanged = applyChanges({ children }, { record: before, shown: ContentEntry.view(before), update });
    if (isNew) ContentEntry.rows.update(tx, id, { updatedAt: before.updatedAt });
    return isChanged;
  },
});
