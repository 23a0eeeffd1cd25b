import { reactions } from '../api.ts';
import { reporterOf } from '../http/errors.ts';
import { listeningToFaults } from '../kernel/faults.ts';
import { createAccountStatus } from '../payments-processor/account-status.ts';
import { feeHandler } from '../resources/bookings/fees/charge.ts';
import { staffFeeHandler } from '../resources/bookings/fees/settle.ts';
import { guestHandler } from '../resources/bookings/guests/by-card.ts';
import { dropInHandler } from '../resources/bookings/member/drop-in.ts';
import { settleProcessing } from '../resources/payment-methods/processor-events/receive.ts';
import { processorRoutes } from '../resources/payment-methods/processor-events/route.ts';
import { setAccountStatus } from '../resources/payments/account-status.ts';
import { giveUpEnded } from '../resources/payments/charging/approvals.ts';
import type { ChargeDeps } from '../resources/payments/charging/call-processor.ts';
import { settleOpenCharges } from '../resources/payments/charging/charge-card.ts';
import type { ChargeHandlers } from '../resources/payments/charging/charges.ts';
import { deskRenewalHandler } from '../resources/payments/charging/desk-renewals.ts';
import type { PaymentPorts } from '../resources/payments/charging/ports.ts';
import { chargeById, endedApprovals } from '../resources/payments/charging/queries.ts';
import { renewalHandler } from '../resources/payments/charging/renewals.ts';
import { recordedPaymentHandler } from '../resources/payments/record-payment.ts';
import { dropInRefunds, type RefundDeps, settlePendingRefunds } from '../resources/payments/refunds/refund-payment.ts';
import { saleHandler } from '../resources/payments/sale.ts';
import { saleWithBookingHandler } from '../resources/sales/by-card.ts';
import type { ProcessorInfo } from '../resources/settings/view.ts';
import type { AppDeps } from './deps.ts';

interface PaymentsDeps extends Pick<AppDeps, 'store' | 'time' | 'processor' | 'processorAccount' | 'reportError'> {
  /** Aborted when the program ends. */
  readonly signal: AbortSignal;
}

const onboardingStatus = (state: { readonly isComplete: boolean } | undefined): ProcessorInfo['onboardingStatus'] => {
  if (state === undefined) return 'not_started';
  return state.isComplete ? 'complete' : 'pending';
};

/** The handlers of charges, after whose success the card that has paid may become the default. */
const followedByCard = (handlers: ChargeHandlers): ChargeHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      {
        completed(tx, payment, context) {
          handler.completed(tx, payment, context);
          const charge = chargeById(tx, payment.id);
          if (charge !== undefined) reactions.cardPaid(tx, charge.methodId);
        },
        failed: (tx, payment, context) => handler.failed(tx, payment, context),
        chosen: reactions.methodChosen,
        ...(handler.ahead === undefined ? {} : { ahead: handler.ahead }),
        ...(handler.settled === undefined ? {} : { settled: handler.settled }),
      } satisfies ChargeHandlers[string],
    ]),
  );

/** Creates the card payments: the processor, its account status and the handlers of charges. */
export const createPayments = (deps: PaymentsDeps) => {
  const { store, time, processor, processorAccount: account, reportError, signal } = deps;
  const report = reporterOf(reportError);
  const place = { mode: processor.mode, account };
  const accountStatus = createAccountStatus(processor, place, time);
  const handlers = followedByCard({
    sale: saleHandler,
    sale_with_booking: saleWithBookingHandler,
    recorded_payment: recordedPaymentHandler(reactions),
    renewal: renewalHandler,
    desk_renewal: deskRenewalHandler,
    fee: feeHandler,
    staff_fee: staffFeeHandler,
    drop_in: dropInHandler,
    guest: guestHandler,
  });
  const isEnabled = async () => (await accountStatus.fetch()).chargesEnabled;
  const charging: ChargeDeps = { store, processor, account, handlers, isEnabled, report, signal, inFlight: new Set() };
  const refunding: RefundDeps = { store, processor, reactions, report };
  /** Does work that no job does. What fails in it is reported, and the job of that work does it later. */
  const apartFromJobs = (what: string, work: () => Promise<void>): Promise<void> =>
    listeningToFaults(report, work).catch((error: unknown) => report(what, error));
  const settle = async (): Promise<void> => {
    await settleOpenCharges(charging);
    await settlePendingRefunds(refunding);
  };
  const settleDropIns = dropInRefunds(refunding);
  /** Does work after the writes that raise an event of a type, when it is due. */
  const after = (eventType: string, what: string, work: () => Promise<void>, isDue = (): boolean => true): void => {
    let isRaised = false;
    store.onRaise((_tx, { type }) => {
      if (type === eventType) isRaised = true;
    });
    store.onEventsCommitted(() => {
      if (!isRaised) return;
      isRaised = false;
      if (!isDue()) return;
      // In a turn of its own, and awaited when the clock is moved.
      time.at(time.now(), () => (signal.aborted ? undefined : apartFromJobs(what, work)));
    });
  };
  after('booking.cancelled', 'refunding drop-ins', settleDropIns);
  const giveUp = async (): Promise<void> => {
    await giveUpEnded(charging);
    await settleDropIns();
  };
  const isGivenUp = (): boolean => endedApprovals(store.view()).length > 0;
  after('booking.created', 'giving up charges of what is booked otherwise', giveUp, isGivenUp);
  const storeAccountStatus = async () => {
    const state = await accountStatus.fetch();
    if (!signal.aborted) {
      await store.write((tx) => setAccountStatus(tx, state.chargesEnabled, onboardingStatus(state)));
    }
    return state;
  };
  const refreshAccount = async (): Promise<void> => {
    await storeAccountStatus().catch((error: unknown) => report('updating the status of the processor account', error));
  };
  const askAccount = () => {
    accountStatus.invalidate();
    return storeAccountStatus();
  };
  const accountChanged = (): void => {
    accountStatus.invalidate();
    void refreshAccount();
  };

  const eventDeps = { charging, reactions, accountChanged };

  const processorInfo = () => ({
    name: processor.name,
    mode: processor.mode,
    publishableKey: processor.publishableKey(place),
    account,
    onboardingStatus: onboardingStatus(accountStatus.latest()),
  });

  return {
    ports: {
      processor,
      processorInfo,
      charging,
      payments: { settle, settleProcessing: () => settleProcessing(eventDeps), refreshAccount, askAccount },
    } satisfies PaymentPorts,
    routes: processorRoutes(eventDeps),
    /** Updates the status of the account, which sites show. It is not awaited, since it asks the processor. */
    start() {
      void refreshAccount();
    },
    /** Settles the charges and refunds that the last run left open. They are not awaited either. */
    catchUp() {
      void apartFromJobs('settling charges and refunds at start', settle);
    },
  };
};

export type Payments = ReturnType<typeof createPayments>;
