// What letters to others say of an erased client: who has brought or invited them, and for whom an adult was written to.

import type { Tx } from '../../database/database.ts';
import type { Erasing, Step } from './records.ts';

interface Letter {
  readonly id: string;
  /** Null for a letter that says nothing of the client. */
  readonly subject: string | null;
}

const PERSONS = `"persons" ("id") as (select ?1 union all select "id" from "mergedClients" where "clientId" = ?1)`;

// Those to guests by whom they went to, since a guest may have moved to another session; an invitation by who has sent it, a
// reminder by the booking.
const TO_OTHERS = `with ${PERSONS},
  "letters" ("id", "subject") as (
    select "messages"."id", "subject" from "guests" cross join "messages" on "messages"."clientId" = "guests"."clientId"
      and "sourceId" > 'guest ' and "sourceId" < 'guest!' where "hostClientId" = ?1
    union select "messages"."id", "subject" from "persons"
      cross join "messages" on "sourceId" > "persons"."id" || ' ' and "sourceId" < "persons"."id" || '!'
    union select "messages"."id", "subject" from "bookings"
      cross join "messages" on "sourceId" > "bookings"."id" || ' ' and "sourceId" < "bookings"."id" || '!'
      where "bookings"."clientId" = ?1 and "messages"."clientId" <> ?1)
  select "id", "subject" from "letters" where "subject" is not null and "id" > ?2 order by "id" limit ?3`;

/** How many letters one statement looks at for those about a dependant, which no index finds. */
const LOOKED_AT = 1_000;
const TO_ADULTS = `with ${PERSONS},
  "page" as (
    select "id", iif(substr("sourceId", -36) in (select "id" from "persons"), "subject", null) as "subject" from "messages"
    where "id" > ?2 order by "id" limit ${LOOKED_AT})
  select "id", "subject" from "page" where "subject" is not null or "id" = (select max("id") from "page") order by "id"`;

const change = (tx: Tx, { mask }: Erasing, { id, subject }: Letter): string => {
  if (subject !== null) tx.db.query('update "messages" set "subject" = ? where "id" = ?').run(mask(subject), id);
  return id;
};

/** Removes the name from the subjects of letters that others got. */
export const letterSteps: readonly Step<Letter>[] = [
  {
    rows: (tx, { clientId }, after, limit) =>
      tx.db.query<Letter, [string, string, number]>(TO_OTHERS).all(clientId, after, limit),
    change,
  },
  { rows: (tx, { clientId }, after) => tx.db.query<Letter, [string, string]>(TO_ADULTS).all(clientId, after), change },
];
