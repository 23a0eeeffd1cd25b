import type { Read } from '../../database/database.ts';
import { type Caller, requireSite } from '../../kernel/caller.ts';
import { conflict, type Detail, invalid, invalidParam, missingResource } from '../../kernel/problem.ts';
import { Site, type SiteRow } from './record.ts';

/**
 * The site that a body or filter names by `siteId` or its alias `locationId`; undefined when it names none.
 * @throws Problem 400 when both are given and differ, or there is no such site; 403 when it is not the caller's.
 */
export const namedSite = (
  read: Read,
  caller: Caller,
  named: { readonly siteId?: string | undefined; readonly locationId?: string | undefined },
): SiteRow | undefined => {
  const { siteId, locationId } = named;
  if (siteId !== undefined && locationId !== undefined && siteId !== locationId) {
    throw invalidParam(
      'locationId',
      "'siteId' and 'locationId' mean the same. Send one of them, or both with the same id.",
    );
  }
  const id = siteId ?? locationId;
  if (id === undefined) return undefined;
  const row = Site.rows.find(read, id);
  if (row === undefined) throw missingResource(siteId === undefined ? 'locationId' : 'siteId', 'site', id);
  requireSite(caller, id);
  return row;
};

/** The site that a body names. @throws Problem 400 when it names none, or as `namedSite`. */
export const requiredSite = (...request: Parameters<typeof namedSite>): SiteRow => {
  const site = namedSite(...request);
  if (site !== undefined) return site;
  throw invalidParam('siteId', "'siteId' is missing. Send the id of a site.", 'parameter_missing');
};

/** @throws Problem 409 `site_inactive`. */
export const requireActive = (site: SiteRow): void => {
  if (site.status === 'active') return;
  throw conflict('site_inactive', `The site '${site.name}' is not active. Activate it, or name another site.`);
};

/**
 * The site by which a list is filtered, in `siteId` or `location_id`; undefined without either.
 * @throws Problem 400 when there is no such site, or both are given and differ; 403 when it is not the caller's.
 */
export const siteFilter = (
  read: Read,
  caller: Caller,
  query: { readonly siteId?: string; readonly location_id?: string },
): string | undefined => {
  const { siteId, location_id: locationId } = query;
  const id = siteId ?? locationId;
  if (id === undefined) return undefined;
  const param = siteId === undefined ? 'location_id' : 'siteId';
  if (locationId !== undefined && locationId !== id) {
    throw invalidParam('location_id', "'siteId' and 'location_id' mean the same. Send one of them.");
  }
  if (Site.rows.find(read, id) === undefined) throw missingResource(param, 'site', id);
  requireSite(caller, id);
  return id;
};

/** @throws Problem 400 `resource_missing` with every one of `siteIds` that does not exist, as `param[n]`. */
export const requireKnownSites = (read: Read, siteIds: readonly string[], param: string): void => {
  const known = new Set(Site.rows.findAll(read, siteIds).map(({ id }) => id));
  const details = siteIds.flatMap((id, index): Detail[] => {
    if (known.has(id)) return [];
    const message = `There is no site with the id '${id}'. Send the id of an existing site.`;
    return [{ param: `${param}[${index}]`, code: 'resource_missing', message }];
  });
  if (details.length > 0) throw invalid(details);
};
