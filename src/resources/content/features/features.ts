import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../kernel/caller.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import { requireExisting } from '../../../records/existing.ts';
import { deleteRow, storeChanges } from '../../../records/store-changes.ts';
import { ContentEntry } from '../entries/record.ts';
import { featuresOfKey } from './queries.ts';
import {
  ContentFeature,
  type ContentFeatureRow,
  type CreateContentFeatureBody,
  type UpdateContentFeatureBody,
} from './record.ts';

/** @throws Problem 400 for entries that do not exist, and when another feature has the same key and placement. */
const check = (read: Read, { id, key, placement }: ContentFeatureRow, entryIds: readonly string[] = []): void => {
  requireExisting(read, ContentEntry, entryIds, 'entryIds');
  if (!featuresOfKey(read, key).some((other) => other.id !== id && other.placement === placement)) return;
  const place = placement === null ? 'without a placement' : `at the placement '${placement}'`;
  throw invalidParam(
    'placement',
    `There is already a feature '${key}' ${place}. Update that feature, or choose another placement.`,
    { reason: 'already_used' },
  );
};

/** Creates a feature at a further placement. @throws Problem 400, 403 `site_not_allowed`. */
export const createFeature = (
  tx: Tx,
  caller: Caller,
  body: CreateContentFeatureBody,
  id: string = tx.id(),
): ContentFeatureRow => {
  requireWholeBrand(caller, 'features');
  const row = ContentFeature.make(tx, body, { id });
  check(tx, row, body.entryIds);
  ContentFeature.rows.insert(tx, row);
  return row;
};

/** Updates a feature. Throws as `createFeature`. */
export const updateFeature = (
  tx: Tx,
  caller: Caller,
  row: ContentFeatureRow,
  body: UpdateContentFeatureBody,
): ContentFeatureRow => {
  requireWholeBrand(caller, 'features');
  const next = { ...row, ...ContentFeature.columns(body, row) };
  check(tx, next, body.entryIds);
  return storeChanges(tx, ContentFeature, row, next);
};

/** Deletes a feature. @throws Problem 403 `site_not_allowed`, 409 `in_use` for the last one of its key. */
export const deleteFeature = (tx: Tx, caller: Caller, row: ContentFeatureRow) => {
  requireWholeBrand(caller, 'features');
  if (featuresOfKey(tx, row.key).length === 1) {
    throw conflict(
      'in_use',
      `This is the only feature '${row.key}', and each key needs one. Set 'enabled' to false instead.`,
    );
  }
  return deleteRow(tx, ContentFeature, row.id);
};
