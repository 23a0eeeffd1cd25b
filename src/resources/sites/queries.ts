import { eq, isNull, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select } from '../../database/query.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { Site, type SiteRow } from './record.ts';

const { table: sites } = Site;

export const sitePage = pagesOf<SiteRow>(sites, {
  direction: 'descending',
  filters: {
    live: isNull(sites.archivedAt),
    status: eq(sites.status, named('status')),
    isDigital: eq(sites.isDigital, named('isDigital')),
    externalId: eq(sites.externalId, named('externalId')),
    search: sql`instr(${sites.searchText}, ${named('search')}) > 0`,
  },
  sites: Site.sites,
});

const byCode = query<{ id: string }>(
  select
    .select({ id: sites.id })
    .from(sites)
    .where(eq(sites.code, named('code'))),
);

export const idOfCode = (read: Read, code: string): string | undefined => byCode.get(read, { code })?.id;

const ids = query<{ id: string }>(select.select({ id: sites.id }).from(sites));

/** The ids of all sites. */
export const allSiteIds = (read: Read): string[] => ids.all(read).map(({ id }) => id);

const FUTURE_COUNTS = `select
  (select count(*) from "sessions"
    where "siteId" = $siteId and "startTime" > $now and "cancelledAt" is null) as "futureSessionCount",
  (select count(*) from "sessions"
    inner join "bookings" on "bookings"."sessionId" = "sessions"."id" and "bookings"."status" = 'confirmed'
    where "sessions"."siteId" = $siteId and "sessions"."startTime" > $now) as "futureBookingCount"`;

type FutureCounts = Readonly<Record<'futureSessionCount' | 'futureBookingCount', number>>;

/** How many sessions at a site have not begun, and how many bookings they have. */
export const futureCounts = (read: Read, siteId: string): FutureCounts | null =>
  read.db.query<FutureCounts, { siteId: string; now: string }>(FUTURE_COUNTS).get({ siteId, now: read.now });

const SET_ACCOUNT_STATUS = `update "sites" set "paymentsEnabled" = ?, "processorAccountStatus" = ?
  where "paymentsEnabled" <> ? or "processorAccountStatus" <> ?`;

/** Sets the status of the processor account on every site, without an event. */
export const setAccountStatus = (tx: Tx, isEnabled: boolean, status: string): void => {
  tx.db.query(SET_ACCOUNT_STATUS).run(Number(isEnabled), status, Number(isEnabled), status);
};

/** Includes the site that `from` points to. */
export const siteExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getSite'],
  load: loadWith(Site.rows.findAll, Site.canAccess, Site.view),
});

/** Includes the site of a member's own record. */
export const memberSiteExpansion = (from: string): Expansion => ({ ...siteExpansion(from), readBy: 'members' });
