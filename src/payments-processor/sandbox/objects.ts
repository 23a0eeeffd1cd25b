import type { Read, Tx } from '../../database/database.ts';
import { type Place, ProcessorFailure } from '../port.ts';

/** What the embedded processor keeps: each object as JSON in the one file, so that it survives a restart. */
export interface Kept {
  readonly id: string;
}

const accountOf = (place: Place): string => place.account ?? '';

/** The object with this id in a place. */
export const findObject = <Object extends Kept>(
  read: Read,
  account: string,
  kind: string,
  id: string,
): Object | undefined => {
  const row = read.db
    .query('select "body" from "sandboxProcessor" where "id" = ? and "account" = ? and "kind" = ?')
    .get(id, account, kind) as { body: string } | null;
  return row === null ? undefined : (JSON.parse(row.body) as Object);
};

/** @throws ProcessorFailure `not_found`. */
export const getObject = <Object extends Kept>(read: Read, place: Place, kind: string, id: string): Object => {
  const found = findObject<Object>(read, accountOf(place), kind, id);
  if (found === undefined) throw new ProcessorFailure('not_found', `No such ${kind}: '${id}'`, 'resource_missing');
  return found;
};

/** Writes an object, new or changed. */
export const putObject = <Object extends Kept>(tx: Tx, account: string, kind: string, object: Object): Object => {
  tx.db
    .query('insert or replace into "sandboxProcessor" ("id", "account", "kind", "body") values (?, ?, ?, ?)')
    .run(object.id, account, kind, JSON.stringify(object));
  return object;
};

interface Earlier {
  fingerprint: string;
  answerId: string;
}

const earlierOf = (tx: Read, account: string, key: string): Earlier | null =>
  tx.db
    .query(
      'select "fingerprint", "answerId" from "sandboxProcessorRequests" where "account" = ? and "idempotencyKey" = ?',
    )
    .get(account, key) as Earlier | null;

/**
 * Makes an object once for each key: the same key with the same request finds it again.
 * @throws ProcessorFailure `invalid` when the key was used for another request.
 */
export const once = <Object extends Kept>(
  tx: Tx,
  place: Place,
  key: string,
  kind: string,
  request: object,
  make: (id: string) => Object,
): Object => {
  const account = accountOf(place);
  const fingerprint = JSON.stringify([kind, request]);
  const earlier = earlierOf(tx, account, key);
  if (earlier !== null) {
    if (earlier.fingerprint === fingerprint) return getObject<Object>(tx, place, kind, earlier.answerId);
    throw new ProcessorFailure('invalid', 'This idempotency key was used for another request.', 'idempotency_error');
  }
  const object = putObject(tx, account, kind, make(tx.id()));
  tx.db
    .query(
      'insert into "sandboxProcessorRequests" ("account", "idempotencyKey", "fingerprint", "answerId") values (?, ?, ?, ?)',
    )
    .run(account, key, fingerprint, object.id);
  return object;
};
