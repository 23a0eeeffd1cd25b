import { eq, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { searchTerm } from '../../../kernel/folding.ts';
import { type Filters, mergePages, type Page, type PageRequest, pagesOf } from '../../../records/pages.ts';
import { NOW, named, query, select } from '../../../records/query.ts';
import { ContentEntry, type ENTRY_STATUSES, type EntryRow } from './record.ts';

const { table: entries } = ContentEntry;

export const publishedNow = () => sql`${entries.isListed} = 1 and ${entries.publishedAt} <= ${NOW}
  and (${entries.expiresAt} is null or ${entries.expiresAt} > ${NOW})`;

/** Entries that were scheduled and are published, which no job has stored yet. */
const due = () => sql`${entries.id} in (select "id" from "contentEntries" indexed by "contentEntriesToChange"
  where "changesAt" is not null and "changesAt" <= ${NOW} and "status" = 'scheduled')`;

const managedPage = pagesOf<EntryRow>(entries, () => ({
  direction: 'descending',
  indexed: {
    externalId: eq(entries.externalId, named('externalId')),
    due: due(),
    status: eq(entries.status, named('status')),
    type: eq(entries.type, named('type')),
  },
  filters: {
    live: sql`+${entries.archivedAt} is null`,
    ahead: sql`${entries.publishedAt} > ${NOW}`,
    // By an index that has the titles alone: the rows have the bodies.
    titled: sql`+${entries.id} in (select "id" from "contentEntries" indexed by "contentEntriesByFoldedTitle"
      where "sortTitle" like ${named('titled')} escape '\\')`,
    categories: sql`+${entries.id} in (select "entryId" from "contentEntryCategories"
      where "categoryId" in (select value from json_each(${named('categories')})))`,
    program: sql`+${entries.id} in (select "entryId" from "contentEntryChildren" where "programId" = ${named('program')})`,
  },
  sites: ContentEntry.sites,
}));

const YES = 1;

/** The pattern of titles that have these words in this order, anywhere; of no title where nothing is left of the words. */
const patternOf = (search: string): string => {
  const term = searchTerm(search).trim();
  if (term === '') return '';
  const words = term.split(/\s+/).map((word) => word.replace(/[\\%_]/g, '\\$&'));
  return `%${words.join('%')}%`;
};

interface ManagedQuery {
  readonly status?: (typeof ENTRY_STATUSES)[number];
  readonly type?: string;
  readonly external_id?: string;
  readonly include_archived?: boolean;
  readonly search?: string;
  readonly program_id?: string;
  /** In one of these categories. */
  readonly categories?: readonly string[] | undefined;
}

/** The filters of the pages that a list is merged from: the status column may be older than this moment. */
const managedFilters = (query: ManagedQuery): readonly Filters[] => {
  const { status, type, external_id: externalId, include_archived, categories, search, program_id: program } = query;
  const live = include_archived === true || status === 'archived' ? undefined : YES;
  const among = categories && JSON.stringify(categories);
  const filters = { type, externalId, live, categories: among, program, titled: search && patternOf(search) };
  if (status === 'published')
    return [
      { ...filters, status },
      { ...filters, due: YES },
    ];
  return [{ ...filters, status, ahead: status === 'scheduled' ? YES : undefined }];
};

/** A page of the entries with any status, the newest first. */
export const entryPage = (
  read: Read,
  request: PageRequest,
  filters: ManagedQuery,
  siteIds: readonly string[] | null,
): Page<EntryRow> =>
  mergePages(
    request,
    managedFilters(filters).map((each) => managedPage(read, request, each, siteIds)),
  );

const bySlug = query<EntryRow>(() =>
  select
    .select()
    .from(entries)
    .where(eq(entries.slug, named('slug'))),
);

export const entryOf = (read: Read, idOrSlug: string): EntryRow | undefined =>
  ContentEntry.rows.find(read, idOrSlug) ?? bySlug.get(read, { slug: idOrSlug });

const accessColumns = () => ({
  id: entries.id,
  title: entries.title,
  siteIds: entries.siteIds,
  status: entries.status,
  publishedAt: entries.publishedAt,
  expiresAt: entries.expiresAt,
  access: entries.access,
  accessPlanIds: entries.accessPlanIds,
  accessChallengeIds: entries.accessChallengeIds,
});

/** The columns that decide who may open an entry, and its title. */
export type EntryAccess = Pick<EntryRow, keyof ReturnType<typeof accessColumns>>;

const accessOf = query<EntryAccess>(() =>
  select
    .select(accessColumns())
    .from(entries)
    .where(eq(entries.id, named('id'))),
);

/** Who may open the entry with this id, without reading its other columns. */
export const entryAccess = (read: Read, id: string): EntryAccess | undefined => accessOf.get(read, { id });

const toChange = query<EntryRow>(() =>
  select
    .select()
    .from(entries)
    .where(sql`${entries.changesAt} is not null and ${entries.changesAt} <= ${NOW}`)
    .orderBy(entries.changesAt)
    .limit(named('limit')),
);

/** The rows of some entries, in the order of `keys`. */
export const entriesOf = (read: Read, keys: readonly Pick<EntryRow, 'id'>[]): EntryRow[] => {
  const rows = ContentEntry.rows.findAll(
    read,
    keys.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => found.get(id) ?? []);
};

/** At most `limit` entries whose publication or end has come, and which no job has stored yet. */
export const dueEntries = (read: Read, limit = -1): EntryRow[] => toChange.all(read, { limit });

const FIRST_CHANGE = 'select min("changesAt") "at" from "contentEntries" where "changesAt" is not null';

export const nextEntryChange = (read: Read): string | undefined =>
  read.db.query<{ at: string | null }, []>(FIRST_CHANGE).get()?.at ?? undefined;

const LIVE = `"isListed" = 1 and "publishedAt" <= ?2 and ("expiresAt" is null or "expiresAt" > ?2)`;

const PUBLISHED = `select "id", "siteIds" from "contentEntries" where "id" in (select value from json_each(?1)) and ${LIVE}`;

/** The id and sites of the entries among `ids` that are published now. */
export const publishedAmong = (read: Read, ids: readonly string[]): Pick<EntryRow, 'id' | 'siteIds'>[] =>
  read.db.query<Pick<EntryRow, 'id' | 'siteIds'>, [string, string]>(PUBLISHED).all(JSON.stringify(ids), read.now);

const SITES_OF_CHILDREN = `select distinct "shownIn" "list" from "contentEntryChildren"
  where "programId" in (select value from json_each(?)) and "shownIn" is not null`;

export const siteListsOfChildren = (read: Read, programIds: readonly string[]): string[] =>
  read.db
    .query<{ list: string }, [string]>(SITES_OF_CHILDREN)
    .all(JSON.stringify(programIds))
    .map(({ list }) => list);

const HIDDEN = `select "programId", "entryId" from "contentEntryChildren"
  where "programId" in (select value from json_each(?1)) and ("shownFrom" is null or "shownFrom" > ?2
    or "shownUntil" <= ?2 or "shownIn" in (select value from json_each(?3)))`;

type HiddenChild = Readonly<Record<'programId' | 'entryId', string>>;

/** Children that are not published or have one of `siteLists`, by an index: reading entries costs ten times as much. */
export const hiddenChildren = (
  read: Read,
  programIds: readonly string[],
  siteLists: readonly string[],
): HiddenChild[] =>
  read.db
    .query<HiddenChild, [string, string, string]>(HIDDEN)
    .all(JSON.stringify(programIds), read.now, JSON.stringify(siteLists));

const OF_TYPE = 'select 1 as "one" from "contentEntries" where "type" = ? limit 1';

export const hasEntries = (read: Read, type: string): boolean => read.db.query(OF_TYPE).get(type) !== null;

export interface DayViews {
  readonly entryId: string;
  readonly day: string;
  readonly views: number;
}

const VIEWS = `select "entryId", "day", "views" from "contentEntryViews"
  where "entryId" in (select value from json_each(?)) order by "day"`;

export const viewsOfEntries = (read: Read, ids: readonly string[]): DayViews[] =>
  read.db.query<DayViews, [string]>(VIEWS).all(JSON.stringify(ids));
