import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select } from '../../database/query.ts';
import { bookings } from '../../database/tables/bookings.ts';
import { sessions } from '../../database/tables/sessions.ts';
import { settings } from '../../database/tables/settings.ts';
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

interface BrandDefaults {
  readonly defaultSiteId: string;
  readonly timezone: string;
  readonly currency: string;
}

const defaults = query<BrandDefaults>(
  select
    .select({
      defaultSiteId: sql<string>`json_extract(${settings.brand}, '$.defaultSiteId')`.as('defaultSiteId'),
      timezone: sql<string>`json_extract(${settings.brand}, '$.defaultTimezone')`.as('timezone'),
      currency: sql<string>`json_extract(${settings.payment}, '$.currency')`.as('currency'),
    })
    .from(settings)
    .where(eq(settings.scope, 'brand')),
);

/** What a new site takes from the brand. */
export const brandDefaults = (read: Read): BrandDefaults => {
  const row = defaults.get(read);
  if (row === undefined) throw new Error('the brand has no settings: the first start did not finish');
  return row;
};

const futureSessions = query<{ n: number }>(
  select
    .select({ n: count().as('n') })
    .from(sessions)
    .where(
      and(eq(sessions.siteId, named('siteId')), gt(sessions.startTime, named('now')), isNull(sessions.cancelledAt)),
    ),
);

const futureBookings = query<{ n: number }>(
  select
    .select({ n: count().as('n') })
    .from(sessions)
    .innerJoin(bookings, and(eq(bookings.sessionId, sessions.id), eq(bookings.status, 'confirmed')))
    .where(and(eq(sessions.siteId, named('siteId')), gt(sessions.startTime, named('now')))),
);

/** The sessions that have not begun at a site, and the bookings of them. */
export const futureCounts = (
  read: Read,
  siteId: string,
): { futureSessionCount: number; futureBookingCount: number } => ({
  futureSessionCount: futureSessions.get(read, { siteId, now: read.now })?.n ?? 0,
  futureBookingCount: futureBookings.get(read, { siteId, now: read.now })?.n ?? 0,
});

const SET_ACCOUNT_STATUS = `update "sites" set "paymentsEnabled" = ?, "processorAccountStatus" = ?
  where "paymentsEnabled" <> ? or "processorAccountStatus" <> ?`;

/** Sets the status of the processor account on every site, without an event. */
export const setAccountStatus = (tx: Tx, isEnabled: boolean, status: string): void => {
  tx.db.query(SET_ACCOUNT_STATUS).run(Number(isEnabled), status, Number(isEnabled), status);
};

/** Includes the site that `from` points to. */
export const siteExpansion = (from: string): Expansion => ({ from, load: loadWith(Site.rows.findAll, Site.view) });
