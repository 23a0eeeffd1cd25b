import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { unpackList } from '../../../records/json.ts';
import { readableAmong } from '../entries/access.ts';
import { ContentFeature, type ContentFeatureRow } from './record.ts';

/** The view of each of `rows` for those who read the catalogue: with the entries that they find there. One query. */
export const featureViews = (read: Read, caller: Caller, rows: readonly ContentFeatureRow[]) => {
  const ids = rows.flatMap(({ entryIds }) => unpackList<string>(entryIds));
  const readable = readableAmong(read, caller, ids);
  return (row: ContentFeatureRow) => {
    const { entryIds, ...feature } = ContentFeature.view(row);
    return { ...feature, entryIds: entryIds.filter((id) => readable.has(id)) };
  };
};
