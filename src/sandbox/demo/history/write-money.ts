import { getTableColumns } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { pack } from '../../../records/json.ts';
import { PLANS, SITES } from '../../../resources/demo-ids.ts';
import { billingDayFrom } from '../../../resources/packages/lifecycle/dates.ts';
import { Package } from '../../../resources/packages/record.ts';
import type { LedgerReason } from '../../../resources/packages/tables.ts';
import { amountsOf } from '../../../resources/payments/amounts.ts';
import { continueAfter } from '../../../resources/payments/invoices.ts';
import { Payment } from '../../../resources/payments/record.ts';
import { Plan, type PlanRow } from '../../../resources/plans/record.ts';
import type { Seat } from './attendance.ts';
import type { Days } from './days.ts';
import { historyId } from './ids.ts';
import { insertRows } from './insert-rows.ts';
import type { Bought, Purchases } from './purchases.ts';

/** A payment of the history. */
interface Paid {
  readonly id: string;
  readonly bought: Bought;
  readonly at: number;
  readonly isRenewal: boolean;
  readonly invoiceNumber: string;
}

const PLAN_IDS = new Set<string>(Object.values(PLANS));
/** A part of the last month of someone who stopped coming was given back some weeks later. */
const REFUND = { amount: 4_300, after: 28 * DAY_MS } as const;

/** The payments in their order, each with its number in the series of its year. */
export const paymentsFor = ({ bought }: Purchases, days: Days): Paid[] => {
  const numbers = new Map<string, number>();
  const paid = bought
    .flatMap((each) => each.paidAt.map((at, index) => ({ bought: each, at, isRenewal: index > 0 })))
    .toSorted((left, right) => left.at - right.at);
  return paid.map((each, index) => {
    const year = days.date(days.dayOf(each.at)).slice(0, 4);
    const number = (numbers.get(year) ?? 0) + 1;
    numbers.set(year, number);
    const invoiceNumber = `${Number(year)}-${String(number).padStart(6, '0')}`;
    return { ...each, id: historyId('payment', index + 1), invoiceNumber };
  });
};

/** Reserves the numbers of the history, before anything else is sold. */
export const reserveInvoices = (tx: Tx, payments: readonly Paid[]): void => {
  for (const { invoiceNumber } of payments) continueAfter(tx, invoiceNumber);
};

interface Priced {
  readonly plans: ReadonlyMap<string, PlanRow>;
  readonly refundOf: string;
}

const planIn = ({ plans }: Priced, { planId }: Bought): PlanRow => {
  const plan = plans.get(planId);
  if (plan === undefined) throw new Error(`the demo studio has no plan '${planId}'`);
  return plan;
};

const paymentRow = (priced: Priced, { id, bought, at, isRenewal, invoiceNumber }: Paid, index: number) => {
  const { name, price, currency } = planIn(priced, bought);
  const purpose = isRenewal ? 'membership_renewal' : 'package';
  const line = { description: name, unitAmount: price, referenceId: bought.id };
  const { lineItems, amount, taxAmount, discountAmount } = amountsOf([line], true, purpose);
  const isRefunded = priced.refundOf === id;
  return {
    id,
    clientId: bought.clientId,
    packageId: bought.id,
    planId: bought.planId,
    currency,
    amount,
    taxAmount,
    discountAmount,
    purpose,
    description: name,
    invoiceNumber,
    lineItems: pack(lineItems),
    paidAt: isoInstant(at),
    paymentMethod: index % 3 === 0 ? 'cash' : 'external',
    status: isRefunded ? 'partially_refunded' : 'completed',
    amountRefunded: isRefunded ? REFUND.amount : 0,
    createdAt: isoInstant(at),
    updatedAt: isoInstant(isRefunded ? at + REFUND.after : at),
  };
};

/** When each package was changed last, and what happened to its credits. */
interface Change {
  readonly at: number;
  readonly delta: number;
  readonly reason: LedgerReason;
  readonly bookingId: string | null;
}

const FORFEITED = { noshow: 'no_show', late: 'late_forfeit' } as const;

const changesBy = ({ id, bookedAt, settledAt, outcome }: Seat): Change[] => [
  { at: bookedAt, delta: -1, reason: 'booking', bookingId: id },
  ...(outcome === 'attended' ? [] : [{ at: settledAt, delta: 0, reason: FORFEITED[outcome], bookingId: id }]),
];

const changesOf = (bought: Bought): Change[] => {
  if (bought.source === 'unlimited') return [];
  const begin = { at: bought.paidAt[0] ?? 0, delta: bought.seats.length, reason: 'purchase', bookingId: null } as const;
  return [begin, ...bought.seats.flatMap(changesBy)].toSorted((left, right) => left.at - right.at);
};

