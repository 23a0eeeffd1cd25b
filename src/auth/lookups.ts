import { readOnce } from '../database/committed-view.ts';
import type { Read } from '../database/database.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { textsOf } from '../records/query.ts';

// What authentication reads of sites, staff and clients. It is below their families and cannot use their records.

const EXISTING_SITES = 'select "id" from "sites" where "id" in (select value from json_each(?))';
const SITE_STATUS = 'select "status" from "sites" where "id" = ?';
const FIRST_ACTIVE_SITE = `select "id" from "sites" where "status" = 'active'
  and (?1 is null or "id" in (select value from json_each(?1))) order by "id" limit 1`;
const STAFF = 'select "id" from "staff" where "id" = ?';
const CLIENT = 'select "status", "homeLocationId" from "clients" where "id" = ?';
const ACTS_FOR = `
  select 1 from "clients" "adult" cross join "clients" "dependant" on "dependant"."householdId" = "adult"."householdId"
  where "adult"."id" = ?1 and "dependant"."id" = ?2 and "adult"."householdRole" = 'adult'
    and "dependant"."householdRole" = 'dependant' and "adult"."archivedAt" is null and "dependant"."archivedAt" is null`;
const LINKED_CLIENT = `
  select "memberLinks"."id" as "linkId", "clientId", "clients"."status" as "status"
  from "memberLinks" inner join "clients" on "clients"."id" = "clientId"
  where "issuer" = ? and "subject" = ?`;

export const existingSites = (read: Read, ids: readonly string[]): Set<string> =>
  new Set(textsOf(read, EXISTING_SITES, JSON.stringify(ids)));

/** Whether there is such a site and it is active. */
export const isActiveSite = (read: Read, id: string): boolean =>
  read.db.query<{ status: string }, [string]>(SITE_STATUS).get(id)?.status === 'active';

/** The oldest active site of the brand among those that the caller has access to. */
export const firstActiveSite = (read: Read, { siteIds }: SiteAccess): string | undefined =>
  read.db
    .query<{ id: string }, [string | null]>(FIRST_ACTIVE_SITE)
    .get(siteIds === null ? null : JSON.stringify(siteIds))?.id;

export const isStaff = (read: Read, id: string): boolean => read.db.query<object, [string]>(STAFF).get(id) !== null;

interface ActingClient {
  readonly status: string;
  readonly homeLocationId: string;
}

export const actingClient = (read: Read, id: string): ActingClient | undefined =>
  read.db.query<ActingClient, [string]>(CLIENT).get(id) ?? undefined;

/** Whether a client is an adult of the household in which another one is a dependant, at this moment. */
export const mayActFor = (read: Read, adultId: string, dependantId: string): boolean =>
  read.db.query<object, [string, string]>(ACTS_FOR).get(adultId, dependantId) !== null;

interface LinkedClient {
  readonly linkId: string;
  readonly clientId: string;
  readonly status: string;
}

/** Authentication asks for it several times in a turn. */
export const linkedClient = (read: Read, issuer: string, subject: string): LinkedClient | undefined =>
  readOnce(read, `linked ${issuer} ${subject}`, () =>
    read.db.query<LinkedClient, [string, string]>(LINKED_CLIENT).get(issuer, subject),
  ) ?? undefined;
