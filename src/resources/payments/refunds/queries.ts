import { asc, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { inList, named, query, selectRows, tableRows } from '../../../records/query.ts';
import { type RefundRow, refunds } from '../tables.ts';

export const refundRows = tableRows(refunds);

const pending = query<RefundRow>(() =>
  selectRows(refunds, sql`${refunds.status} = 'pending'`, gt(refunds.id, named('after')))
    .orderBy(asc(refunds.id))
    .limit(100),
);

export const pendingRefunds = (read: Read, after: string): RefundRow[] => pending.all(read, { after });

const pendingOfDropIns = query<RefundRow>(() =>
  selectRows(
    refunds,
    sql`${refunds.status} = 'pending'`,
    gt(refunds.id, named('after')),
    sql`exists (select 1 from "payments" where "payments"."id" = "refunds"."paymentId" and "purpose" = 'drop_in')`,
  )
    .orderBy(asc(refunds.id))
    .limit(100),
);

/** Up to 100 pending refunds of drop-ins with ids after `after`, the oldest first. */
export const pendingDropInRefunds = (read: Read, after: string): RefundRow[] => pendingOfDropIns.all(read, { after });

const begunBy = query<RefundRow>(() => selectRows(refunds, 'requestKey', gt(refunds.createdAt, named('since'))));

/** The refund that a request with an idempotency key began after an instant. */
export const refundOfRequest = (read: Read, requestKey: string, since: string): RefundRow | undefined =>
  begunBy.get(read, { requestKey, since });

const atProcessor = query<RefundRow>(() => selectRows(refunds, eq(refunds.processorRefundId, named('id'))));

export const refundOfProcessor = (read: Read, id: string): RefundRow | undefined => atProcessor.get(read, { id });

const madeThere = query<RefundRow>(() =>
  selectRows(
    refunds,
    'paymentId',
    sql`${refunds.status} = 'succeeded'`,
    isNull(refunds.processorRefundId),
    gte(refunds.amount, named('amount')),
  )
    .orderBy(asc(refunds.amount), desc(refunds.id))
    .limit(1),
);

/**
 * The refund, made at the processor itself, that has an amount: the one with exactly this amount, or the smallest that holds
 * it, since what was made there is recorded as one where it is seen together.
 */
export const refundMadeThere = (read: Read, paymentId: string, amount: number): RefundRow | undefined =>
  madeThere.get(read, { paymentId, amount });

const byPayments = query<RefundRow>(() => selectRows(refunds, inList(refunds.paymentId, 'paymentIds')));

export const refundsOfPayments = (read: Read, paymentIds: readonly string[]): RefundRow[] =>
  byPayments.all(read, { paymentIds: JSON.stringify(paymentIds) });

const SUMS_SINCE = `select "currency", sum("amount") amount from "refunds" where "id" > ? group by "currency" order by 1`;

/** What was given back, or is about to be, by the refunds since an id was made. */
export const refundedSince = (read: Read, id: string): { readonly currency: string; readonly amount: number }[] =>
  read.db.query<{ currency: string; amount: number }, [string]>(SUMS_SINCE).all(id);
