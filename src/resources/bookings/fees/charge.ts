import { apart } from '../../../database/apart.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { turn } from '../../../kernel/slices.ts';
import { clientById } from '../../clients/queries.ts';
import { defaultMethodOf } from '../../payment-methods/queries.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import { amountsOf } from '../../payments/amounts.ts';
import { addArrears } from '../../payments/charging/arrears.ts';
import type { ChargeDeps } from '../../payments/charging/call-processor.ts';
import { type ConfiguredProcessor, isConfiguredFor } from '../../payments/charging/cards.ts';
import { chargeAutomatically } from '../../payments/charging/charge-card.ts';
import { beginCharge, type ChargeHandler } from '../../payments/charging/charges.ts';
import { feeSubject } from '../../payments/charging/lost.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { PURPOSE_LINES } from '../../payments/receipts/purpose-lines.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import type { BookingRecord } from '../queries.ts';
import type { BookingRow, Penalty } from '../record.ts';
import { type ChargeSettings, chargeDueAt, isPenalized, type Penalized } from './penalties.ts';
import { chargedFee, findFee, PURPOSES, setPenalty, settleCharged } from './settle.ts';

interface OwingBooking extends Pick<BookingRow, 'id' | 'clientId' | 'siteId' | 'noShowAt' | 'cancelledAt'> {
  /** Whether the client has a default card and no payment of the fee has begun. */
  readonly isChargeable: 0 | 1;
}

/** How many bookings one turn of the event loop looks at. */
const OWING_AT_ONCE = 200;

// Every fee that is pending, not only those that can be charged: without cards there would be no end to the search.
const OWING = `select "id", "clientId", "siteId", "noShowAt", "cancelledAt", "penalty" ->> '$.paymentId' is null
    and exists (select 1 from "paymentMethods" where "clientId" = "bookings"."clientId" and "isDefault" = 1) as "isChargeable"
  from "bookings"
  where "penalty" is not null and "penalty" ->> '$.status' = 'pending' and "id" > ? order by "id" limit ${OWING_AT_ONCE}`;

/** Some bookings, with ids after `after`, whose fee is pending. */
const owingBookings = (read: Read, after: string): OwingBooking[] =>
  read.db.query<OwingBooking, [string]>(OWING).all(after);

/** What the charge of a fee stores until it is settled. */
interface FeeContext {
  readonly bookingId: string;
  readonly subject?: string;
}

/** Marks the penalty as charged, or adds the fee to what the client owes. */
export const feeHandler: ChargeHandler<FeeContext> = {
  completed(tx, payment, { bookingId }) {
    const fee = chargedFee(tx, payment, bookingId);
    // The processor may have the money of a charge that had been given up.
    if (fee !== undefined) settleCharged(tx, fee, payment, fee.penalty.status === 'failed');
  },
  failed(tx, payment, { bookingId }) {
    const fee = chargedFee(tx, payment, bookingId);
    if (fee === undefined) return;
    // A client who was checked in meanwhile, or whose booking was canceled in time, owes nothing.
    if (!isPenalized(fee.row)) return setPenalty(tx, fee.row, null);
    setPenalty(tx, fee.row, { ...fee.penalty, status: 'failed' });
    addArrears(tx, payment.clientId, payment);
  },
};

const isDue = ({ now }: Read, row: Penalized, settings: ChargeSettings): boolean => {
  const dueAt = chargeDueAt(row, settings);
  return dueAt !== null && dueAt <= now;
};

const charge = (
  tx: Tx,
  deps: ChargeDeps,
  row: BookingRecord,
  penalty: Penalty,
  card: PaymentMethodRow,
): PaymentRecord | undefined => {
  const client = clientById(tx, row.clientId);
  const site = Site.rows.find(tx, row.siteId);
  // When the site has changed its currency since, staff decide.
  if (client === undefined || site === undefined || site.currency !== penalty.currency) return undefined;
  const description = PURPOSE_LINES[PURPOSES[penalty.type]];
  const purpose = PURPOSES[penalty.type];
  const line = { description, unitAmount: penalty.amount, referenceId: row.id };
  const payment = beginCharge(tx, deps, {
    client,
    site,
    card,
    ...amountsOf([line], true, purpose),
    id: tx.id(),
    purpose,
    description,
    bookingId: row.id,
    handler: 'fee',
    context: { bookingId: row.id, subject: feeSubject(row.id) } satisfies FeeContext,
    isAutomatic: true,
  });
  setPenalty(tx, row, { ...penalty, paymentId: payment.id });
  return payment;
};

/** The default card of a client, unless it was saved with other processor keys. */
export const usableCard = (read: Read, deps: ConfiguredProcessor, { clientId }: Pick<BookingRecord, 'clientId'>) => {
  const card = defaultMethodOf(read, clientId);
  return card !== undefined && isConfiguredFor(card, deps) ? card : undefined;
};

const begin = (tx: Tx, deps: ChargeDeps, id: string): PaymentRecord | undefined => {
  const fee = findFee(tx, id);
  if (fee === undefined || fee.penalty.status !== 'pending' || fee.penalty.paymentId !== null) return undefined;
  const { row, penalty } = fee;
  const card = usableCard(tx, deps, row);
  return card === undefined || !isDue(tx, row, paymentSettings(tx, row.siteId))
    ? undefined
    : charge(tx, deps, row, penalty, card);
};

/** Whether no fee can be charged at the time of a read, of those that one turn of the event loop looks at. */
export const noFeeDue = (read: Read): boolean => {
  const found = owingBookings(read, '');
  const canBeCharged = (row: OwingBooking): boolean =>
    row.isChargeable === 1 && isDue(read, row, paymentSettings(read, row.siteId));
  return found.length < OWING_AT_ONCE && !found.some(canBeCharged);
};

/**
 * Charges the pending fees that are old enough to the default card, where the settings say so (rules.md "Payment"). Most
 * fees are not: they stay pending until staff take them, so that a transaction for each would be too much.
 */
export const chargeFees = async (deps: ChargeDeps): Promise<void> => {
  const { store, processor } = deps;
  const bySite = new Map<string, ChargeSettings>();
  const settingsOf = (siteId: string): ChargeSettings => {
    const settings = bySite.get(siteId) ?? paymentSettings(store.view(), siteId);
    bySite.set(siteId, settings);
    return settings;
  };
  const next = (after: string) => owingBookings(store.view(), after);
  let isAllowed: boolean | undefined;
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) {
    for (const row of found) {
      if (deps.signal.aborted) return;
      if (row.isChargeable === 0) continue;
      const what = `the fee of the booking ${row.id}`;
      const canBeCharged = (): boolean =>
        isDue(store.view(), row, settingsOf(row.siteId)) && usableCard(store.view(), deps, row) !== undefined;
      if ((await apart(what, canBeCharged)) !== true) continue;
      isAllowed ??= processor.mode !== 'live' || (await deps.isEnabled());
      if (!isAllowed) return;
      const isKeyGood = await apart(what, async () => {
        const payment = await store.write((tx) => begin(tx, deps, row.id));
        return payment === undefined || (await chargeAutomatically(deps, payment));
      });
      if (isKeyGood === false) return;
    }
    await turn();
  }
};
