import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS } from '../../../kernel/durations.ts';
import type { Penalty } from '../../bookings/record.ts';
import { mayReadPackage } from '../../packages/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { packageLine } from '../people.ts';
import { mayRead } from '../rights.ts';
import { failingRenewals, type OwingBooking, owingBookings } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

export const failedRenewals = ({ read, caller, site, mayDo }: DecisionContext): Draft[] => {
  if (!mayRead(caller, 'package') || !mayRead(caller, 'payment')) return [];
  const actions = mayDo('recordPayment', 'updatePackage', 'cancelPackage');
  return failingRenewals(read, site.id)
    .filter((row) => mayReadPackage(caller, row))
    .map((row) =>
      draft('renewal_failed', row.id, {
        title: row.name,
        dueAt: row.nextRenewalAt,
        packageId: row.id,
        people: [{ clientId: row.clientId, bookingId: null }],
        amount: { amount: row.owed || row.price, currency: row.currency },
        package: packageLine(row),
        actions,
      }),
    );
};

/** When a fee is charged automatically; null when it is not. */
const chargedAt = ({ read, site }: DecisionContext, row: OwingBooking, { status }: Penalty): string | null => {
  const { autoChargeFees, feeChargeDelayHours } = paymentSettings(read, site.id);
  const since = row.noShowAt ?? row.cancelledAt;
  if (status !== 'pending' || !autoChargeFees || row.hasCard === 0 || since === null) return null;
  return isoInstant(epochOf(since) + feeChargeDelayHours * HOUR_MS);
};

export const openFees = (asked: DecisionContext): Draft[] => {
  const { read, caller, site, mayDo } = asked;
  if (!mayRead(caller, 'booking')) return [];
  const actions = mayDo('recordPayment', 'waivePenalty');
  return owingBookings(read, site.id).map((row) => {
    const penalty: Penalty = JSON.parse(row.penalty);
    return draft('fee', row.id, {
      title: row.sessionName,
      status: penalty.status,
      dueAt: chargedAt(asked, row, penalty),
      startTime: row.startTime,
      sessionId: row.sessionId,
      people: [{ clientId: row.clientId, bookingId: row.id }],
      amount: { amount: penalty.amount, currency: penalty.currency },
      actions,
    });
  });
};
