import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { described, flag, instant, nullable, object } from '../../kernel/schemas.ts';
import type { BookingRecord } from '../bookings/queries.ts';
import { Booking } from '../bookings/record.ts';
import { bookingViews } from '../bookings/view.ts';
import { Checkin, type CheckinRow } from '../checkins/record.ts';
import type { ClientRecord } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { redemptionsOfPayments } from '../discount-codes/queries.ts';
import { ledgersOf, useOf } from '../packages/credits/queries.ts';
import { Package, type PackageRow } from '../packages/record.ts';
import { ledgerEntryView, packageViews } from '../packages/view.ts';
import { chargeById } from '../payments/charging/queries.ts';
import type { PaymentRecord } from '../payments/queries.ts';
import { Payment, type PaymentRow, refund } from '../payments/record.ts';
import { refundsOfPayments } from '../payments/refunds/queries.ts';
import { KEEPS, VOIDS } from '../payments/tables.ts';
import { paymentView } from '../payments/view.ts';
import { findNotificationPreferences, findUnitPreferences } from '../preferences/queries.ts';
import { Schedule, type ScheduleRow } from '../schedules/record.ts';
import { scheduleViews } from '../schedules/view.ts';
import { type SessionRecord, sessionsById } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';
import { managedViews } from '../sessions/view.ts';
import { visitOf } from './fact-dates.ts';

const SESSION_FIELDS = [
  'name',
  'startTime',
  'durationMinutes',
  'siteId',
  'instructorId',
  'category',
  'type',
  'creditCost',
] as const;

export const sessionFields = object(() => Type.Pick(Session.schema, SESSION_FIELDS).properties);

export const bookingsWithSession = (read: Read, rows: readonly BookingRecord[]) => {
  const ids = new Set(rows.map(({ sessionId }) => sessionId));
  const sessions = new Map(sessionsById(read, [...ids]).map((row) => [row.id, row]));
  const view = bookingViews(read, rows);
  return (row: BookingRecord): object => {
    const session = sessions.get(row.sessionId);
    if (session === undefined) throw new Error(`the booking '${row.id}' has no session`);
    const fields = Object.fromEntries(SESSION_FIELDS.map((field) => [field, session[field]]));
    const use = useOf(read, row.id);
    const state = {
      ...Booking.stateOf(row),
      use: use === undefined ? null : { credits: use.credits, state: use.state },
      visit: row.status === 'attended' ? visitOf(read, row) : null,
    };
    return { ...view(row), session: fields, state };
  };
};

const FREEZES = 'select "startsAt", "endsAt" from "packageFreezes" where "packageId" = ? order by "startsAt"';

export const packagesWithLedger = (read: Read, rows: readonly PackageRow[]) => {
  const ids = rows.map(({ id }) => id);
  const ledgers = Map.groupBy(ledgersOf(read, ids), ({ packageId }) => packageId);
  const view = packageViews(read, rows);
  return (row: PackageRow): object => ({
    ...view(row),
    ledger: (ledgers.get(row.id) ?? []).map(ledgerEntryView),
    state: { ...Package.stateOf(row), freezes: read.db.query(FREEZES).all(row.id) },
  });
};

const clientStateOf = (read: Read, clientId: string) => {
  const notifications = findNotificationPreferences(read, clientId);
  const { clientId: _clientId, ...units } = findUnitPreferences(read, clientId) ?? {};
  const chosen = Object.entries(units).filter(([, value]) => value !== null);
  return {
    notificationPreferences:
      notifications === undefined
        ? null
        : {
            ...JSON.parse(notifications.choices),
            createdAt: notifications.createdAt,
            updatedAt: notifications.updatedAt,
          },
    unitPreferences: chosen.length === 0 ? null : Object.fromEntries(chosen),
  };
};

export const clientsWithState =
  (read: Read) =>
  (row: ClientRecord): object => ({ ...Client.view(row), state: clientStateOf(read, row.id) });

export const schedulesWithState = (read: Read, rows: readonly ScheduleRow[]) => {
  const view = scheduleViews(read, rows);
  return (row: ScheduleRow): object => {
    const state = { isBehindSite: row.siteBefore !== null, ...Schedule.stateOf(row) };
    return { ...view(row), state };
  };
};

