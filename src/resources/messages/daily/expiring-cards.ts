import type { Read, Tx } from '../../../database/database.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { addDays, localDateAt } from '../../../kernel/local-time.ts';
import { brandDefaults } from '../../settings/queries.ts';
import { type MailQueue, scheduleMessage } from '../schedule.ts';

/** How many days before the end of its last month a client is notified of a card. */
const DAYS_BEFORE = 30;

interface ExpiringCard {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  /** A card that is renewed with another date is reported again. */
  readonly sourceId: string;
}

const OF_MONTH = `select "methods"."id", "methods"."clientId", "clients"."homeLocationId" "siteId",
    "methods"."id" || ' ' || "methods"."expYear" || '-' || "methods"."expMonth" "sourceId"
  from "paymentMethods" "methods" indexed by "paymentMethodsByExpiry"
  cross join "clients" on "clients"."id" = "methods"."clientId"
  where "methods"."status" = 'active' and "methods"."expYear" = ?1 and "methods"."expMonth" = ?2
    and "clients"."email" is not null and "clients"."status" <> 'archived'
    and not exists (select 1 from "messages" where "kind" = 'card_expiring'
      and coalesce("messages"."clientId", "staffId") = "methods"."clientId"
      and "sourceId" = "methods"."id" || ' ' || "methods"."expYear" || '-' || "methods"."expMonth")
  limit ?3`;

/** This month and the next one, as far as they end in the next days. */
const endingMonths = (today: string): (readonly [year: number, month: number])[] => {
  const start = Temporal.PlainDate.from(today).with({ day: 1 });
  const last = addDays(today, DAYS_BEFORE);
  return [0, 1]
    .map((months) => start.add({ months }))
    .filter((month) => month.with({ day: month.daysInMonth }).toString() <= last)
    .map(({ year, month }) => [year, month]);
};

/** Notifies clients of cards that expire soon: each card once. */
export const tellOfExpiringCards = (queue: MailQueue): Sweep<ExpiringCard> => ({
  rows(read: Read, limit: number): ExpiringCard[] {
    const months = endingMonths(localDateAt(read.nowMs, brandDefaults(read).timezone));
    const statement = read.db.query<ExpiringCard, [number, number, number]>(OF_MONTH);
    return months.flatMap(([year, month]) => statement.all(year, month, limit)).slice(0, limit);
  },
  change(tx: Tx, { id, clientId, siteId, sourceId }: ExpiringCard): void {
    scheduleMessage(tx, queue, { kind: 'card_expiring', clientId, siteId, sourceId, data: { paymentMethodId: id } });
  },
});
