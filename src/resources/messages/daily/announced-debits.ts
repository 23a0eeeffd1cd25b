import type { Read, Tx } from '../../../database/database.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { type MailQueue, scheduleMessage } from '../schedule.ts';

interface Debit {
  readonly packageId: string;
  /** Whose package renews. */
  readonly clientId: string;
  /** Whose account is debited: in a household, one adult pays for its dependants. */
  readonly payerId: string;
  readonly siteId: string;
  readonly nextRenewalAt: string;
  /** Each renewal is announced once. */
  readonly sourceId: string;
}

/** No studio announces earlier, ms. */
const EARLIEST_MS = 30 * DAY_MS;

const DUE = `select "packages"."id" "packageId", "packages"."clientId", "paymentMethods"."clientId" "payerId",
    "packages"."siteId", "nextRenewalAt",
    "packages"."id" || ' ' || "nextRenewalAt" "sourceId"
  from "packages" cross join "paymentMethods" on "paymentMethods"."id" = "packages"."paymentMethodId"
  cross join "clients" on "clients"."id" = "paymentMethods"."clientId"
  where "nextRenewalAt" > ?1 and "nextRenewalAt" <= ?2 and "packages"."renewalAttempts" = 0
    and "paymentMethods"."type" <> 'card' and "paymentMethods"."status" = 'active' and "clients"."email" is not null
    and not exists (select 1 from "messages" where "kind" = 'debit_announced'
      and coalesce("messages"."clientId", "staffId") = "paymentMethods"."clientId"
      and "messages"."sourceId" = "packages"."id" || ' ' || "nextRenewalAt")
  order by "nextRenewalAt" limit 2000`;

/** Announces renewals by direct debit to whose account is debited, as many days before as the settings of the site say. */
export const announceDebits = (queue: MailQueue): Sweep<Debit> => ({
  rows(read: Read, limit: number): Debit[] {
    const until = isoInstant(read.nowMs + EARLIEST_MS);
    return read.db
      .query<Debit, [string, string]>(DUE)
      .all(read.now, until)
      .filter(({ siteId, nextRenewalAt }) => {
        const days = paymentSettings(read, siteId).prenotificationDays;
        return days > 0 && nextRenewalAt <= isoInstant(read.nowMs + days * DAY_MS);
      })
      .slice(0, limit);
  },
  change(tx: Tx, { packageId, clientId, payerId, siteId, nextRenewalAt, sourceId }: Debit): void {
    const forWhom = clientId === payerId ? {} : { forClientId: clientId };
    scheduleMessage(tx, queue, {
      kind: 'debit_announced',
      clientId: payerId,
      siteId,
      sourceId,
      data: { packageId, nextRenewalAt, ...forWhom },
    });
  },
});
