import { Type } from '@sinclair/typebox';
import type { Tx } from '../../database/database.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { searchTerm } from '../../kernel/folding.ts';
import { extensionParameter, flag, line, oneOf, optional } from '../../kernel/schemas.ts';
import { archivedResponse } from '../../records/store-changes.ts';
import { SITES } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { SitePreview } from '../schedules/previews/shapes.ts';
import type { SiteTrial } from '../schedules/previews/site.ts';
import { futureCounts, sitePage } from './queries.ts';
import { DeletedSite, SITE_STATUSES, Site } from './record.ts';
import { archiveSite, createSite, updateSite } from './sites.ts';

interface SiteDeps {
  readonly reactions: Reactions;
  /** Updates the sessions of a changed site, after the commit. */
  readonly applySiteChange: (siteId: string) => Promise<unknown>;
  /** What a change of a site would do to its sessions. */
  readonly previewSite: (trial: SiteTrial) => Promise<object>;
}

export const siteOperations = ({ reactions, applySiteChange, previewSite }: SiteDeps) =>
  recordOperations(
    { tag: 'Sites', about: 'Locations, physical or digital. DELETE archives a site.' },
    'sites',
    {
      record: Site,
      path: '/v2/sites',
      names: ['site', 'sites'],
      staff: { read: 'sites:read', write: 'sites:write' },
      example: at(SITES.downtown),
    },
    ({ list, create, retrieve, remove }, { flow }) => [
      list(
        'Returns the newest sites first. Archived sites are excluded unless `include_archived` is `true`.',
        (read, { filters, query, caller, page }) =>
          sitePage(
            read,
            page,
            { ...filters, search: query.search === undefined ? undefined : searchTerm(query.search) },
            caller.siteIds,
          ),
        {
          filters: {
            status: optional(oneOf(...SITE_STATUSES)),
            search: optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name.' })),
            isDigital: optional(flag()),
            external_id: extensionParameter(line(255)),
            include_archived: extensionParameter(flag()),
          },
        },
      ),
      create(
        "Creates a physical or digital location of the business. The time zone and currency default to the brand's.",
        createSite,
        { example: { body: { name: 'Riverside', code: 'riverside', timezone: 'America/New_York', currency: 'USD' } } },
      ),
      retrieve('Archived sites can be retrieved, too.'),
      flow(
        'PATCH /v2/sites/:id',
        'updateSite',
        {
          summary: 'Update a site',
          description:
            'A new time zone moves future sessions that were not changed individually, so that they keep their ' +
            'local time. Closures cancel scheduled sessions on those days. With `dry_run`, the response says which ' +
            'sessions and clients would be affected.',
          on: Site,
          body: Site.patch,
          response: Site.schema,
          dryRun: {
            response: SitePreview,
            run({ caller, id, body }, simulate) {
              const change = (tx: Tx) => updateSite(tx, Site.find(tx, caller, id), body, reactions);
              return previewSite({ caller, siteId: id, change, simulate });
            },
          },
          staff: 'sites:write',
          example: { ...at(SITES.downtown), body: { phone: '+1 212 555 0100' } },
        },
        async ({ caller, id, body }, conclude) => {
          const response = await conclude((tx) =>
            Site.view(updateSite(tx, Site.find(tx, caller, id), body, reactions)),
          );
          await applySiteChange(id);
          return response;
        },
      ),
      remove(
        'The site stays readable and accepts nothing new. Its sessions and bookings stay, and the response counts ' +
          'the upcoming ones. The default site cannot be archived.',
        (tx, _caller, row) => ({ ...archivedResponse(Site, archiveSite(tx, row)), ...futureCounts(tx, row.id) }),
        { response: DeletedSite, staff: 'sites:archive', example: at(SITES.online) },
      ),
    ],
  );
