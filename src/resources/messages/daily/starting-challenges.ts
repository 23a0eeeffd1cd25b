import type { Read, Tx } from '../../../database/database.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { type MailQueue, scheduleMessage } from '../schedule.ts';

interface Starting {
  readonly challengeId: string;
  readonly clientId: string;
  readonly siteId: string;
}

// A local day begins less than a day before or after the same day in UTC.
const STARTING = `select "challenges"."id" "challengeId", "enrollments"."clientId", "clients"."homeLocationId" "siteId"
  from "challenges" cross join "challengeEnrollments" "enrollments" on "enrollments"."challengeId" = "challenges"."id"
  cross join "clients" on "clients"."id" = "enrollments"."clientId"
  where "challenges"."startDate" between date(?1, '-1 day') and date(?2, '+1 day')
    and "challenges"."startsAt" > ?1 and "challenges"."startsAt" <= ?2
    and "challenges"."publishedAt" is not null and "challenges"."archivedAt" is null
    and "enrollments"."status" = 'enrolled' and "clients"."email" is not null and "clients"."status" <> 'archived'
    and not exists (select 1 from "messages" where "kind" = 'challenge_starting'
      and "sourceId" = "challenges"."id"
      and coalesce("messages"."clientId", "staffId") = "enrollments"."clientId")
  limit ?3`;

/** Notifies the members of a challenge a day before it starts: each member once. */
export const tellOfStartingChallenges = (queue: MailQueue): Sweep<Starting> => ({
  rows: (read: Read, limit: number): Starting[] =>
    read.db.query<Starting, [string, string, number]>(STARTING).all(read.now, isoInstant(read.nowMs + DAY_MS), limit),
  change(tx: Tx, { challengeId, clientId, siteId }: Starting): void {
    const data = { challengeId };
    scheduleMessage(tx, queue, { kind: 'challenge_starting', clientId, siteId, sourceId: challengeId, data });
  },
});
