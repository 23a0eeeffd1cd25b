import type { Read, Tx } from '../../database/database.ts';
import type { Filters, Page, PageRequest } from '../../database/pages.ts';
import type { Fields } from '../../http/csv-columns.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { type Detail, invalid, invalidParam } from '../../kernel/problem.ts';
import type { TObject } from '../../kernel/schemas.ts';

/** What became of one row. */
export interface Taken {
  readonly id: string;
  readonly action: 'created' | 'updated' | 'unchanged';
}

/** A family of records that files bring in. */
export interface Importable {
  readonly name: string;
  /** What a row may say. */
  readonly shape: TObject;
  /** The record as it is exported: what is in it and not in `shape` follows from other things, and is left aside. */
  readonly wire: TObject;
  /** Creates or updates one record. @throws Problem with what is wrong with the row. */
  take(tx: Tx, caller: Caller, fields: Fields): Taken;
  /** What of a row can only be done when every row is in; answers whether that changed something. */
  finish?(tx: Tx, caller: Caller, fields: Fields, id: string): boolean;
}

/** `take` of a family: a row that is known changes its record, any other makes one. */
export const takeBy =
  <Row, Found>(
    known: (tx: Tx, row: Row) => Found | undefined,
    create: (tx: Tx, caller: Caller, row: Row) => Taken,
    update: (tx: Tx, caller: Caller, found: Found, row: Row) => Taken,
  ): Importable['take'] =>
  (tx, caller, fields) => {
    const row = fields as Row;
    const found = known(tx, row);
    return found === undefined ? create(tx, caller, row) : update(tx, caller, found, row);
  };

/** How far ahead of now an id or a date of creation may lie, for clocks that differ. */
const AHEAD_MS = 60_000;
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** The id of a new record: its own where the row tells it, so that references stay what they are. */
export const idOf = (tx: Tx, id: string | undefined): string => {
  if (id === undefined) return tx.id();
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (VERSION_7.test(id) && madeAt <= tx.nowMs + AHEAD_MS) return id;
  throw invalidParam(
    'id',
    "'id' must be a UUID of version 7 that is not of the future, since lists go by it. Use 'externalId' for other ids.",
  );
};

/** An instant in the form of the database. */
export const utc = <Instant extends string | null | undefined>(instant: Instant): Instant =>
  (typeof instant === 'string' ? isoInstant(epochOf(instant)) : instant) as Instant;

/** The transaction as it would have been at `instant`: rules read the time from it. */
export const backdated = (tx: Tx, instant: string | null | undefined): Tx => {
  if (instant === undefined || instant === null) return tx;
  const nowMs = epochOf(instant);
  return { ...tx, nowMs, now: isoInstant(nowMs) };
};

/** The transaction at the creation of the record. @throws Problem 400 when that lies ahead. */
export const atCreation = (tx: Tx, createdAt: string | undefined): Tx => {
  if (createdAt !== undefined && epochOf(createdAt) > tx.nowMs + AHEAD_MS) {
    throw invalidParam('createdAt', "'createdAt' lies ahead. Send an instant that is past, or leave it out.");
  }
  return backdated(tx, createdAt);
};

type PageOf<Row> = (read: Read, request: PageRequest, filters: Filters) => Page<Row>;

/**
 * The one record with an external id.
 * @throws Problem 400 when several bear it.
 */
export const byExternalId = <Row>(
  read: Read,
  page: PageOf<Row>,
  externalId: string | null | undefined,
  param = 'externalId',
): Row | undefined => {
  if (externalId === undefined || externalId === null) return undefined;
  const { rows } = page(read, { limit: 2 }, { externalId });
  if (rows.length < 2) return rows[0];
  throw invalidParam(param, `Several records have the external id '${externalId}'. Send the id instead.`);
};

/** @throws Problem 400 when a row tells another id than the record has that it was found as. */
export const checkId = (sent: string | undefined, found: string, by: string): void => {
  if (sent === undefined || sent === found) return;
  throw invalidParam('id', `The record '${found}' has this ${by} already. Send that id, or leave 'id' out.`);
};

/**
 * Finds the record that a row is about, by its id and else by its external id.
 * @returns a function that throws Problem 400 when the two do not go together.
 */
export const foundBy =
  <Found extends { readonly id: string }>(byId: (read: Read, id: string) => Found | undefined, page: PageOf<Found>) =>
  (
    read: Read,
    { id, externalId }: { readonly id?: string; readonly externalId?: string | null },
  ): Found | undefined => {
    const own = id === undefined ? undefined : byId(read, id);
    if (own !== undefined) return own;
    const external = byExternalId(read, page, externalId);
    if (external !== undefined) checkId(id, external.id, 'externalId');
    return external;
  };

/** @throws Problem 400 when a row can not be told from others when it is imported again. */
export const requireIdentity = (fields: Fields): void => {
  if (typeof fields.id === 'string' || typeof fields.externalId === 'string') return;
  throw invalidParam(
    'externalId',
    "'externalId' is missing. Send the id that the other system gives it, so that a second import finds it again.",
    'parameter_missing',
  );
};

const isSame = (left: unknown, right: unknown): boolean => {
  if (typeof left === 'string' && typeof right === 'string' && /^\d{4}-\d\d-\d\d[Tt]/.test(left)) {
    return left === right || epochOf(left) === epochOf(right);
  }
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, at) => isSame(item, right[at]));
  }
  return Object.entries(left).every(([key, value]) => isSame(value ?? null, (right as Fields)[key] ?? null));
};

/** What a row says otherwise than the record; times are compared as moments. */
export const differing = (fields: Fields, record: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isSame(value, (record as Fields)[field])));

/** @throws Problem 400 for every field that would change although an import does not change it. */
export const refuseChanges = (changes: Fields, changeable: readonly string[]): void => {
  const details = Object.keys(changes).flatMap((field): Detail[] => {
    if (changeable.includes(field)) return [];
    const message = `The record exists and an import does not change its '${field}'. Leave the column out, or send what it has.`;
    return [{ param: field, code: 'parameter_invalid', message }];
  });
  if (details.length > 0) throw invalid(details);
};
