import { businessOperations } from '../../http/operations/declare.ts';
import { added, flag, line, optional } from '../../kernel/schemas.ts';
import type { Reactions } from '../reactions.ts';
import { ahead, sitePage } from './queries.ts';
import { CreateSite, DeletedSite, Site, SiteList, siteSearch, siteStatus, UpdateSite } from './shapes.ts';
import { archiveSite, createSite, findSite, updateSite } from './sites.ts';
import { siteView } from './view.ts';

interface SiteDeps {
  readonly reactions: Reactions;
  /** Makes the sessions of changed sites follow, after the commit. */
  readonly followSites: () => Promise<unknown>;
}

const onSite = { find: findSite };

/** Locations and studios. */
export const siteOperations = ({ reactions, followSites }: SiteDeps) =>
  businessOperations('Sites', 'sites', ({ list, read, write, flow }) => [
    list(
      'GET /v2/sites',
      'listSites',
      {
        summary: 'List sites',
        filters: {
          status: optional(siteStatus),
          search: optional(siteSearch),
          isDigital: optional(flag()),
          external_id: added(line(255)),
          include_archived: added(flag()),
        },
        answer: SiteList,
        staff: 'sites:read',
      },
      (read, { query, caller: { siteIds }, page }) => ({
        page: sitePage(read, page, {
          reachable: siteIds === null ? undefined : JSON.stringify(siteIds),
          live: query.include_archived === true ? undefined : 1,
          status: query.status,
          isDigital: query.isDigital === undefined ? undefined : Number(query.isDigital),
          externalId: query.external_id,
          search: query.search?.toLowerCase(),
        }),
        view: siteView,
      }),
    ),
    write(
      'POST /v2/sites',
      'createSite',
      { summary: 'Create a site', body: CreateSite, status: 201, answer: Site, staff: 'sites:write', sites: 'named' },
      (tx, { caller, body }) => siteView(createSite(tx, caller, body)),
    ),
    read(
      'GET /v2/sites/:id',
      'getSite',
      { summary: 'Retrieve a site', on: onSite, answer: Site, staff: 'sites:read' },
      (_read, { record }) => siteView(record),
    ),
    flow(
      'PATCH /v2/sites/:id',
      'updateSite',
      { summary: 'Update a site', on: onSite, body: UpdateSite, answer: Site, staff: 'sites:write' },
      async ({ caller, id, body }, conclude) => {
        const answer = await conclude((tx) => siteView(updateSite(tx, findSite(tx, caller, id), body, reactions)));
        await followSites();
        return answer;
      },
    ),
    write(
      'DELETE /v2/sites/:id',
      'deleteSite',
      { summary: 'Archive a site', on: onSite, answer: DeletedSite, staff: 'sites:archive' },
      (tx, { record }) => {
        const { id, archivedAt } = archiveSite(tx, record);
        return { id, object: 'site', deleted: true, archived: true, archivedAt, ...ahead(tx, id) };
      },
    ),
  ]);
