import type { Tx } from '../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../kernel/caller.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import { deleteRow, storeChanges } from '../../../records/store-changes.ts';
import { hasEntries } from '../entries/queries.ts';
import { typeOfKey } from './queries.ts';
import { ContentType, type ContentTypeRow, type CreateContentTypeBody, type UpdateContentTypeBody } from './record.ts';

/** Creates a type. @throws Problem 400 when another one has the key, 403 `site_not_allowed`. */
export const createType = (
  tx: Tx,
  caller: Caller,
  body: CreateContentTypeBody,
  id: string = tx.id(),
): ContentTypeRow => {
  requireWholeBrand(caller, 'content types');
  if (typeOfKey(tx, body.key) !== undefined) {
    throw invalidParam('key', `The key '${body.key}' is used by another content type. Choose another one.`, {
      reason: 'already_used',
    });
  }
  const row = ContentType.make(tx, body, { id });
  ContentType.rows.insert(tx, row);
  return row;
};

/** Updates the names, the icon and the place of a type. @throws Problem 403 `site_not_allowed`. */
export const updateType = (
  tx: Tx,
  caller: Caller,
  row: ContentTypeRow,
  body: UpdateContentTypeBody,
): ContentTypeRow => {
  requireWholeBrand(caller, 'content types');
  return storeChanges(tx, ContentType, row, { ...row, ...ContentType.columns(body, row) });
};

/** Deletes a type. @throws Problem 403 `site_not_allowed`, 409 `in_use` while entries have it. */
export const deleteType = (tx: Tx, caller: Caller, row: ContentTypeRow) => {
  requireWholeBrand(caller, 'content types');
  if (hasEntries(tx, row.key)) {
    throw conflict('in_use', `There are entries of type '${row.key}'. Give them another type first.`);
  }
  return deleteRow(tx, ContentType, row.id);
};
