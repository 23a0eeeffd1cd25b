import type { Read } from '../../database/database.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { addDays } from '../../kernel/local-time.ts';
import type { SiteRow } from '../sites/record.ts';
import type { Fact, FactKind } from './tables.ts';

/** How far ahead of now a check-in, and so its fact, may be dated, for clocks that differ. */
export const AHEAD_MS = 5 * MINUTE_MS;

export type FactSite = Pick<SiteRow, 'id' | 'timezone' | 'closures'>;

/** The home site of a client, and what the client has done so far, in one look-up. */
export interface FactHome extends FactSite {
  /** Stored by the family `streaks`; null before the first fact. */
  readonly activity: string | null;
}

const HOME_SITE = `select "sites"."id", "sites"."timezone", "sites"."closures", "clients"."activity" from "clients"
  join "sites" on "sites"."id" = "clients"."homeLocationId" where "clients"."id" = ?`;

/** The home site of a client. @throws Error when there is no such client. */
export const homeSite = (read: Read, clientId: string): FactHome => {
  const row = read.db.query<FactHome, [string]>(HOME_SITE).get(clientId);
  if (row === null) throw new Error(`there is no client '${clientId}'`);
  return row;
};

/** The id of the home site of a client. @throws Error when there is no such client. */
export const homeSiteId = (read: Read, clientId: string): string => homeSite(read, clientId).id;

/** The instants from the first date to, not including, the second. Local dates differ from UTC by a day at most. */
export const instantsAround = (from: string, to: string): [from: string, until: string] => [
  from === '' ? '' : addDays(from, -1),
  to === '9999-12-31' ? '9999-12-31' : addDays(to, 2),
];

/** A visit is found among its client's, by its instant if known, so that a check-in writes no index by source. */
export type FactSource =
  | { readonly kind: Exclude<FactKind, 'visit'>; readonly sourceId: string }
  | { readonly kind: 'visit'; readonly sourceId: string; readonly clientId: string; readonly at?: string };

export type StoredFact = Fact & { readonly number: number };

const BY_SOURCE = `select * from "facts" where "sourceId" = ? and "kind" = ? and "kind" <> 'visit' and "takenBackAt" is null`;
const VISITS = `select * from "facts" where "clientId" = ? and "kind" = 'visit' and "takenBackAt" is null`;
const VISIT = `${VISITS} and "sourceId" = ?`;
const VISIT_AT = `${VISITS} and "at" = ? and "sourceId" = ?`;

/** The fact of a source that is not taken back. */
export const liveFact = (read: Read, source: FactSource): StoredFact | undefined => {
  const find = (sql: string, ...values: string[]) =>
    read.db.query<StoredFact, string[]>(sql).get(...values) ?? undefined;
  const { kind, sourceId } = source;
  if (kind !== 'visit') return find(BY_SOURCE, sourceId, kind);
  const { clientId, at } = source;
  return at === undefined ? find(VISIT, clientId, sourceId) : find(VISIT_AT, clientId, at, sourceId);
};

const VISITS_BETWEEN = `${VISITS} and "at" >= ? and "at" < ? order by "at", "number"`;

/** The visits of a client from an instant up to, not including, another one, the earliest first. */
export const visitsBetween = (read: Read, clientId: string, from: string, until: string): StoredFact[] =>
  read.db.query<StoredFact, string[]>(VISITS_BETWEEN).all(clientId, from, until);

export interface VisitSource {
  readonly id: string;
  readonly clientId: string;
  readonly checkedInAt: string | null;
}

/** The fact of a visit that is not taken back. */
export const visitFact = (read: Read, { id: sourceId, clientId, checkedInAt }: VisitSource): StoredFact | undefined => {
  const visit = { kind: 'visit', sourceId, clientId } as const;
  const found = checkedInAt === null ? undefined : liveFact(read, { ...visit, at: checkedInAt });
  // A visit may have another instant than its booking: it was recorded before the booking had one, or in another studio.
  return found ?? liveFact(read, visit);
};
