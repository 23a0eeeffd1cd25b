import type { Read } from '../../../database/database.ts';
import { pagesOf } from '../../../records/pages.ts';
import { byColumn, query, selectColumns } from '../../../records/query.ts';
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
  selectColumns(features, ['id', 'placement'], 'key').orderBy(features.id),
);

/** The features with a key; at most one for each placement. */
export const featuresOfKey = (read: Read, key: string) => byKey.all(read, { key });
