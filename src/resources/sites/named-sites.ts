import type { Read } from '../../database/database.ts';
import { type Caller, requireSite, requireSites, type SiteAccess } from '../../kernel/caller.ts';
import { conflict, type Detail, invalid, invalidParam, missingResource } from '../../kernel/problem.ts';
import { Site, type SiteRow } from './record.ts';

interface SiteNames {
  readonly siteId?: string | undefined;
  /** The alias in bodies, and in some lists. */
  readonly locationId?: string | undefined;
  /** The alias in other lists. */
  readonly location_id?: string | undefined;
}

const aliasIn = ({ location_id: filterId }: SiteNames) => (filterId === undefined ? 'locationId' : 'location_id');

/** The site id in a request. @throws Problem 400 when `siteId` and its alias are given and differ. */
const siteIdIn = (names: SiteNames): string | undefined => {
  const { siteId } = names;
  const alias = aliasIn(names);
  const aliasId = names[alias];
  if (siteId !== undefined && aliasId !== undefined && siteId !== aliasId) {
    throw invalidParam(alias, `'siteId' and '${alias}' mean the same. Send one of them, or both with the same id.`);
  }
  return siteId ?? aliasId;
};

/**
 * The site that a body names by `siteId` or its alias; undefined when it names none.
 * @throws Problem 400 when both are given and differ, or there is no such site; 403 when it is not the caller's.
 */
export const namedSite = (read: Read, caller: Caller, names: SiteNames): SiteRow | undefined => {
  const id = siteIdIn(names);
  if (id === undefined) return undefined;
  const row = Site.rows.find(read, id);
  if (row === undefined) throw missingResource(names.siteId === undefined ? aliasIn(names) : 'siteId', 'site', id);
  requireSite(caller, id);
  return row;
};

/**
 * The id of the site that filters a list; undefined without one. The list of a site that does not exist is empty.
 * @throws Problem 400 when `siteId` and its alias differ; 403 for an existing site that is not the caller's.
 */
export const siteFilter = (read: Read, caller: Caller, names: SiteNames): string | undefined => {
  const id = siteIdIn(names);
  if (id !== undefined && Site.rows.find(read, id) !== undefined) requireSite(caller, id);
  return id;
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

/**
 * Checks the sites that a body gives a record; an empty list means all sites.
 * @throws Problem 403 `site_not_allowed` for those of others, 400 `resource_missing` with every one that does not exist.
 */
export const requireNamedSites = (read: Read, caller: SiteAccess, siteIds: readonly string[], param: string): void => {
  requireSites(caller, siteIds, param);
  requireKnownSites(read, siteIds, param);
};
