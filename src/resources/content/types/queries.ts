import type { Read } from '../../../database/database.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { pagesOf } from '../../../records/pages.ts';
import { query, selectRows, textsOf } from '../../../records/query.ts';
import { ContentType, type ContentTypeRow } from './record.ts';

const { table: types } = ContentType;

export const typePage = pagesOf<ContentTypeRow>(types, () => ({
  orderBy: types.position,
  direction: 'ascending',
  filters: {},
  sites: null,
}));

const byKey = query<ContentTypeRow>(() => selectRows(types, 'key'));

export const typeOfKey = (read: Read, key: string): ContentTypeRow | undefined => byKey.get(read, { key });

const KEYS = 'select "key" from "contentTypes" order by "position", "id" limit 100';

/** @throws Problem 400 for a filter by a type that does not exist. */
export const requireTypeKey = (read: Read, { type: key }: { readonly type?: string | undefined }): void => {
  if (key === undefined || typeOfKey(read, key) !== undefined) return;
  throw invalidParam('type', `'type' must be the key of a content type: ${textsOf(read, KEYS).join(', ')}.`, {
    reason: 'not_a_choice',
  });
};
