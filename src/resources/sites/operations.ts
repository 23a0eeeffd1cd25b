import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { ahead, sitePage } from './queries.ts';
import { CreateSite, DeletedSite, Site, SiteList, SiteQuery, UpdateSite } from './shapes.ts';
import { archiveSite, createSite, findSite, type SiteConsequences, updateSite } from './sites.ts';
import { siteView } from './view.ts';

const listSites = (read: Read, query: Static<typeof SiteQuery>, caller: Caller) => {
  const page = sitePage(read, pageRequest(query), {
    reachable: caller.siteIds === null ? undefined : JSON.stringify(caller.siteIds),
    live: query.include_archived === true ? undefined : 1,
    status: query.status,
    isDigital: query.isDigital === undefined ? undefined : Number(query.isDigital),
    externalId: query.external_id,
    search: query.search?.toLowerCase(),
  });
  return listAnswer('/v2/sites', page, siteView);
};

const deletedSite = (read: Read, { id, archivedAt }: { id: string; archivedAt: string | null }) => ({
  id,
  object: 'site',
  deleted: true,
  archived: true,
  archivedAt,
  ...ahead(read, id),
});

/** What the sites' routes need. */
export interface SiteDeps extends RouteDeps {
  readonly siteConsequences: SiteConsequences;
}

export const siteRoutes = (deps: SiteDeps): AnyElysia => {
  const { reads, writes, flows } = operations(deps, 'Sites');
  const { note, follow } = deps.siteConsequences;
  return router('/sites')
    .get(
      '/',
      ...reads(
        { id: 'listSites', summary: 'List sites', query: SiteQuery, answer: SiteList, refusals: [400] },
        (read, { query, caller }) => listSites(read, query, caller),
      ),
    )
    .post(
      '/',
      ...writes(
        { id: 'createSite', summary: 'Create a site', body: CreateSite, status: 201, answer: Site, refusals: [400] },
        (tx, { caller, body }) => siteView(createSite(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads({ id: 'getSite', summary: 'Retrieve a site', answer: Site, refusals: [404] }, (read, { caller, id }) =>
        siteView(findSite(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...flows(
        { id: 'updateSite', summary: 'Update a site', body: UpdateSite, answer: Site, refusals: [400, 404] },
        async ({ caller, id, body }, conclude) => {
          const answer = await conclude((tx) => siteView(updateSite(tx, findSite(tx, caller, id), body, note)));
          await follow();
          return answer;
        },
      ),
    )
    .delete(
      '/:id',
      ...writes(
        { id: 'deleteSite', summary: 'Archive a site', answer: DeletedSite, refusals: [404] },
        (tx, { caller, id }) => deletedSite(tx, archiveSite(tx, findSite(tx, caller, id))),
      ),
    );
};
