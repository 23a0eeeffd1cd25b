import { eq } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { pagesOf } from '../../../database/pages.ts';
import { named, query, select } from '../../../database/query.ts';
import { ContentType, type ContentTypeRow } from './record.ts';

const { table: types } = ContentType;

export const typePage = pagesOf<ContentTypeRow>(types, () => ({
  orderBy: types.position,
  direction: 'ascending',
  filters: {},
  sites: null,
}));

const byKey = query<ContentTypeRow>(() =>
  select
    .select()
    .from(types)
    .where(eq(types.key, named('key'))),
);

/** The type with this key. */
export const typeOfKey = (read: Read, key: string): ContentTypeRow | undefined => byKey.get(read, { key });
