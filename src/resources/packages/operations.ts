import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage } from '../../database/pages.ts';
import type { PackageRow } from '../../database/tables/packages.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { ListCall, ListResult } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import { clientExists } from '../clients/queries.ts';
import type { Reactions } from '../reactions.ts';
import { freeze, unfreeze } from './lifecycle/freeze.ts';
import { adjust, cancelPackage, findPackage, updatePackage } from './packages.ts';
import { packagePage } from './queries.ts';
import {
  AdjustPackage,
  CancelPackage,
  FreezePackage,
  Package,
  PackageList,
  type PackageQuery,
  packageFilters,
  UpdatePackage,
} from './shapes.ts';
import { packageView, packageViews } from './view.ts';

const YES = 1;

/**
 * The filters of the pages that a list is merged from, each an index seek in the order of the list. Expired packages
 * that the sweep has not marked yet are a page of their own, so that the list is correct without the sweep.
 */
const filtersOf = ({ external_id: externalId, client_id: clientId, status }: PackageQuery): Filters[] => {
  const besideStatus =
    status === undefined ? {} : status === 'expired' ? { besideExpired: YES } : { besideStatus: status };
  const isCurrent = status === 'active' || status === 'depleted' ? { current: YES } : {};
  if (externalId !== undefined) return [{ externalId, besideClientId: clientId, ...besideStatus, ...isCurrent }];
  if (clientId !== undefined) return [{ clientId, ...besideStatus, ...isCurrent }];
  if (status === undefined) return [{}];
  return status === 'expired' ? [{ status }, { overdue: YES }] : [{ status, ...isCurrent }];
};

/** The same filters for a caller that is restricted to sites. */
const filtersWithin = (all: readonly Filters[], siteIds: readonly string[]): Filters[] => {
  const isNarrow = all.some(({ externalId, clientId }) => externalId !== undefined || clientId !== undefined);
  if (isNarrow) return all.map((filters) => ({ ...filters, reachable: JSON.stringify(siteIds) }));
  return all.flatMap((filters) =>
    siteIds.map((siteId) =>
      filters.overdue === undefined ? { ...filters, siteId } : { ...filters, besideSiteId: siteId },
    ),
  );
};

/** @throws Problem 400 when there is no such client. */
const listPackages = (
  read: Read,
  { query, caller: { siteIds }, page: request }: ListCall<Caller, PackageQuery, undefined>,
): ListResult<PackageRow> => {
  if (query.client_id !== undefined && !clientExists(read, query.client_id)) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  const all = siteIds === null ? filtersOf(query) : filtersWithin(filtersOf(query), siteIds);
  const page = mergedPage(
    request,
    all.map((filters) => packagePage(read, request, filters)),
  );
  return { page, view: packageViews(read, page.rows) };
};

interface PackageDeps {
  readonly reactions: Reactions;
}

const onPackage = { find: findPackage };

/** The packages of clients. */
export const packageOperations = ({ reactions }: PackageDeps) =>
  businessOperations('Packages', 'packages', ({ list, read, write }) => [
    list(
      'GET /v2/packages',
      'listPackages',
      {
        summary: 'List packages',
        filters: packageFilters,
        expands: 'package',
        answer: PackageList,
        staff: 'packages:sell',
      },
      listPackages,
    ),
    read(
      'GET /v2/packages/:id',
      'getPackage',
      { summary: 'Retrieve a package', on: onPackage, expands: 'package', answer: Package, staff: 'packages:sell' },
      (read, { record }) => packageView(read, record),
    ),
    write(
      'POST /v2/packages/:id/cancel',
      'cancelPackage',
      { summary: 'Cancel a package', on: onPackage, body: CancelPackage, answer: Package, staff: 'packages:cancel' },
      (tx, { record, body }) => packageView(tx, cancelPackage(tx, record, reactions, body)),
    ),
  ]);

/** What the desk does with packages (manage.md); the payments' operations sell them. */
export const managePackageOperations = businessOperations('Packages', 'manage', ({ list, read, write }) => [
  list(
    'GET /manage/packages',
    'manageListPackages',
    {
      summary: 'List packages',
      filters: packageFilters,
      expands: 'package',
      answer: PackageList,
      staff: 'packages:sell',
    },
    listPackages,
  ),
  read(
    'GET /manage/packages/:id',
    'manageGetPackage',
    { summary: 'Retrieve a package', on: onPackage, expands: 'package', answer: Package, staff: 'packages:sell' },
    (read, { record }) => packageView(read, record),
  ),
  write(
    'PATCH /manage/packages/:id',
    'updatePackage',
    {
      summary: 'Change the terms of a package, or put it on hold',
      on: onPackage,
      body: UpdatePackage,
      answer: Package,
      staff: 'packages:adjust',
    },
    (tx, { record, body }) => packageView(tx, updatePackage(tx, record, body)),
  ),
  write(
    'POST /manage/packages/:id/adjust',
    'adjustPackage',
    {
      summary: 'Add credits to a package or take some away',
      on: onPackage,
      body: AdjustPackage,
      answer: Package,
      staff: 'packages:adjust',
    },
    (tx, { caller, record, body }) => packageView(tx, adjust(tx, caller, record, body)),
  ),
  write(
    'POST /manage/packages/:id/freeze',
    'freezePackage',
    { summary: 'Freeze a package', on: onPackage, body: FreezePackage, answer: Package, staff: 'packages:freeze' },
    (tx, { record, body }) => packageView(tx, freeze(tx, record, body)),
  ),
  write(
    'POST /manage/packages/:id/unfreeze',
    'unfreezePackage',
    { summary: 'End the freeze of a package', on: onPackage, answer: Package, staff: 'packages:freeze' },
    (tx, { record }) => packageView(tx, unfreeze(tx, record)),
  ),
]);
