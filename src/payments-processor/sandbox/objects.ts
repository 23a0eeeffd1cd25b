import type { Read, Tx } from '../../database/database.ts';
import type { Sweep } from '../../database/sweep.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { type ProcessorAccount, ProcessorFailure } from '../port.ts';

export interface StoredObject {
  readonly id: string;
}

/** An object that is found by the idempotency key that made it, also when the request is forgotten. */
export interface KeyedObject extends StoredObject {
  readonly key: string;
}

export const accountOf = ({ account }: ProcessorAccount): string => account ?? '';

export const findObject = <Stored extends StoredObject>(
  read: Read,
  account: string,
  kind: string,
  id: string,
): Stored | undefined => {
  const row = read.db
    .query<{ body: string }, string[]>(
      'select "body" from "sandboxProcessor" where "id" = ? and "account" = ? and "kind" = ?',
    )
    .get(id, account, kind);
  return row === null ? undefined : JSON.parse(row.body);
};

/** @throws ProcessorFailure `not_found`. */
export const getObject = <Stored extends StoredObject>(
  read: Read,
  place: ProcessorAccount,
  kind: string,
  id: string,
): Stored => {
  const found = findObject<Stored>(read, accountOf(place), kind, id);
  if (found === undefined) throw new ProcessorFailure('not_found', `No such ${kind}: '${id}'`, 'resource_missing');
  return found;
};

export const putObject = <Stored extends StoredObject>(
  tx: Tx,
  account: string,
  kind: string,
  object: Stored,
): Stored => {
  tx.db
    .query('insert or replace into "sandboxProcessor" ("id", "account", "kind", "body") values (?, ?, ?, ?)')
    .run(object.id, account, kind, JSON.stringify(object));
  return object;
};

interface EarlierRequest {
  readonly fingerprint: string;
  readonly answerId: string;
}

const findRequest = (read: Read, account: string, key: string): EarlierRequest | null =>
  read.db
    .query<EarlierRequest, string[]>(
      'select "fingerprint", "answerId" from "sandboxProcessorRequests" where "account" = ? and "idempotencyKey" = ?',
    )
    .get(account, key);

const BY_KEY = `select "body" from "sandboxProcessor" where "body" ->> '$.key' = ? and "account" = ?`;

const findByKey = <Stored extends StoredObject>(read: Read, account: string, key: string): Stored | undefined => {
  const row = read.db.query<{ body: string }, string[]>(BY_KEY).get(key, account);
  return row === null ? undefined : JSON.parse(row.body);
};

/** Creates it once for each key; a repeat finds it. @throws ProcessorFailure `invalid` for another request's key. */
export const createOnce = <Stored extends StoredObject>(
  tx: Tx,
  place: ProcessorAccount,
  key: string,
  kind: string,
  request: object,
  create: (id: string) => Stored,
): Stored => {
  const account = accountOf(place);
  const fingerprint = JSON.stringify([kind, request]);
  const earlier = findRequest(tx, account, key);
  if (earlier !== null) {
    if (earlier.fingerprint === fingerprint) return getObject<Stored>(tx, place, kind, earlier.answerId);
    throw new ProcessorFailure('invalid', 'This idempotency key was used for another request.', 'idempotency_error');
  }
  const existing = findByKey<Stored>(tx, account, key);
  if (existing !== undefined) return existing;
  const object = putObject(tx, account, kind, create(tx.id()));
  tx.db
    .query(
      'insert into "sandboxProcessorRequests" ("account", "idempotencyKey", "fingerprint", "answerId") values (?, ?, ?, ?)',
    )
    .run(account, key, fingerprint, object.id);
  return object;
};

/** How long requests are remembered, in milliseconds: longer than `KEY_REMEMBERED_MS`. */
const REQUESTS_KEPT_MS = DAY_MS;

/** What was made carries the time in its id. */
const OLD = `select "account", "idempotencyKey" from "sandboxProcessorRequests"
  where substr("answerId", instr("answerId", '_') + 1) < ? order by substr("answerId", instr("answerId", '_') + 1) limit ?`;
const DELETE = 'delete from "sandboxProcessorRequests" where "account" = ? and "idempotencyKey" = ?';

export const oldRequests: Sweep<{ readonly account: string; readonly idempotencyKey: string }> = {
  rows: (read, limit) =>
    read.db
      .query<{ account: string; idempotencyKey: string }, [string, number]>(OLD)
      .all(idLowerBound(read.nowMs - REQUESTS_KEPT_MS), limit),
  change: (tx, { account, idempotencyKey }) => tx.db.query(DELETE).run(account, idempotencyKey),
};

const OF_CUSTOMER = `"account" = ? and ("id" = ? or "body" ->> '$.customerId' = ?)`;

/** Deletes cards and setups too. Charges stay without their descriptions and what paid them, so that they can be refunded. */
export const deleteCustomer = (tx: Tx, place: ProcessorAccount, id: string): void => {
  const customer = [accountOf(place), id, id];
  tx.db
    .query(
      `delete from "sandboxProcessorRequests" where "account" = ? and "answerId" in
       (select "id" from "sandboxProcessor" where ${OF_CUSTOMER})`,
    )
    .run(accountOf(place), ...customer);
  tx.db.query(`delete from "sandboxProcessor" where ${OF_CUSTOMER} and "kind" <> 'charge'`).run(...customer);
  tx.db
    .query(
      `update "sandboxProcessor" set "body" = json_remove(json_set("body", '$.description', ''), '$.method') where ${OF_CUSTOMER}`,
    )
    .run(...customer);
};
