// What letters to others say of an erased client: who has brought or invited them.

import type { Step } from './records.ts';

interface Letter {
  readonly id: string;
  readonly subject: string;
}

// By what they are about: a guest's by the session, and an invitation by who has sent it.
const TO_OTHERS = `with
  "persons" ("id") as (select ?1 union all select "id" from "mergedClients" where "clientId" = ?1),
  "letters" ("id", "subject") as (
    select "messages"."id", "subject" from "guests" cross join "bookings" on "bookings"."id" = "guests"."bookingId"
      cross join "messages" on "sourceId" = 'guest ' || "sessionId" where "hostClientId" = ?1
    union select "messages"."id", "subject" from "persons"
      cross join "messages" on "sourceId" > "persons"."id" || ' ' and "sourceId" < "persons"."id" || '!')
  select "id", "subject" from "letters" where "subject" is not null and "id" > ?2 order by "id" limit ?3`;

/** Removes the name from the subjects of letters that others got. */
export const letterStep: Step<Letter> = {
  rows: (tx, { clientId }, after, limit) =>
    tx.db.query<Letter, [string, string, number]>(TO_OTHERS).all(clientId, after, limit),
  change(tx, { mask }, { id, subject }) {
    tx.db.query('update "messages" set "subject" = ? where "id" = ?').run(mask(subject), id);
    return id;
  },
};
