// What the banks of clients have taken back: debits that were returned, and payments that are disputed.

import type { Read } from '../../../database/database.ts';
import { mayRead } from '../rights.ts';
import { MOST } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

interface Taken {
  readonly id: string;
  readonly clientId: string;
  readonly packageId: string | null;
  readonly description: string | null;
  readonly amount: number;
  readonly currency: string;
  /** What the bank has decided of a dispute. */
  readonly status?: string;
}

const COLUMNS = `"payments"."id", "payments"."clientId", "packageId", "payments"."description"`;

const RETURNED = `select ${COLUMNS}, "payments"."amount", "payments"."currency"
  from "payments" indexed by "paymentsReturned"
  cross join "clients" on "clients"."id" = "payments"."clientId"
  where "returned" = 1 and "siteId" = ? and "payments"."status" = 'failed' and "accountBalances" is not null
  order by "payments"."id" desc limit ?`;

const DISPUTES = `select ${COLUMNS}, coalesce("dispute" ->> '$.paidTwice', "dispute" ->> '$.amount') "amount",
  "dispute" ->> '$.currency' "currency", "dispute" ->> '$.status' "status"
  from "payments" indexed by "paymentsDisputed"
  where "dispute" ->> '$.decision' is null and "dispute" is not null
    and ("dispute" ->> '$.status' <> 'won' or "dispute" ->> '$.paidTwice' is not null)
    and "siteId" = ? order by "id" desc limit ?`;

const taken = (read: Read, statement: string, siteId: string): Taken[] =>
  read.db.query<Taken, [string, number]>(statement).all(siteId, MOST + 1);

const draftsOf = (
  { read, caller, site }: DecisionContext,
  type: 'payment_returned' | 'dispute',
  statement: string,
  actions: string[],
): Draft[] => {
  if (!mayRead(caller, 'payment')) return [];
  return taken(read, statement, site.id).map(
    ({ id, clientId, packageId, description, amount, currency, status = null }) =>
      draft(type, id, {
        title: description ?? '',
        status,
        packageId,
        people: [{ clientId, bookingId: null }],
        amount: { amount, currency },
        actions,
      }),
  );
};

/** Direct debits that were returned after what they pay for was given, while their client owes something. */
export const returnedDebits = (asked: DecisionContext): Draft[] =>
  draftsOf(asked, 'payment_returned', RETURNED, asked.mayDo('recordPayment'));

export const openDisputes = (asked: DecisionContext): Draft[] =>
  draftsOf(asked, 'dispute', DISPUTES, asked.mayDo('decidePaymentDispute'));
