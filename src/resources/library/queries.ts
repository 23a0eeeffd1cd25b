import { eq, type SQL, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { inList, named, query, selectRows } from '../../records/query.ts';
import { publishedNow } from '../content/entries/queries.ts';
import { ContentEntry } from '../content/entries/record.ts';
import type { ListReason } from './shapes.ts';
import { type StatusRow, contentStatuses as statuses } from './tables.ts';

const { table: entries } = ContentEntry;

const ofClient = () => eq(statuses.clientId, named('clientId'));

const one = query<StatusRow>(() => selectRows(statuses, ofClient(), eq(statuses.id, named('entryId'))));

const several = query<StatusRow>(() => selectRows(statuses, ofClient(), inList(statuses.id, 'entryIds')));

/** What a member did with an entry; undefined for nothing. */
export const statusOf = (read: Read, clientId: string, entryId: string): StatusRow | undefined =>
  one.get(read, { clientId, entryId });

export const statusesOf = (read: Read, clientId: string, entryIds: readonly string[]): Map<string, StatusRow> => {
  if (entryIds.length === 0) return new Map();
  const rows = several.all(read, { clientId, entryIds: JSON.stringify(entryIds) });
  return new Map(rows.map((row) => [row.contentEntryId, row]));
};

export type ListedStatus = StatusRow & { readonly id: string };

const entryWith = (condition: SQL) =>
  sql`exists (select 1 from ${entries} where ${entries.id} = ${statuses.id} and ${condition})`;

/** Newest first. SQLite uses a partial index only where the statement has its condition, which is `isListed`. */
const pagesWith = (isListed: () => SQL, orderBy: 'updatedAt' | 'watchLaterAt' = 'updatedAt') =>
  pagesOf<ListedStatus>(statuses, () => ({
    orderBy: statuses[orderBy],
    direction: 'descending',
    filters: {
      clientId: sql`${ofClient()} and ${isListed()}`,
      published: entryWith(publishedNow()),
      type: entryWith(eq(entries.type, named('type'))),
    },
    sites: ContentEntry.sites && { within: entryWith(ContentEntry.sites.within) },
    collection: 'clientId',
    extraColumns: { id: sql`${statuses.id}`.as('id') },
  }));

const isWatchLater = () => sql`${statuses.watchLaterAt} is not null`;
const pages = {
  any: pagesWith(
    () =>
      sql`(${statuses.favoritedAt} is not null or ${statuses.watchLaterAt} is not null or ${statuses.status} = 'in_progress')`,
  ),
  favorites: pagesWith(() => sql`${statuses.favoritedAt} is not null`),
  watch_later: pagesWith(isWatchLater),
  in_progress: pagesWith(() => sql`${statuses.status} = 'in_progress'`),
  watchLaterAdded: pagesWith(isWatchLater, 'watchLaterAt'),
};

/** A list of a member: their own list by reason, or what was added to watch later, the newest addition first. */
export type MemberList = ListReason | 'any' | 'watchLaterAdded';

/** A page of a list of a member, without entries that are not published or of other sites than the member's. */
export const listedPage = (
  read: Read,
  request: PageRequest,
  { clientId, siteIds }: Pick<MemberCaller, 'clientId' | 'siteIds'>,
  { list, type }: { readonly list: MemberList; readonly type?: string | undefined },
): Page<ListedStatus> => pages[list](read, request, { clientId, published: 1, type }, siteIds);

const ALL = `select * from "contentStatuses" where ("clientId", "contentEntryId") > (?1, ?2)
  and (?3 is null or exists (select 1 from "clients" where "id" = "clientId"
    and "homeLocationId" in (select value from json_each(?3))))
  order by "clientId", "contentEntryId" limit ?4`;

/** What all members did with entries, by client and entry. @param after the one before the first. */
export const allStatuses = (
  read: Read,
  after: Pick<StatusRow, 'clientId' | 'contentEntryId'> | undefined,
  siteIds: readonly string[] | null,
  limit: number,
): StatusRow[] =>
  read.db
    .query<StatusRow, [string, string, string | null, number]>(ALL)
    .all(after?.clientId ?? '', after?.contentEntryId ?? '', siteIds && JSON.stringify(siteIds), limit);
