import type { Read } from '../../../database/database.ts';

interface Containing {
  readonly programId: string;
  readonly size: number;
}

interface Share {
  /** Its children that the member can see. */
  readonly children: number;
  readonly completed: number;
}

/** Whether an entry is published now, at a site, which is a parameter unless it is given. */
const isVisible = (entry: string, siteId = ':siteId'): string => `"${entry}"."isListed" = 1
  and "${entry}"."publishedAt" <= :now and ("${entry}"."expiresAt" is null or "${entry}"."expiresAt" > :now)
  and ("${entry}"."siteIds" is null or ${siteId} in (select "value" from json_each("${entry}"."siteIds")))`;

const CONTAINING = `select "programId",
    (select count(*) from "contentEntryChildren" as "child" where "child"."programId" = "link"."programId") as "size"
  from "contentEntryChildren" as "link"
  join "contentEntries" as "program" on "program"."id" = "programId"
  where "entryId" = :entryId and ${isVisible('program')} order by "programId" limit :limit`;

/** The programs that contain an entry and that are visible at a site, at most `limit`, the oldest first. */
export const programsOf = (read: Read, siteId: string, entryId: string, limit: number): Containing[] =>
  read.db.query<Containing, Record<string, string | number>>(CONTAINING).all({ siteId, entryId, limit, now: read.now });

const HOME = '(select "homeLocationId" from "clients" where "id" = :clientId)';
const HAS_CHILDREN = `select 1 from "contentEntryChildren" "link"
  cross join "contentEntries" "child" on "child"."id" = "link"."entryId" and ${isVisible('child', HOME)}
  where "link"."programId" = :entryId limit 1`;

/** Whether an entry is a program with children that a member can see: it has the progress of its children. One seek for other entries. */
export const hasVisibleChildren = (read: Read, clientId: string, entryId: string): boolean =>
  read.db.query<unknown, Record<string, string>>(HAS_CHILDREN).get({ clientId, entryId, now: read.now }) !== null;

const SHARE = `select count(*) as "children", coalesce(sum("status"."status" is 'completed'), 0) as "completed"
  from "contentEntryChildren" as "link"
  cross join "contentEntries" as "child" on "child"."id" = "link"."entryId" and ${isVisible('child')}
  left join "contentStatuses" as "status"
    on "status"."clientId" = :clientId and "status"."contentEntryId" = "link"."entryId"
  where "link"."programId" = :programId`;

export const shareOf = (read: Read, clientId: string, siteId: string, programId: string): Share =>
  read.db.query<Share, Record<string, string>>(SHARE).get({ clientId, siteId, programId, now: read.now }) ?? {
    children: 0,
    completed: 0,
  };
