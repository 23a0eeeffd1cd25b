import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage, type Page } from '../../database/pages.ts';
import type { PackageRow } from '../../database/tables/packages.ts';
import { type ExpansionsFor, expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { clientExists } from '../clients/queries.ts';
import { freeze, unfreeze } from './lifecycle/freeze.ts';
import { adjust, type CancelBookingsOf, cancelPackage, findPackage, updatePackage } from './packages.ts';
import { packagePage } from './queries.ts';
import {
  AdjustPackage,
  CancelPackage,
  FreezePackage,
  OnePackageQuery,
  Package,
  PackageList,
  PackageQuery,
  UpdatePackage,
} from './shapes.ts';
import { packageView, packageViews } from './view.ts';

/** What the routes of packages need besides what all routes do. */
export interface PackageRouteDeps extends RouteDeps {
  readonly cancelBookingsOf: CancelBookingsOf;
  readonly expansions: ExpansionsFor;
}

type Query = Static<typeof PackageQuery>;

const YES = 1;

/**
 * The ways in that a query takes, each a seek with the list's order behind it. Expired packages that the sweep has
 * not reached are a second way in, so that the answer is true without it.
 */
const waysOf = ({ external_id: externalId, client_id: clientId, status }: Query): Filters[] => {
  const besideStatus =
    status === undefined ? {} : status === 'expired' ? { besideExpired: YES } : { besideStatus: status };
  const isCurrent = status === 'active' || status === 'depleted' ? { current: YES } : {};
  if (externalId !== undefined) return [{ externalId, besideClientId: clientId, ...besideStatus, ...isCurrent }];
  if (clientId !== undefined) return [{ clientId, ...besideStatus, ...isCurrent }];
  if (status === undefined) return [{}];
  return status === 'expired' ? [{ status }, { overdue: YES }] : [{ status, ...isCurrent }];
};

/** The same ways for a caller who reaches some sites only. */
const within = (ways: readonly Filters[], siteIds: readonly string[]): Filters[] => {
  const isNarrow = ways.some(({ externalId, clientId }) => externalId !== undefined || clientId !== undefined);
  if (isNarrow) return ways.map((way) => ({ ...way, reachable: JSON.stringify(siteIds) }));
  return ways.flatMap((way) =>
    siteIds.map((siteId) => (way.overdue === undefined ? { ...way, siteId } : { ...way, besideSiteId: siteId })),
  );
};

const pageOf = (read: Read, query: Query, { siteIds }: Caller): Page<PackageRow> => {
  const request = pageRequest(query);
  if (query.client_id !== undefined && !clientExists(read, query.client_id)) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  const ways = siteIds === null ? waysOf(query) : within(waysOf(query), siteIds);
  return mergedPage(
    request,
    ways.map((way) => packagePage(read, request, way)),
  );
};

const listPackages = (read: Read, url: string, query: Query, caller: Caller, expansions: ExpansionsFor) => {
  const page = pageOf(read, query, caller);
  const answer = listAnswer(url, page, packageViews(read, page.rows));
  expand(read, answer.data, query['expand[]'], expansions(caller.siteIds));
  return answer;
};

const onePackage = (
  read: Read,
  id: string,
  query: Static<typeof OnePackageQuery>,
  caller: Caller,
  expansions: ExpansionsFor,
) => expand(read, [packageView(read, findPackage(read, caller, id))], query['expand[]'], expansions(caller.siteIds))[0];

/** The packages of the interface. */
export const packageRoutes = (deps: PackageRouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Packages');
  return router('/packages')
    .get(
      '/',
      ...reads(
        { id: 'listPackages', summary: 'List packages', query: PackageQuery, answer: PackageList, refusals: [400] },
        (read, { query, caller }) => listPackages(read, '/v2/packages', query, caller, deps.expansions),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getPackage',
          summary: 'Retrieve a package',
          query: OnePackageQuery,
          answer: Package,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) => onePackage(read, id, query, caller, deps.expansions),
      ),
    )
    .post(
      '/:id/cancel',
      ...writes(
        {
          id: 'cancelPackage',
          summary: 'Cancel a package',
          body: CancelPackage,
          answer: Package,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) =>
          packageView(tx, cancelPackage(tx, findPackage(tx, caller, id), deps.cancelBookingsOf, body)),
      ),
    );
};

/** What the desk does with packages (manage.md); selling them is a matter of payments. */
export const managePackageRoutes = (deps: PackageRouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Packages');
  const isExtension = true;
  return router('/packages')
    .get(
      '/',
      ...reads(
        {
          id: 'manageListPackages',
          summary: 'List packages',
          query: PackageQuery,
          answer: PackageList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) => listPackages(read, '/manage/packages', query, caller, deps.expansions),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'manageGetPackage',
          summary: 'Retrieve a package',
          query: OnePackageQuery,
          answer: Package,
          refusals: [400, 404],
          isExtension,
        },
        (read, { caller, id, query }) => onePackage(read, id, query, caller, deps.expansions),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updatePackage',
          summary: 'Change the terms of a package, or put it on hold',
          body: UpdatePackage,
          answer: Package,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => packageView(tx, updatePackage(tx, findPackage(tx, caller, id), body)),
      ),
    )
    .post(
      '/:id/adjust',
      ...writes(
        {
          id: 'adjustPackage',
          summary: 'Add credits to a package or take some away',
          body: AdjustPackage,
          answer: Package,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => packageView(tx, adjust(tx, caller, findPackage(tx, caller, id), body)),
      ),
    )
    .post(
      '/:id/freeze',
      ...writes(
        {
          id: 'freezePackage',
          summary: 'Freeze a package',
          body: FreezePackage,
          answer: Package,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => packageView(tx, freeze(tx, findPackage(tx, caller, id), body)),
      ),
    )
    .post(
      '/:id/unfreeze',
      ...writes(
        {
          id: 'unfreezePackage',
          summary: 'End the freeze of a package',
          answer: Package,
          refusals: [404, 409],
          isExtension,
        },
        (tx, { caller, id }) => packageView(tx, unfreeze(tx, findPackage(tx, caller, id))),
      ),
    );
};
