import type { Read } from '../../database/database.ts';
import { type Caller, requireSite } from '../../kernel/caller.ts';
import { conflict, type Detail, invalid, invalidParam, missingResource } from '../../kernel/problem.ts';
import { Site, type SiteRow } from './record.ts';

interface SiteNames {
  readonly siteId?: string | undefined;
  /** The alias in bodies, and in some lists. */
  readonly locationId?: string | undefined;
  /** The alias in other lists. */
  readonly location_id?: string | undefined;
}

/**
 * The site that a request names by `siteId` or its alias; undefined when it names none.
 * @throws Problem 400 when both are given and differ, or there is no such site; 403 when it is not the caller's.
 */
export const namedSite = (read: Read, caller: Caller, names: SiteNames): SiteRow | undefined => {
  const { siteId, locationId, location_id: filterId } = names;
  const alias = filterId === undefined ? 'locationId' : 'location_id';
  const aliasId = locationId ?? filterId;
  if (siteId !== undefined && aliasId !== undefined && siteId !== aliasId) {
    throw invalidParam(alias, `'siteId' and '${alias}' mean the same. Send one of them, or both with the same id.`);
  }
  const id = siteId ?? aliasId;
  if (id === undefined) return undefined;
  const row = Site.rows.find(read, id);
  if (row === undefined) throw missingResource(siteId === undefined ? alias : 'siteId', 'site', id);
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
