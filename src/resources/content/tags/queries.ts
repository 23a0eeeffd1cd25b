import { isNull } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { type PageOf, pagesOf } from '../../../records/pages.ts';
import { byColumn } from '../../../records/query.ts';
import { withTagCounts } from '../entries/publishing/counts.ts';
import { ContentTag, type ContentTagRow } from './record.ts';

const { table: tags } = ContentTag;

const storedPage = pagesOf<ContentTagRow>(tags, () => ({
  orderBy: tags.sortName,
  direction: 'ascending',
  indexed: byColumn(tags, 'group'),
  filters: { live: isNull(tags.archivedAt) },
  sites: null,
}));

/** A page of tags, with their counts at this moment. */
export const tagPage: PageOf<ContentTagRow> = (read, request, filters) => {
  const page = storedPage(read, request, filters);
  return { ...page, rows: withTagCounts(read, page.rows) };
};

/** The tag with this id, with its count at this moment. @throws Problem 404. */
export const findTag = (read: Read, caller: SiteAccess, id: string): ContentTagRow => {
  const row = ContentTag.find(read, caller, id);
  return withTagCounts(read, [row])[0] ?? row;
};
