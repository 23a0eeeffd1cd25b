import { asc, gt, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import { unpack } from '../../../records/json.ts';
import { named, query, selectRows } from '../../../records/query.ts';
import { balancesOf } from '../../clients/queries.ts';
import type { Balance } from '../../clients/record.ts';
import { failedPayments, type PaymentRecord } from '../queries.ts';
import { isReturned } from '../record.ts';
import { type ChargeRow, charges } from '../tables.ts';

const byPayment = query<ChargeRow>(() => selectRows(charges, 'paymentId'));

/** How a payment is charged to a card; undefined for a payment that is not charged. */
export const chargeById = (read: Read, paymentId: string): ChargeRow | undefined => byPayment.get(read, { paymentId });

const INSERT = `insert into "charges" ("paymentId", "methodId", "attempt", "isOpen", "isAutomatic", "handler",
  "context", "requestKey", "approval") values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const insertCharge = (tx: Tx, row: Omit<ChargeRow, 'processingAt' | 'isAhead'>): void => {
  const { paymentId, methodId, attempt, isOpen, isAutomatic, handler, context, requestKey, approval } = row;
  tx.db.query(INSERT).run(paymentId, methodId, attempt, isOpen, isAutomatic, handler, context, requestKey, approval);
};

/** The holder of a card, who is there to approve a charge. */
export interface Holder {
  /** Where the page of the bank leads back to; null where the processor's script asks on the device. */
  readonly returnUrl: string | null;
  /** What the holder has asked for, to find it again. */
  readonly asked: string;
  /** Whether the holder chooses on the device how to pay, and whether that is saved. */
  readonly isAnyWay?: true;
  readonly isKept?: boolean;
}

/** The charge of a card whose holder has to approve it. */
export interface Waiting extends Holder {
  /** The processor's id of the charge. */
  readonly chargeId: string;
  readonly endsAt: string;
}

/** Null for a charge of which no one is asked. */
export const holderOf = ({ approval }: ChargeRow): Holder | null => unpack<Holder>(approval);

/** Undefined for a charge that did not have to be approved, so far. It stays when the charge is settled. */
export const waitingOf = ({ approval }: ChargeRow): Waiting | undefined => {
  const waiting = unpack<Holder & Partial<Waiting>>(approval);
  if (waiting?.chargeId === undefined || waiting.endsAt === undefined) return undefined;
  const { chargeId, endsAt, ...holder } = waiting;
  return { ...holder, chargeId, endsAt };
};

/** Why what a charge pays for is no longer wanted, where it was booked otherwise meanwhile. */
export interface Lost {
  readonly code: string;
  readonly message: string;
}

export const lostOf = ({ context }: ChargeRow): Lost | undefined => unpack<{ readonly lost?: Lost }>(context)?.lost;

/** What a charge pays for, in words that a restored database has too; undefined for most. */
export const subjectOf = ({ context }: ChargeRow): string | undefined =>
  unpack<{ readonly subject?: string }>(context)?.subject;

export const setWaiting = (tx: Tx, paymentId: string, waiting: Waiting): void => {
  tx.db.query('update "charges" set "approval" = ? where "paymentId" = ?').run(JSON.stringify(waiting), paymentId);
};

const UPDATE = `update "charges" set "methodId" = coalesce(?, "methodId"), "attempt" = coalesce(?, "attempt"),
  "isOpen" = ? where "paymentId" = ?`;

export const updateCharge = (
  tx: Tx,
  paymentId: string,
  { methodId, attempt, isOpen }: Pick<ChargeRow, 'isOpen'> & Partial<Pick<ChargeRow, 'methodId' | 'attempt'>>,
): void => {
  tx.db.query(UPDATE).run(methodId ?? null, attempt ?? null, isOpen, paymentId);
};

export const setContext = (tx: Tx, paymentId: string, context: object): void => {
  tx.db.query('update "charges" set "context" = ? where "paymentId" = ?').run(JSON.stringify(context), paymentId);
};

// A renewal that is paid is not owed, whatever its charge has stored.
const OWED_RENEWALS = `select "paymentId", "context" ->> '$.owed' as "owed" from "payments"
  cross join "charges" on "charges"."paymentId" = "payments"."id"
  where "clientId" = ? and "currency" = ? and "status" in ('failed', 'pending')
    and "handler" = 'renewal' and "context" ->> '$.owed' > 0
  order by "returned" desc, "paymentId"`;
const SET_OWED = `update "charges" set "context" = json_set("context", '$.owed', ?) where "paymentId" = ?`;

/** What a client owes for renewals in a currency: first what banks have returned, which nothing else pays by name, then the oldest. */
export const owedRenewals = (tx: Tx, clientId: string, currency: string) =>
  tx.db.query<{ paymentId: string; owed: number }, string[]>(OWED_RENEWALS).all(clientId, currency);

/** Lowers the first ones: by `paid`, and until all are at most `owed`, the client's whole debt in this currency. */
export const settleOwedRenewals = (
  tx: Tx,
  clientId: string,
  { currency, paid, owed }: { readonly currency: string; readonly paid: number; readonly owed: number },
): void => {
  const renewals = owedRenewals(tx, clientId, currency);
  const total = renewals.reduce((sum, each) => sum + each.owed, 0);
  let left = Math.max(paid, total - owed);
  for (const each of renewals) {
    const part = Math.min(left, each.owed);
    if (part <= 0) return;
    tx.db.query(SET_OWED).run(each.owed - part, each.paymentId);
    left -= part;
  }
};

/** Stores whether a payment goes back as soon as it has come, because what it pays for was given back meanwhile. */
export const setRefundDue = (tx: Tx, paymentId: string, isDue: boolean): void => {
  const context = isDue ? `json_set("context", '$.refundDue', 1)` : `json_remove("context", '$.refundDue')`;
  tx.db.query(`update "charges" set "context" = ${context} where "paymentId" = ?`).run(paymentId);
};

export const isRefundDue = ({ context }: ChargeRow): boolean =>
  unpack<{ readonly refundDue?: 1 }>(context)?.refundDue === 1;

/** Stores that a charge takes days, and whether what it pays for is given meanwhile. */
export const setProcessing = (tx: Tx, paymentId: string, isAhead: boolean, since = tx.now): void => {
  tx.db
    .query('update "charges" set "processingAt" = ?, "isAhead" = ? where "paymentId" = ?')
    .run(since, Number(isAhead), paymentId);
};

/** What a client still owes for the renewal of a payment, in minor units. */
export const owedFor = (read: Read, paymentId: string): number => {
  const { owed = 0 }: { readonly owed?: number } = JSON.parse(chargeById(read, paymentId)?.context ?? '{}');
  return owed;
};

/** What of a failed payment is owed: what a bank has returned, and what is left of a declined renewal. */
const owedOf = (read: Read, payment: PaymentRecord): number => {
  if (payment.purpose === 'membership_renewal') return owedFor(read, payment.id);
  return isReturned(payment) ? payment.amount : 0;
};

/** What a client owes for a package, as far as the client owes anything; null for nothing. */
export const debtOfPackage = (
  read: Read,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Balance | null => {
  const [first, ...others] = failedPayments(read, id).filter((payment) => owedOf(read, payment) > 0);
  if (first === undefined) return null;
  const { currency } = first;
  const same = [first, ...others].filter((payment) => payment.currency === currency);
  const owed = same.reduce((sum, payment) => sum + owedOf(read, payment), 0);
  const balance = balancesOf(read, clientId).find((each) => each.currency === currency)?.amount ?? 0;
  const amount = Math.min(owed, 0 - balance);
  return amount > 0 ? { amount, currency } : null;
};

const TAKE_OWED = `update "charges" set "context" = json_set("context", '$.owed', 0)
  where "paymentId" = ? and "context" ->> '$.owed' > 0`;

/** What the client owes for the renewal of a payment, which another payment takes over. */
export const takeOwed = (tx: Tx, paymentId: string): { readonly owed?: number } => {
  const { owed }: { readonly owed?: number } = JSON.parse(chargeById(tx, paymentId)?.context ?? '{}');
  tx.db.query(TAKE_OWED).run(paymentId);
  return owed === undefined ? {} : { owed };
};

const open = query<ChargeRow>(() =>
  selectRows(charges, sql`${charges.isOpen} = 1`, gt(charges.paymentId, named('after')))
    .orderBy(asc(charges.paymentId))
    .limit(100),
);

/** Up to 100 charges without a known result, of payments with ids after `after`, the oldest first. */
export const openCharges = (read: Read, after: string): ChargeRow[] => open.all(read, { after });

/** For the charge of a payment, in a condition: it waits for the holder of the card. */
export const IS_WAITING = `"charges"."isOpen" = 1 and "charges"."approval" ->> '$.chargeId' is not null`;

const WAITING = `select "charges".* from "charges" indexed by "chargesOpen"
  join "payments" on "payments"."id" = "charges"."paymentId"
  where ${IS_WAITING} and "clientId" = ?
  order by "paymentId" limit 100`;

/** The charges to a client that wait for the holder of the card, the oldest first. */
export const waitingCharges = (read: Read, clientId: string): ChargeRow[] =>
  read.db.query<ChargeRow, string[]>(WAITING).all(clientId);

const PAYING_FOR_SEATS = `select "charges".* from "charges" indexed by "chargesOpen"
  join "payments" on "payments"."id" = "charges"."paymentId"
  where "isOpen" = 1 and "handler" in ('drop_in', 'sale_with_booking') and "clientId" = ?1
  union all
  select "charges".* from "payments" join "charges" on "charges"."paymentId" = "payments"."id"
  where "clientId" = ?1 and "payments"."status" = 'pending' and "processing" = 1 and "isAhead" = 0
    and "handler" in ('drop_in', 'sale_with_booking')
  order by "paymentId" limit 100`;

/** The charges to a client for seats that are not given yet: no result is known, the holder is asked, or the bank takes days. */
export const openSeatCharges = (read: Read, clientId: string): ChargeRow[] =>
  read.db.query<ChargeRow, string[]>(PAYING_FOR_SEATS).all(clientId);

/** Whether a client is paying for a session, alone or with a plan, and has not got it yet. */
export const isPayingFor = (read: Read, clientId: string, sessionId: string): boolean =>
  openSeatCharges(read, clientId).some(({ context }) => {
    const { sessionId: paidFor, lost }: { readonly sessionId?: string; readonly lost?: Lost } = JSON.parse(context);
    return paidFor === sessionId && lost === undefined;
  });

const ENDED = `select "paymentId" from "charges" indexed by "chargesOpen"
  where ${IS_WAITING} and "charges"."approval" ->> '$.endsAt' <= ?
  order by "paymentId" limit 100`;

/** The ids of up to 100 payments whose charges wait for the holder of the card although the time for it is over, the oldest first. */
export const endedApprovals = (read: Read): string[] =>
  read.db
    .query<{ paymentId: string }, string[]>(ENDED)
    .all(read.now)
    .map(({ paymentId }) => paymentId);

const BOUGHT = `select count(*) "count" from "charges" indexed by "chargesOpen"
  join "payments" on "payments"."id" = "charges"."paymentId"
  where "isOpen" = 1 and "handler" in ('sale', 'sale_with_booking') and "clientId" = ? and "context" ->> '$.planId' = ?`;

const SETTLING = `select count(*) "count" from "payments" join "charges" on "charges"."paymentId" = "payments"."id"
  where "clientId" = ? and "payments"."status" = 'pending' and "processing" = 1 and "isAhead" = 0
    and "handler" in ('sale', 'sale_with_booking') and "context" ->> '$.planId' = ?`;

/** How many sales of a plan to a client are being charged, or settle at a bank while nothing is sold yet. */
export const salesBeingCharged = (read: Read, clientId: string, planId: string): number =>
  [BOUGHT, SETTLING]
    .map((sql) => read.db.query<{ count: number }, string[]>(sql).get(clientId, planId)?.count ?? 0)
    .reduce((sum, count) => sum + count);
