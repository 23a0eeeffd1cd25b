import type { Read, Tx } from '../../../database/database.ts';
import type { Caller, SiteAccess } from '../../../kernel/caller.ts';
import { invalid, invalidDetail, invalidParam, type Problem } from '../../../kernel/problem.ts';
import type { PageOf } from '../../../records/pages.ts';
import { isUniqueViolation, type TableRows } from '../../../records/query.ts';
import { CLOCK_TOLERANCE_MS } from './dates.ts';

interface RowIdentity {
  readonly id?: string;
  readonly externalId?: string | null;
}

export type NamedRows = ReadonlySet<string>;

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/**
 * The id of a new record: the id of its row, if it has one, so that references to it stay valid.
 * @throws Problem 400 when that is no UUID of version 7 in the past, since lists are ordered by id.
 */
export const idOf = (tx: Tx, id: string | undefined): string => {
  if (id === undefined) return tx.id();
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (VERSION_7.test(id) && madeAt <= tx.nowMs + CLOCK_TOLERANCE_MS) return id;
  throw invalidParam(
    'id',
    "'id' must be a UUID of version 7 that is not in the future, because lists are ordered by it. Use 'externalId' for other IDs.",
    { reason: 'not_accepted' },
  );
};

/** Searches what the caller may see: sites have external ids of their own. @throws Problem 400 for several. */
export const byExternalId = <Row>(
  read: Read,
  { siteIds }: SiteAccess,
  page: PageOf<Row>,
  externalId: string | null | undefined,
  param = 'externalId',
): Row | undefined => {
  if (externalId === undefined || externalId === null) return undefined;
  const { rows } = page(read, { limit: 2 }, { externalId }, siteIds);
  if (rows.length < 2) return rows[0];
  throw invalidParam(param, `Several records have the external ID '${externalId}'. Send the ID instead.`, {
    reason: 'not_accepted',
  });
};

/** @throws Problem 400 when a row has another id than the record that was found by something else. */
export const checkId = (sent: string | undefined, found: string, by: string): void => {
  if (sent === undefined || sent === found) return;
  throw invalidParam('id', `The record '${found}' already has this ${by}. Send that ID, or leave out 'id'.`, {
    reason: 'contradiction',
  });
};

/**
 * Finds the record of a row by its id, else by its external id among those that the caller may see, if there is a `page` of
 * records with it, else by `otherwise`.
 * @throws Problem 400 when two of them contradict.
 */
export const finderOf =
  <Found extends { readonly id: string }, Row extends RowIdentity = RowIdentity>(
    byId: (read: Read, id: string) => Found | undefined,
    page: PageOf<Found> | undefined,
    otherwise?: readonly [by: string, find: (read: Read, row: Row, caller: Caller) => Found | undefined],
  ) =>
  (read: Read, row: Row, caller: Caller): Found | undefined => {
    const { id, externalId } = row;
    const own = id === undefined ? undefined : byId(read, id);
    if (own !== undefined) return own;
    const external = page && byExternalId(read, caller, page, externalId);
    const found = external ?? otherwise?.[1](read, row, caller);
    if (found !== undefined) checkId(id, found.id, external === undefined ? (otherwise?.[0] ?? '') : 'externalId');
    return found;
  };

/** `param` is another field to find it by. @throws Problem 400 when a second import could not find the record. */
export const requireIdentity = (
  { id, externalId }: RowIdentity,
  [param, value]: readonly [param: string, value?: unknown] = ['externalId'],
  remedy = 'the id that the other system gives it, so that a second import finds it again',
): void => {
  if ([id, externalId, value].some((each) => typeof each === 'string')) return;
  throw invalidParam(param, `'${param}' is missing. Send ${remedy}.`, 'parameter_missing');
};

/** Stores a new row. @param taken the problem of one whose unique values another row has. */
export const insertOnce = <Row>(
  tx: Tx,
  { rows }: { readonly rows: Pick<TableRows<Row>, 'insert'> },
  row: Row,
  taken: () => Problem,
): void => {
  try {
    rows.insert(tx, row);
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
};

type Given<Needed> = { readonly [Name in keyof Needed]: NonNullable<Needed[Name]> };

const areGiven = <Needed extends object>(needed: Needed): needed is Needed & Given<Needed> =>
  Object.values(needed).every((value) => value !== undefined && value !== null);

/** The values that a row needs. @throws Problem 400 with each that is missing, and what to do. */
export const required = <Needed extends object>(needed: Needed, remedy: string): Given<Needed> => {
  if (areGiven(needed)) return needed;
  const missing = Object.entries(needed).filter(([, value]) => value === undefined || value === null);
  throw invalid(
    missing.map(([param]) => invalidDetail(param, `'${param}' is missing. ${remedy}`, 'parameter_missing')),
  );
};
