import type { Read } from '../../../database/database.ts';
import { homeSiteId } from '../../facts/queries.ts';

/** A program that contains an entry, and how much of it a member has completed. */
interface ProgramShare {
  readonly programId: string;
  /** Its children that the member can see. */
  readonly children: number;
  /** Those that the member has completed. */
  readonly completed: number;
}

/** Whether an entry is published now, at a site. */
const isVisible = (entry: string): string => `"${entry}"."isListed" = 1
  and "${entry}"."publishedAt" <= :now and ("${entry}"."expiresAt" is null or "${entry}"."expiresAt" > :now)
  and ("${entry}"."siteIds" is null or :siteId in (select "value" from json_each("${entry}"."siteIds")))`;

const SHARES = `select "link"."programId", count(*) as "children", sum("status"."status" is 'completed') as "completed"
  from (select "programId" from "contentEntryChildren"
    join "contentEntries" as "program" on "program"."id" = "programId"
    where "entryId" = :entryId and ${isVisible('program')} order by "programId" limit :limit) as "own"
  cross join "contentEntryChildren" as "link" on "link"."programId" = "own"."programId"
  cross join "contentEntries" as "child" on "child"."id" = "link"."entryId" and ${isVisible('child')}
  left join "contentStatuses" as "status"
    on "status"."clientId" = :clientId and "status"."contentEntryId" = "link"."entryId"
  group by "link"."programId"`;

/** The programs that contain an entry and that the member can see, at most `limit`, the oldest first. */
export const programsOf = (read: Read, clientId: string, entryId: string, limit: number): ProgramShare[] =>
  read.db
    .query<ProgramShare, Record<string, string | number>>(SHARES)
    .all({ clientId, entryId, limit, now: read.now, siteId: homeSiteId(read, clientId) });
