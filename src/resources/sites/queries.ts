import { isNull } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, containing, query, select, textsOf } from '../../records/query.ts';
import { Site, type SiteRow } from './record.ts';

const { table: sites } = Site;

export const sitePage = pagesOf<SiteRow>(sites, () => ({
  direction: 'descending',
  filters: {
    live: isNull(sites.archivedAt),
    ...byColumn(sites, 'status', 'isDigital', 'externalId'),
    search: containing(sites.searchText, 'search'),
  },
  sites: Site.sites,
}));

const BY_CODE = 'select "id" from "sites" where "code" = ?';

export const idOfCode = (read: Read, code: string): string | undefined =>
  read.db.query<{ id: string }, [string]>(BY_CODE).get(code)?.id;

const ids = query<{ id: string }>(() => select.select({ id: sites.id }).from(sites));

export const allSiteIds = (read: Read): string[] => ids.all(read).map(({ id }) => id);

const ACTIVE = `select "id" from "sites" where "status" = 'active' order by "id"`;

export const activeSiteIds = (read: Read): string[] => textsOf(read, ACTIVE);

const FUTURE_COUNTS = `select count(*) filter (where "cancelledAt" is null) as "futureSessionCount",
  coalesce(sum("confirmedCount"), 0) as "futureBookingCount"
  from "sessions" where "siteId" = $siteId and "startTime" > $now`;

type FutureCounts = Readonly<Record<'futureSessionCount' | 'futureBookingCount', number>>;

export const futureCounts = (read: Read, siteId: string): FutureCounts | null =>
  read.db.query<FutureCounts, { siteId: string; now: string }>(FUTURE_COUNTS).get({ siteId, now: read.now });

export const siteExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getSite'],
  load: loadWith(Site.rows.findAll, Site.canAccess, () => Site.view),
});

const ZONE = 'select "timezone" from "sites" where "id" = ?';

/** The time zone of a site, without the rest of its long row; UTC when there is no such site. */
export const timezoneOf = (read: Read, siteId: string): string =>
  read.db.query<{ timezone: string }, [string]>(ZONE).get(siteId)?.timezone ?? 'UTC';
