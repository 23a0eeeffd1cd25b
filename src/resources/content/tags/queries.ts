import { eq, isNull } from 'drizzle-orm';
import { pagesOf } from '../../../database/pages.ts';
import { named } from '../../../database/query.ts';
import { ContentTag, type ContentTagRow } from './record.ts';

const { table: tags } = ContentTag;

export const tagPage = pagesOf<ContentTagRow>(tags, {
  orderBy: tags.sortName,
  direction: 'ascending',
  indexed: { group: eq(tags.group, named('group')) },
  filters: { live: isNull(tags.archivedAt) },
  sites: null,
});
