import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { periodPagesOf } from '../../records/periods.ts';
import { byColumn, type Condition, inList, named, query, select, selectFrom } from '../../records/query.ts';
import { Payment, type PaymentRow } from './record.ts';
import { charges } from './tables.ts';

const { table: payments } = Payment;

/** A payment with its refunds, which are JSON text in no order. */
export interface PaymentRecord extends PaymentRow {
  readonly refunds: string;
}

const withRefunds = {
  refunds: sql`(select json_group_array(json_object('id', "refunds"."id", 'object', 'refund',
      'amount', "refunds"."amount", 'currency', "refunds"."currency", 'reason', "refunds"."reason",
      'status', "refunds"."status", 'notes', "refunds"."notes", 'createdByStaffId', "refunds"."createdByStaffId",
      'createdAt', "refunds"."createdAt"))
    from "refunds" where "refunds"."paymentId" = "payments"."id")`.as('refunds'),
};
const columns = () => ({ ...getTableColumns(payments), ...withRefunds });

const records = (...conditions: Condition<typeof payments>[]) => selectFrom(payments, columns(), ...conditions);
const byId = query<PaymentRecord>(() => records('id'));
const byIds = query<PaymentRecord>(() => records(inList(payments.id, 'ids')));

export const paymentById = (read: Read, id: string): PaymentRecord | undefined => byId.get(read, { id });

export const paymentsById = (read: Read, ids: readonly string[]): PaymentRecord[] =>
  byIds.all(read, { ids: JSON.stringify(ids) });

/** @throws Problem 404 when there is no such payment or the caller may not see it. */
export const findPayment = Payment.finder(paymentById);

/** @throws Problem 404 when there is no such payment, or it is another client's. */
export const findOwnPayment = (read: Read, { clientId }: { readonly clientId: string }, id: string): PaymentRecord => {
  const row = paymentById(read, id);
  if (row === undefined || row.clientId !== clientId) throw notFound('payment', id);
  return row;
};

export const paymentPage = periodPagesOf<PaymentRecord>(
  payments,
  () => ({
    direction: 'descending',
    extraColumns: withRefunds,
    indexed: byColumn(payments, 'externalId', 'clientId', 'status'),
    indexedBySite: ['status'],
    // For one client, or one external id.
    filters: {
      purpose: sql`+${payments.purpose} = ${named('purpose')}`,
      paymentMethod: sql`+${payments.paymentMethod} = ${named('paymentMethod')}`,
    },
    sites: Payment.sites,
  }),
  () => ({ instant: payments.createdAt, narrow: ['externalId', 'clientId'] }),
);

/** The payments of one client. A cursor of another client's payment is unknown here. */
export const ownPaymentPage = pagesOf<PaymentRecord>(payments, () => ({
  sites: null,
  direction: 'descending',
  extraColumns: withRefunds,
  collection: 'clientId',
  filters: { clientId: eq(payments.clientId, named('clientId')) },
}));

const dropIns = query<PaymentRecord>(() =>
  records('bookingId', sql`+${payments.purpose} = 'drop_in'`).orderBy(desc(payments.id)),
);

export const dropInPayments = (read: Read, bookingId: string): PaymentRecord[] => dropIns.all(read, { bookingId });

/** Whether a visit is paid for as a drop-in, or its payment is on the way. */
export const hasDropIn = (read: Read, bookingId: string): boolean =>
  dropInPayments(read, bookingId).some(
    ({ status, voidedAt }) => voidedAt === null && status !== 'failed' && status !== 'refunded',
  );

const failed = query<PaymentRecord>(() => records('packageId', sql`+${payments.status} = 'failed'`));

/** The payments of a package that have failed, for good or until they are tried again. */
export const failedPayments = (read: Read, packageId: string): PaymentRecord[] => failed.all(read, { packageId });

const disputed = query<PaymentRecord>(() => records('packageId', sql`+${payments.dispute} is not null`));

/** The payments of a package that were ever disputed. */
export const disputedPayments = (read: Read, packageId: string): PaymentRecord[] => disputed.all(read, { packageId });

const takenBack = query<PaymentRecord>(() =>
  records(
    'clientId',
    sql`(+${payments.returned} = 1 or +${payments.dispute} is not null) and +${payments.status} <> 'pending'`,
  ).orderBy(payments.id),
);

/** The payments of a client that a bank has returned, or that were ever disputed, the oldest first. */
export const takenBackPayments = (read: Read, clientId: string): PaymentRecord[] => takenBack.all(read, { clientId });

const charged = query<PaymentRecord>(() =>
  records(sql`${payments.processor} is not null and ${payments.processor} ->> '$.chargeId' = ${named('id')}`),
);

export const paymentOfCharge = (read: Read, chargeId: string): PaymentRecord | undefined =>
  charged.get(read, { id: chargeId });

const PROCESSING = `select "id", "processor" ->> '$.chargeId' "chargeId" from "payments" indexed by "paymentsProcessing"
  where "processing" = 1 and "id" > ? and "processor" ->> '$.chargeId' is not null order by "id" limit 100`;

/** Up to 100 payments whose charges take days, with ids after `after`. */
export const processingPayments = (read: Read, after: string): { readonly id: string; readonly chargeId: string }[] =>
  read.db.query<{ id: string; chargeId: string }, [string]>(PROCESSING).all(after);

const begunBy = query<PaymentRecord>(() =>
  select
    .select(columns())
    .from(charges)
    .innerJoin(payments, eq(payments.id, charges.paymentId))
    .where(and(eq(charges.requestKey, named('requestKey')), gt(payments.createdAt, named('since'))))
    .orderBy(desc(payments.id)),
);

/** The newest payment that requests with an idempotency key began after an instant. */
export const paymentOfRequest = (read: Read, requestKey: string, since: string): PaymentRecord | undefined =>
  begunBy.get(read, { requestKey, since });

const renewals = query<PaymentRecord>(() =>
  records(
    'packageId',
    sql`+${payments.purpose} = 'membership_renewal'`,
    sql`not exists (select 1 from "charges" where "charges"."paymentId" = "payments"."id" and "handler" = 'desk_renewal')`,
  )
    .orderBy(desc(payments.id))
    .limit(1),
);

/** The newest payment for a renewal of a package, without the cards that were tried at the desk. */
export const lastRenewal = (read: Read, packageId: string): PaymentRecord | undefined =>
  renewals.get(read, { packageId });

const BEING_PAID = `select exists (select 1 from "payments" where "packageId" = ?
  and +"purpose" = 'membership_renewal' and +"status" = 'pending') "isPending"`;

/** Whether a card is being charged for a renewal of a package, automatically or at the desk. */
export const isRenewalBeingPaid = (read: Read, packageId: string): boolean =>
  read.db.query<{ isPending: number }, [string]>(BEING_PAID).get(packageId)?.isPending === 1;
