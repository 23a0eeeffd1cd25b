import { eq, isNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, named, textsOf } from '../../records/query.ts';
import { sitesOfClients } from '../clients/queries.ts';
import { Award, AwardGrant, type AwardRow, type AwardTrigger, type GrantRow } from './record.ts';

const { table: awards } = Award;
const { table: grants } = AwardGrant;

const isHeldBy = (parameter: string) => sql`exists (select 1 from "awardGrants" where "clientId" = ${named(parameter)}
  and "awardId" = ${awards.id} and "revokedAt" is null)`;

export const awardPage = pagesOf<AwardRow>(awards, () => ({
  direction: 'descending',
  indexed: byColumn(awards, 'externalId', 'trigger'),
  filters: {
    live: isNull(awards.archivedAt),
    category: eq(awards.category, named('category')),
    visibleTo: sql`((${awards.archivedAt} is null and ${awards.isHidden} = 0) or ${isHeldBy('visibleTo')})`,
    heldBy: isHeldBy('heldBy'),
    notHeldBy: sql`not ${isHeldBy('notHeldBy')}`,
  },
  sites: null,
}));

export const grantPage = pagesOf<GrantRow>(grants, () => ({
  direction: 'descending',
  endedIds: '',
  indexed: byColumn(grants, 'clientId'),
  filters: { awardId: eq(grants.awardId, named('awardId')), live: isNull(grants.revokedAt) },
  sites: sitesOfClients(grants.clientId),
  collection: 'awardId',
}));

/** A grant of an award. @throws Problem 404. */
export const findGrant = (read: Read, awardId: string, id: string): GrantRow => {
  const row = AwardGrant.rows.find(read, id);
  if (row?.awardId !== awardId || row.revokedAt !== null) throw notFound('award grant', id);
  return row;
};

const LIVE = 'select * from "awards" where "archivedAt" is null';

/** The awards of two triggers that are not archived. There are few awards. */
export const liveAwards = (read: Read, one: AwardTrigger, other: AwardTrigger): AwardRow[] =>
  read.db
    .query<AwardRow, []>(LIVE)
    .all()
    .filter(({ trigger }) => trigger === one || trigger === other);

const BY_METRIC = 'select * from "awards" where "metricContentEntryId" = ? limit 1';

export const awardByMetric = (read: Read, metricId: string): AwardRow | undefined =>
  read.db.query<AwardRow, [string]>(BY_METRIC).get(metricId) ?? undefined;

interface Held {
  readonly times: number;
  readonly earnedAt: string | null;
  /** Null while a banner of it is not put away. */
  readonly dismissedAt: string | null;
}

const HELD = `select count(*) "times", max("earnedAt") "earnedAt",
    case when count(*) = count("dismissedAt") then max("dismissedAt") end "dismissedAt" from "awardGrants"
  where "clientId" = ? and "awardId" = ? and "revokedAt" is null`;

export const heldBy = (read: Read, clientId: string, awardId: string): Held =>
  read.db.query<Held, [string, string]>(HELD).get(clientId, awardId) ?? { times: 0, earnedAt: null, dismissedAt: null };

/** How often a member earned an award, also what a person took away again. */
export interface Earned {
  readonly times: number;
  readonly lastAt: string | null;
}

const EARNED = `select coalesce(max("ordinal"), 0) "times", max("earnedAt") "lastAt" from "awardGrants"
  where "awardId" = ? and "clientId" = ? and "ordinal" is not null`;

export const earnedBy = (read: Read, clientId: string, awardId: string): Earned =>
  read.db.query<Earned, [string, string]>(EARNED).get(awardId, clientId) ?? { times: 0, lastAt: null };

const EARNED_AT = `select "earnedAt" from "awardGrants" where "awardId" = ? and "clientId" = ? and "ordinal" is not null`;

/** The instants at which a member earned an award, also what a person took away again. */
export const earnedInstants = (read: Read, clientId: string, awardId: string): string[] =>
  textsOf(read, EARNED_AT, awardId, clientId);

export interface HeldAward {
  readonly id: string;
  readonly earnedAt: string;
}

const ALL_HELD = `select "awardId" "id", max("earnedAt") "earnedAt" from "awardGrants"
  where "clientId" = ? and "revokedAt" is null group by "awardId" order by 2 desc, 1 desc`;

export const heldAwards = (read: Read, clientId: string): HeldAward[] =>
  read.db.query<HeldAward, [string]>(ALL_HELD).all(clientId);

const BANNER_DAYS = 30;
const NEWEST = `select "awardId" from "awardGrants" where "clientId" = ? and "revokedAt" is null
  and "dismissedAt" is null and "earnedAt" > ? order by "earnedAt" desc, "id" desc limit 1`;

export const bannerOf = (read: Read, clientId: string): AwardRow | undefined => {
  const since = isoInstant(read.nowMs - BANNER_DAYS * DAY_MS);
  const row = read.db.query<{ awardId: string }, [string, string]>(NEWEST).get(clientId, since);
  return row === null ? undefined : Award.rows.find(read, row.awardId);
};
