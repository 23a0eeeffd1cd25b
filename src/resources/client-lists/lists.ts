import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireSites, staffIdOf } from '../../kernel/caller.ts';
import { allOf, invalidParam, missingResource } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import { storeChanges } from '../../records/store-changes.ts';
import { requireNamedSites, siteOf } from '../named-sites.ts';
import { Plan } from '../plans/record.ts';
import { ClientList, type ClientListRow, type CreateClientListBody, type UpdateClientListBody } from './record.ts';

/** What filters name of other families. */
type NamedRecords = { readonly [Name in 'homeSiteId' | 'planId']?: string | null | undefined };

/** @throws Problem 400 when the filters name a site or a plan that does not exist; 403 for a site of others. */
const requireFilters = (read: Read, caller: Caller, { homeSiteId, planId }: NamedRecords): void => {
  allOf(
    () => typeof homeSiteId === 'string' && siteOf(read, caller, { param: 'filters.homeSiteId', id: homeSiteId }),
    () => {
      if (typeof planId !== 'string' || Plan.rows.find(read, planId) !== undefined) return;
      throw missingResource('filters.planId', 'plan', planId);
    },
  );
};

/** @throws Problem 400 for an own list of a credential that acts for no one. */
const requireOwner = ({ isShared, staffId }: ClientListRow): void => {
  if (isShared === 1 || staffId !== null) return;
  throw invalidParam('isShared', 'Only a list saved by a person can be private. Share it.', { reason: 'not_accepted' });
};

export const createClientList = (tx: Tx, caller: Caller, body: CreateClientListBody): ClientListRow => {
  const siteIds = body.siteIds ?? [...(caller.siteIds ?? [])];
  requireNamedSites(tx, caller, siteIds, 'siteIds');
  requireFilters(tx, caller, body.filters);
  const row = ClientList.make(tx, { ...body, siteIds }, { id: tx.id(), staffId: staffIdOf(caller) });
  requireOwner(row);
  ClientList.rows.insert(tx, row);
  return row;
};

export const updateClientList = (
  tx: Tx,
  caller: Caller,
  row: ClientListRow,
  body: UpdateClientListBody,
): ClientListRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (body.siteIds !== undefined) requireNamedSites(tx, caller, body.siteIds, 'siteIds');
  if (body.filters !== undefined) requireFilters(tx, caller, body.filters);
  const next = { ...row, ...ClientList.columns(body, row) };
  requireOwner(next);
  return storeChanges(tx, ClientList, row, next);
};

const DELETE = 'delete from "clientLists" where "id" = ?';

export const deleteClientList = (tx: Tx, caller: Caller, { id, siteIds }: ClientListRow) => {
  requireSites(caller, unpackList(siteIds), 'siteIds');
  tx.db.query(DELETE).run(id);
  return { id, object: 'client_list', deleted: true };
};
