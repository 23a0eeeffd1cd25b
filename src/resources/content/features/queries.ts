import { eq, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { pagesOf } from '../../../records/pages.ts';
import { byColumn, named, query, select } from '../../../records/query.ts';
import { ContentFeature, type ContentFeatureRow } from './record.ts';

const { table: features } = ContentFeature;

export const featurePage = pagesOf<ContentFeatureRow>(features, () => ({
  orderBy: features.position,
  direction: 'ascending',
  indexed: byColumn(features, 'placement'),
  filters: {},
  sites: null,
}));

const byKey = query<Pick<ContentFeatureRow, 'id' | 'placement'>>(() =>
  select
    .select({ id: features.id, placement: features.placement })
    .from(features)
    .where(eq(features.key, named('key')))
    .orderBy(sql`${features.id}`),
);

/** The features with a key; at most one for each placement. */
export const featuresOfKey = (read: Read, key: string) => byKey.all(read, { key });