const ledgerOf = (bought: readonly Bought[]) => {
  let count = 0;
  return bought.flatMap((each) => {
    let balance = 0;
    return changesOf(each).map(({ at, delta, reason, bookingId }) => {
      balance += delta;
      count += 1;
      const id = historyId('entry', count);
      return { id, packageId: each.id, at: isoInstant(at), delta, balance, reason, bookingId };
    });
  });
};

/** What a package takes from its plan. */
const termsOf = ({ id, autoRenews, archivedAt, metadata, externalId, createdAt, updatedAt, ...terms }: PlanRow) => {
  const columns = getTableColumns(Package.table);
  return Object.fromEntries(Object.entries(terms).filter(([name]) => Object.hasOwn(columns, name)));
};

const packageRow = (read: Read, priced: Priced, bought: Bought, paymentId: string) => {
  const plan = planIn(priced, bought);
  const [soldAt = 0] = bought.paidAt;
  const [startsAt, expiresAt] = [isoInstant(soldAt), isoInstant(bought.expiresAt)];
  const credits = plan.creditsTotal === null ? null : bought.seats.length;
  const isOver = bought.expiresAt <= read.nowMs;
  const last = Math.max(bought.paidAt.at(-1) ?? 0, ...changesOf(bought).map(({ at }) => at));
  return {
    ...termsOf(plan),
    id: bought.id,
    clientId: bought.clientId,
    planId: plan.id,
    paymentId,
    startsAt,
    activatedAt: startsAt,
    expiresAt,
    billingDay: billingDayFrom(read, { ...plan, siteId: SITES.downtown }, soldAt),
    creditsTotal: credits,
    creditsRemaining: credits === null ? null : 0,
    creditsUsed: credits ?? 0,
    status: isOver ? 'expired' : credits === null ? 'active' : 'depleted',
    createdAt: startsAt,
    updatedAt: isoInstant(isOver ? bought.expiresAt + 1 : last),
  };
};

const useOf = ({ id: packageId, source }: Bought, seat: Seat) => ({
  bookingId: seat.id,
  packageId,
  credits: source === 'unlimited' ? 0 : 1,
  startTime: isoInstant(seat.held.start),
  state: seat.outcome === 'attended' ? 'consumed' : 'forfeited',
});

/** Writes what was sold, and what was given back, before the bookings that it pays for. */
export const writeSales = (tx: Tx, { bought }: Purchases, payments: readonly Paid[], refundTo: string): void => {
  const plans = new Map(Plan.rows.findAll(tx, [...PLAN_IDS]).map((plan) => [plan.id, plan]));
  const refunded = payments.findLast((paid) => paid.bought.clientId === refundTo);
  if (refunded === undefined) throw new Error('the history has nothing to give back');
  const priced: Priced = { plans, refundOf: refunded.id };
  const lastPayment = new Map(payments.map((paid) => [paid.bought, paid.id] as const));
  const downtown = { siteId: SITES.downtown };
  const rows = payments.map((paid, index) => paymentRow(priced, paid, index));
  insertRows(tx, 'payments', { ...Payment.initial(tx), ...downtown }, rows);
  for (const ofPlan of Map.groupBy(bought, ({ planId }) => planId).values()) {
    const packages = ofPlan.map((each) => packageRow(tx, priced, each, lastPayment.get(each) ?? ''));
    insertRows(tx, 'packages', { ...Package.initial(tx), ...downtown }, packages);
  }
  const at = isoInstant(refunded.at + REFUND.after);
  const reason = { reason: 'requested_by_customer', notes: 'Moves away', status: 'succeeded', cancelPackage: 0 };
  const { currency } = planIn(priced, refunded.bought);
  const refund = { id: historyId('refund', 1), paymentId: refunded.id, amount: REFUND.amount, currency };
  insertRows(tx, 'refunds', {}, [{ ...refund, ...reason, createdAt: at, updatedAt: at }]);
};

/** Writes what each booking takes of its package. `paidBy` has packages from after the history too. */
export const writeUses = (tx: Tx, { bought, paidBy }: Purchases): void => {
  insertRows(tx, 'creditLedger', {}, ledgerOf(bought));
  const uses = bought.flatMap((each) => each.seats.map((seat) => useOf(each, seat)));
  const own = new Set(bought.map(({ id }) => id));
  const later = [...paidBy].flatMap(([seat, { id, source }]) =>
    own.has(id) ? [] : [useOf({ id, source, seats: [], clientId: '', planId: '', paidAt: [], expiresAt: 0 }, seat)],
  );
  insertRows(tx, 'packageUses', {}, [...uses, ...later]);
};
