import { and, asc, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { bookings } from '../../database/tables/bookings.ts';
import {
  type ChargeRow,
  charges,
  type PaymentRow,
  payments,
  type RefundRow,
  refunds,
} from '../../database/tables/payments.ts';

/** A payment's row with its refunds, as JSON text and in no order. */
export interface PaymentRecord extends PaymentRow {
  readonly refunds: string;
}

const told = {
  refunds: sql`(select json_group_array(json_object('id', "refunds"."id", 'object', 'refund',
      'amount', "refunds"."amount", 'currency', "refunds"."currency", 'reason', "refunds"."reason",
      'status', "refunds"."status", 'notes', "refunds"."notes", 'createdByStaffId', "refunds"."createdByStaffId",
      'createdAt', "refunds"."createdAt"))
    from "refunds" where "refunds"."paymentId" = "payments"."id")`.as('refunds'),
};

export const { insert: insertPayment, update: setPayment } = tableRows(payments);
export const refundRows = tableRows(refunds);

const records = () => select.select({ ...getTableColumns(payments), ...told }).from(payments);
const byId = query<PaymentRecord>(records().where(eq(payments.id, named('id'))));
const byIds = query<PaymentRecord>(records().where(inList(payments.id, 'ids')));

/** The payment with this id. */
export const paymentById = (read: Read, id: string): PaymentRecord | undefined => byId.get(read, { id });

/** The payments of `ids`, in no order, in one query. */
export const findPayments = (read: Read, ids: readonly string[]): PaymentRecord[] =>
  byIds.all(read, { ids: JSON.stringify(ids) });

/** A condition beside the way in: without an index of its own, so that the list's order stays behind the page. */
const beside = (column: SQLiteColumn, name: string): SQL => sql`+${eq(column, named(name))}`;

export const paymentPage = pagesOf<PaymentRecord>(payments, {
  direction: 'descending',
  also: told,
  filters: {
    externalId: eq(payments.externalId, named('externalId')),
    clientId: eq(payments.clientId, named('clientId')),
    siteId: eq(payments.siteId, named('siteId')),
    status: eq(payments.status, named('status')),
    besideClientId: beside(payments.clientId, 'besideClientId'),
    besideStatus: beside(payments.status, 'besideStatus'),
    reachable: sql`+${inList(payments.siteId, 'reachable')}`,
  },
});

/** A client's own payments; of no other client's is so much told as that it exists. */
export const ownPaymentPage = pagesOf<PaymentRecord>(payments, {
  direction: 'descending',
  also: told,
  collection: 'clientId',
  filters: { clientId: eq(payments.clientId, named('clientId')) },
});

const pending = query<RefundRow>(
  select
    .select()
    .from(refunds)
    .where(and(sql`${refunds.status} = 'pending'`, gt(refunds.id, named('after'))))
    .orderBy(asc(refunds.id))
    .limit(100),
);

/** Up to a hundred refunds with ids after `after` whose end is not known, the oldest first. */
export const pendingRefunds = (read: Read, after: string): RefundRow[] => pending.all(read, { after });

const requested = query<RefundRow>(
  select
    .select()
    .from(refunds)
    .where(and(eq(refunds.requestKey, named('requestKey')), gt(refunds.createdAt, named('since')))),
);

/** The refund that a request with an idempotency key began since an instant. */
export const refundOfRequest = (read: Read, requestKey: string, since: string): RefundRow | undefined =>
  requested.get(read, { requestKey, since });

/** Whose booking it is, for a payment that names one. */
const bookers = query<{ clientId: string }>(
  select
    .select({ clientId: bookings.clientId })
    .from(bookings)
    .where(eq(bookings.id, named('id'))),
);

export const clientOfBooking = (read: Read, id: string): string | undefined => bookers.get(read, { id })?.clientId;

const oneCharge = query<ChargeRow>(
  select
    .select()
    .from(charges)
    .where(eq(charges.paymentId, named('paymentId'))),
);

/** How a payment is charged to a card; undefined where it is not. */
export const chargeById = (read: Read, paymentId: string): ChargeRow | undefined => oneCharge.get(read, { paymentId });

const INSERT_CHARGE = `insert into "charges" ("paymentId", "methodId", "attempt", "isOpen", "isAutomatic", "follows",
  "facts", "requestKey") values (?, ?, ?, ?, ?, ?, ?, ?)`;

export const insertCharge = (tx: Tx, row: ChargeRow): void => {
  const { paymentId, methodId, attempt, isOpen, isAutomatic, follows, facts, requestKey } = row;
  tx.db.query(INSERT_CHARGE).run(paymentId, methodId, attempt, isOpen, isAutomatic, follows, facts, requestKey);
};

const SET_CHARGE = `update "charges" set "methodId" = coalesce(?, "methodId"), "attempt" = coalesce(?, "attempt"),
  "isOpen" = ? where "paymentId" = ?`;

/** Opens a charge again, or closes it. */
export const setCharge = (
  tx: Tx,
  paymentId: string,
  { methodId, attempt, isOpen }: Pick<ChargeRow, 'isOpen'> & Partial<Pick<ChargeRow, 'methodId' | 'attempt'>>,
): void => {
  tx.db.query(SET_CHARGE).run(methodId ?? null, attempt ?? null, isOpen, paymentId);
};

/** Changes what a charge keeps for whatever follows it. */
export const setFacts = (tx: Tx, paymentId: string, facts: object): void => {
  tx.db.query('update "charges" set "facts" = ? where "paymentId" = ?').run(JSON.stringify(facts), paymentId);
};

const OPEN_FOR = `select exists (select 1 from "charges" indexed by "chargesOpen"
  join "payments" on "payments"."id" = "charges"."paymentId"
  where "isOpen" = 1 and "follows" = ? and "clientId" = ? and "facts" ->> '$.sessionId' = ?) as "isOpen"`;

/** Whether a client's card is being charged for a session. */
export const isBeingCharged = (read: Read, follows: string, clientId: string, sessionId: string): boolean =>
  (read.db.query(OPEN_FOR).get(follows, clientId, sessionId) as { isOpen: number }).isOpen === 1;

const openOnes = query<ChargeRow>(
  select
    .select()
    .from(charges)
    .where(and(sql`${charges.isOpen} = 1`, gt(charges.paymentId, named('after'))))
    .orderBy(asc(charges.paymentId))
    .limit(100),
);

/** Up to a hundred charges of payments after `after` whose end is not known, the oldest first. */
export const openCharges = (read: Read, after: string): ChargeRow[] => openOnes.all(read, { after });

const requestedCharge = query<PaymentRecord>(
  select
    .select({ ...getTableColumns(payments), ...told })
    .from(charges)
    .innerJoin(payments, eq(payments.id, charges.paymentId))
    .where(and(eq(charges.requestKey, named('requestKey')), gt(payments.createdAt, named('since'))))
    .orderBy(desc(payments.id)),
);

/** The newest payment that a request with an idempotency key began since an instant. */
export const chargeOfRequest = (read: Read, requestKey: string, since: string): PaymentRecord | undefined =>
  requestedCharge.get(read, { requestKey, since });

const chargedPayment = query<PaymentRecord>(
  records().where(sql`${payments.processor} is not null and ${payments.processor} ->> '$.chargeId' = ${named('id')}`),
);

/** The payment that a charge of the processor is of. */
export const paymentOfCharge = (read: Read, id: string): PaymentRecord | undefined => chargedPayment.get(read, { id });

const refundThere = query<RefundRow>(
  select
    .select()
    .from(refunds)
    .where(eq(refunds.processorRefundId, named('id'))),
);

/** The refund that a refund of the processor is of. */
export const refundOfProcessor = (read: Read, id: string): RefundRow | undefined => refundThere.get(read, { id });

const renewals = query<PaymentRecord>(
  records()
    .where(and(eq(payments.packageId, named('packageId')), sql`+${payments.purpose} = 'membership_renewal'`))
    .orderBy(desc(payments.id))
    .limit(1),
);

/** The newest payment for a renewal of a package. */
export const lastRenewal = (read: Read, packageId: string): PaymentRecord | undefined =>
  renewals.get(read, { packageId });

const OWE = 'update "clients" set "owed" = max(0, "owed" + ?) where "id" = ? returning "owed"';

/** Adds to what a client owes, or takes away; answers what is owed now, minor units. */
export const owe = (tx: Tx, clientId: string, amount: number): number =>
  (tx.db.query(OWE).get(amount, clientId) as { owed: number } | null)?.owed ?? 0;

const NEXT_NUMBER = `insert into "invoiceNumbers" ("year", "last") values (?, 1)
  on conflict ("year") do update set "last" = "last" + 1 returning "last"`;

/** Takes the next number of a year; a transaction that fails gives it back. */
export const nextNumber = (tx: Tx, year: number): number =>
  (tx.db.query(NEXT_NUMBER).get(year) as { last: number }).last;

const NOTE_NUMBER = `insert into "invoiceNumbers" ("year", "last") values (?, ?)
  on conflict ("year") do update set "last" = max("last", excluded."last")`;

/** Lets the numbers of a year go on behind `number`. */
export const noteNumber = (tx: Tx, year: number, number: number): void => {
  tx.db.query(NOTE_NUMBER).run(year, number);
};