/** The view of the sessions of one page, with their virtual addresses, as only /manage shows them. */
export const sessionsWithState = (read: Read) => {
  const view = managedViews(read);
  return (row: SessionRecord): object => {
    const state = { isCompleted: row.completedAt !== null, ...Session.stateOf(row) };
    return { ...view(row), state };
  };
};

export const exportedRefund = object(() => ({
  ...refund.properties,
  cancelPackage: described(flag(), 'Whether its success cancels the package.'),
  isVoid: described(flag(), 'Whether its success takes the sale back as if it had not been made.'),
  processorRefundId: described(nullable(Type.String()), 'Its id at the processor.'),
  failureCode: nullable(Type.String()),
  updatedAt: instant(),
}));

export const refundWithoutProcessor = object(() => Type.Omit(exportedRefund, ['processorRefundId']).properties);

const paymentStates = (read: Read, rows: readonly PaymentRow[]) => {
  const packageIds = rows.flatMap(({ packageId }) => packageId ?? []);
  const current = new Set(Package.rows.findAll(read, packageIds).map(({ paymentId }) => paymentId));
  const redemptions = redemptionsOfPayments(
    read,
    rows.map(({ id }) => id),
  );
  return (payment: PaymentRow) => {
    const { id: paymentId, status } = payment;
    const isSettled = status !== 'pending' && status !== 'failed';
    const charge = isSettled ? undefined : chargeById(read, paymentId);
    return {
      ...Payment.stateOf(payment),
      isOfPackage: current.has(paymentId),
      discountCodeId: redemptions.get(paymentId)?.codeId ?? null,
      discountGivenBackAt: redemptions.get(paymentId)?.givenBackAt ?? null,
      charge:
        charge === undefined
          ? null
          : {
              paymentMethodId: charge.methodId,
              attempt: charge.attempt,
              isOpen: charge.isOpen === 1,
              isAutomatic: charge.isAutomatic === 1,
              handler: charge.handler,
              context: JSON.parse(charge.context),
              ...(charge.processingAt === null
                ? {}
                : { processingAt: charge.processingAt, isAhead: charge.isAhead === 1 }),
            },
    };
  };
};

/** The view of the payments of one page, with what their charges and refunds have at the processor. */
export const paymentsWithState = (read: Read, rows: readonly PaymentRecord[]) => {
  const ids = rows.map(({ id }) => id);
  const refunds = new Map(refundsOfPayments(read, ids).map((row) => [row.id, row]));
  const stateOf = paymentStates(read, rows);
  return (row: PaymentRecord) => {
    const shown = paymentView(row);
    return {
      ...shown,
      refunds: shown.refunds.map((each) => {
        const stored = refunds.get(each.id);
        if (stored === undefined) throw new Error(`the refund '${each.id}' is gone`);
        const { cancelPackage, processorRefundId, failureCode, updatedAt } = stored;
        const does = { cancelPackage: cancelPackage !== KEEPS, isVoid: cancelPackage === VOIDS };
        return { ...each, ...does, processorRefundId, failureCode, updatedAt };
      }),
      state: stateOf(row),
    };
  };
};

/** The same without what only the processor knows of: the ids of refunds there, and charges that continue. */
export const paymentsWithoutProcessor = (read: Read, rows: readonly PaymentRecord[]) => {
  const view = paymentsWithState(read, rows);
  return (row: PaymentRecord): object => {
    const { refunds, state, ...shown } = view(row);
    const { charge: _charge, ...shownState } = state;
    return { ...shown, refunds: refunds.map(({ processorRefundId: _id, ...each }) => each), state: shownState };
  };
};

export const checkinWithVisit = (row: CheckinRow): object => ({ ...Checkin.view(row), isVisit: row.isVisit === 1 });

/** The view of the check-ins of one page, with how their visits count. */
export const checkinsWithState =
  (read: Read) =>
  (row: CheckinRow): object => ({
    ...checkinWithVisit(row),
    state: { visit: row.isVisit === 1 ? visitOf(read, row) : null },
  });
