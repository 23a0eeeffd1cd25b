import type { Read } from '../database/database.ts';
import { eitherId, type NamedId } from '../kernel/aliases.ts';
import { type Caller, requireSite, requireSites, type SiteAccess } from '../kernel/caller.ts';
import { conflict, invalidParam, missingResource } from '../kernel/problem.ts';
import { requireExisting } from '../records/existing.ts';
import { Site, type SiteRow } from './sites/record.ts';

interface SiteNames {
  readonly siteId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly location_id?: string | undefined;
}

const named = (names: SiteNames): NamedId | undefined =>
  eitherId(names, 'siteId', names.location_id === undefined ? 'locationId' : 'location_id');

/** @throws Problem 400 when there is no such site; 403 when it is not the caller's. */
export const siteOf = (read: Read, caller: Caller, { param, id }: NamedId): SiteRow => {
  const row = Site.rows.find(read, id);
  if (row === undefined) throw missingResource(param, 'site', id);
  requireSite(caller, id);
  return row;
};

/** By `siteId` or its alias; undefined without a name. @throws Problem 400 when both differ, or as `siteOf`. */
export const namedSite = (read: Read, caller: Caller, names: SiteNames): SiteRow | undefined => {
  const found = named(names);
  return found && siteOf(read, caller, found);
};

/**
 * The id of the site that filters a list; undefined without one. The list of a site that does not exist is empty.
 * @throws Problem 400 when `siteId` and its alias differ; 403 for an existing site that is not the caller's.
 */
export const siteFilter = (read: Read, caller: Caller, names: SiteNames): string | undefined => {
  const id = named(names)?.id;
  if (id !== undefined && Site.rows.find(read, id) !== undefined) requireSite(caller, id);
  return id;
};

/** The site that a body names. @throws Problem 400 when it names none, or as `namedSite`. */
export const requiredSite = (...request: Parameters<typeof namedSite>): SiteRow => {
  const site = namedSite(...request);
  if (site !== undefined) return site;
  throw invalidParam('siteId', "'siteId' is missing. Send the ID of a site.", 'parameter_missing');
};

/** @throws Problem 409 `site_inactive`. */
export const requireActive = (site: SiteRow): void => {
  if (site.status === 'active') return;
  throw conflict('site_inactive', `The site '${site.name}' is not active. Activate it, or name another site.`);
};

/**
 * Checks the sites that a body gives a record; an empty list means all sites.
 * @throws Problem 403 `site_not_allowed` for sites of others, 400 `resource_missing` with every site that does not exist.
 */
export const requireNamedSites = (read: Read, caller: SiteAccess, siteIds: readonly string[], param: string): void => {
  requireSites(caller, siteIds, param);
  requireExisting(read, Site, siteIds, param);
};
