import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import type { ListResult } from '../../http/operations/call.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { described, listOf, oneOf, optional, shape } from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import type { PageRequest } from '../../records/pages.ts';
import { readableSites } from '../content/entries/access.ts';
import { entriesOf } from '../content/entries/queries.ts';
import { ContentEntry, type EntryRow } from '../content/entries/record.ts';
import { catalogueViews } from '../content/entries/view.ts';
import type { PosterUrl } from '../content-media/view.ts';
import { MemberInstructor } from '../instructors/record.ts';
import { listedPage, type MemberList } from './queries.ts';
import { ContentStatus, LIST_REASONS, type ListReason } from './shapes.ts';
import type { StatusRow } from './tables.ts';
import { contentStatusView } from './view.ts';

const withStatus = () => ({
  ...withoutIntegrationFields(ContentEntry.schema.properties),
  instructors: optional(described(Type.Array(MemberInstructor), 'The instructors who teach it.')),
  memberStatus: ContentStatus,
});

const ListedEntry = shape('ListedContentEntry', () => ({
  ...withStatus(),
  listReasons: described(Type.Array(oneOf(...LIST_REASONS)), 'Why it is in the list, as values of the filter.'),
}));

export const ListedEntryList = listOf(ListedEntry);
export const WatchLaterEntryList = listOf(shape('WatchLaterContentEntry', withStatus));

const reasonsOf = ({ favoritedAt, watchLaterAt, status }: StatusRow): ListReason[] => {
  const isListed = {
    favorites: favoritedAt !== null,
    watch_later: watchLaterAt !== null,
    in_progress: status === 'in_progress',
  };
  return LIST_REASONS.filter((reason) => isListed[reason]);
};

export const listedEntry = (row: StatusRow): object => ({ listReasons: reasonsOf(row) });

/** A page of entries of a list of a member, each with the member's status and `more`. */
export const listedEntries = (
  read: Read,
  posterUrl: PosterUrl,
  caller: MemberCaller,
  request: PageRequest,
  list: { readonly list: MemberList; readonly type?: string | undefined },
  more: (row: StatusRow) => object = () => ({}),
): ListResult<EntryRow> => {
  const { clientId } = caller;
  const page = listedPage(read, request, { clientId, siteIds: readableSites(read, caller) }, list);
  const statuses = new Map(page.rows.map((row) => [row.id, row]));
  const rows = entriesOf(read, page.rows);
  const view = catalogueViews(read, posterUrl, caller, rows);
  return {
    page: { ...page, rows },
    view(row) {
      const status = statuses.get(row.id);
      return view(row).addAll({ memberStatus: contentStatusView(row.id, status), ...(status && more(status)) });
    },
  };
};
