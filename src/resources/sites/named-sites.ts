import type { Read } from '../../database/database.ts';
import { type Caller, requireSite } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidParam, missingResource } from '../../kernel/problem.ts';
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
