import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { described, flag, instant, nullable, object } from '../../kernel/schemas.ts';
import type { BookingRecord } from '../bookings/queries.ts';
import { bookingViews } from '../bookings/view.ts';
import { Checkin, type CheckinRow } from '../checkins/record.ts';
import type { ClientRecord } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { ledgersOf } from '../packages/credits/queries.ts';
import type { PackageRow } from '../packages/record.ts';
import { ledgerEntryView, packageViews } from '../packages/view.ts';
import type { PaymentRecord } from '../payments/queries.ts';
import { refund } from '../payments/record.ts';
import { refundsOfPayments } from '../payments/refunds/queries.ts';
import { paymentView } from '../payments/view.ts';
import type { ScheduleRow } from '../schedules/record.ts';
import { scheduleViews } from '../schedules/view.ts';
import { type SessionRecord, sessionsById } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';
import { managedViews } from '../sessions/view.ts';
import {
  bookingStateOf,
  clientStateOf,
  packageStateOf,
  paymentStates,
  scheduleStateOf,
  sessionStateOf,
  visitOf,
} from './state.ts';

const SESSION_FIELDS = [
  ...(['name', 'startTime', 'durationMinutes', 'siteId', 'instructorId', 'category', 'type', 'creditCost'] as const),
];

/** What identifies the session of a booking where its id is unknown. */
export const sessionFields = object(() => Type.Pick(Session.schema, SESSION_FIELDS).properties);

/** The view of the bookings of one page, with their sessions. */
export const bookingsWithSession = (read: Read, rows: readonly BookingRecord[]) => {
  const ids = new Set(rows.map(({ sessionId }) => sessionId));
  const sessions = new Map(sessionsById(read, [...ids]).map((row) => [row.id, row]));
  const view = bookingViews(read, rows);
  return (row: BookingRecord): object => {
    const session = sessions.get(row.sessionId);
    if (session === undefined) throw new Error(`the booking '${row.id}' has no session`);
    const fields = Object.fromEntries(SESSION_FIELDS.map((field) => [field, session[field]]));
    return { ...view(row), session: fields, state: bookingStateOf(read, row) };
  };
};

/** The view of the packages of one page, with their ledgers. */
export const packagesWithLedger = (read: Read, rows: readonly PackageRow[]) => {
  const ids = rows.map(({ id }) => id);
  const ledgers = Map.groupBy(ledgersOf(read, ids), ({ packageId }) => packageId);
  const view = packageViews(read, rows);
  return (row: PackageRow): object => ({
    ...view(row),
    ledger: (ledgers.get(row.id) ?? []).map(ledgerEntryView),
    state: packageStateOf(read, row),
  });
};

/** The view of the clients of one page. */
export const clientsWithState =
  (read: Read) =>
  (row: ClientRecord): object => ({ ...Client.view(row), state: clientStateOf(read, row.id) });

/** The view of the schedules of one page. */
export const schedulesWithState = (read: Read, rows: readonly ScheduleRow[]) => {
  const view = scheduleViews(read, rows);
  return (row: ScheduleRow): object => ({ ...view(row), state: scheduleStateOf(row) });
};

/** The view of the sessions of one page, with their virtual addresses, as only /manage shows them. */
export const sessionsWithState = (read: Read) => {
  const view = managedViews(read);
  return (row: SessionRecord): object => ({ ...view(row), state: sessionStateOf(row) });
};

/** A refund with what it has at the processor. */
export const exportedRefund = object(() => ({
  ...refund.properties,
  cancelPackage: described(flag(), 'Whether its success cancels the package.'),
  processorRefundId: described(nullable(Type.String()), 'Its id at the processor.'),
  failureCode: nullable(Type.String()),
  updatedAt: instant(),
}));

/** The same for callers who may not see the references of the processor. */
export const refundWithoutProcessor = object(() => Type.Omit(exportedRefund, ['processorRefundId']).properties);

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
        return { ...each, cancelPackage: cancelPackage === 1, processorRefundId, failureCode, updatedAt };
      }),
      state: stateOf(row),
    };
  };
};

/** The same without what only the processor knows of: the ids of refunds there, and charges that go on. */
export const paymentsWithoutProcessor = (read: Read, rows: readonly PaymentRecord[]) => {
  const view = paymentsWithState(read, rows);
  return (row: PaymentRecord): object => {
    const { refunds, state, ...shown } = view(row);
    const { charge: _charge, ...shownState } = state;
    return { ...shown, refunds: refunds.map(({ processorRefundId: _id, ...each }) => each), state: shownState };
  };
};

/** The view of a check-in, with whether it is a visit. */
export const checkinWithVisit = (row: CheckinRow): object => ({ ...Checkin.view(row), isVisit: row.isVisit === 1 });

/** The view of the check-ins of one page, with how their visits count. */
export const checkinsWithState =
  (read: Read) =>
  (row: CheckinRow): object => ({
    ...checkinWithVisit(row),
    state: { visit: row.isVisit === 1 ? visitOf(read, row) : null },
  });
