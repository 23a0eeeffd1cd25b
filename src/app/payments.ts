import type { AnyElysia } from 'elysia';
import type { Store } from '../database/store.ts';
import type { Job } from '../jobs/runner.ts';
import { isoInstant } from '../kernel/clock.ts';
import type { Timeline } from '../kernel/timer.ts';
import { createStanding } from '../payments-processor/account-status.ts';
import type { Processor } from '../payments-processor/port.ts';
import { cancelBookingsOf } from '../resources/bookings/cancel.ts';
import { chargeFees, feeFollower } from '../resources/bookings/fees/charge.ts';
import { dropInFollower } from '../resources/bookings/member/drop-in.ts';
import { processorRoutes } from '../resources/payment-methods/processor-events.ts';
import { forgetEvents } from '../resources/payment-methods/queries.ts';
import { sweepSetups, tidyUp } from '../resources/payment-methods/sweep.ts';
import { type ChargeDeps, settleOpenCharges } from '../resources/payments/charging/charge.ts';
import { deskFollower } from '../resources/payments/charging/desk.ts';
import { renewalFollower, renewPackages } from '../resources/payments/charging/renewals.ts';
import { settlePendingRefunds } from '../resources/payments/refunds/refund.ts';
import { saleFollower } from '../resources/payments/sale.ts';
import type { ProcessorTold } from '../resources/settings/view.ts';
import { tellStanding } from '../resources/sites/queries.ts';

/** How long the processor's events are remembered; it repeats none of them later than that. */
const EVENTS_KEPT_MS = 60 * 86_400_000;

interface CardsDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly processor: Processor;
  readonly processorAccount: string | null;
  readonly report: (message: string, error: unknown) => void;
  /** Aborted when the program ends. */
  readonly signal: AbortSignal;
}

/** Everything about cards that the rest of the program needs. */
export interface Cards {
  readonly charging: ChargeDeps;
  /** What the settings tell of the processor. */
  readonly told: () => ProcessorTold;
  readonly routes: AnyElysia;
  readonly jobs: readonly Job[];
  /** Learns how the account stands and settles what the last run left open. */
  start(): void;
}

/** Puts the processor and what is charged through it together. */
export const createCards = ({
  store,
  time,
  processor,
  processorAccount: account,
  report,
  signal,
}: CardsDeps): Cards => {
  const place = { mode: processor.mode, account };
  const standing = createStanding(processor, place, time);
  const followers = {
    ...{ sale: saleFollower, desk: deskFollower, renewal: renewalFollower },
    ...{ fee: feeFollower, drop_in: dropInFollower },
  };
  const isEnabled = async () => (await standing.ask()).chargesEnabled;
  const charging: ChargeDeps = { store, processor, account, followers, isEnabled, report, signal, underWay: new Set() };
  const settle = async (): Promise<void> => {
    await settleOpenCharges(charging);
    await settlePendingRefunds({ store, processor, cancelBookingsOf, report });
  };
  const ask = async (): Promise<void> => {
    const state = await standing.ask();
    if (!signal.aborted) await store.write((tx) => tellStanding(tx, state.chargesEnabled, statusOf(state)));
  };
  const refresh = () => ask().catch((error: unknown) => report('asking how the account stands', error));
  const accountChanged = (): void => {
    standing.forget();
    void refresh();
  };
  const forgetOld = () => store.write((tx) => forgetEvents(tx, isoInstant(tx.nowMs - EVENTS_KEPT_MS)));

  return {
    charging,
    routes: processorRoutes({ charging, cancelBookingsOf, accountChanged }),
    told: () => ({
      name: processor.name,
      mode: processor.mode,
      publishableKey: processor.publishableKey(place),
      account,
      onboardingStatus: statusOf(standing.known()),
    }),
    jobs: [
      { name: 'open charges and refunds', pattern: '*/5 * * * *', run: settle },
      { name: 'renewals', pattern: '* * * * *', run: () => renewPackages(charging) },
      { name: 'fees', pattern: '* * * * *', run: () => chargeFees(charging) },
      { name: 'unfinished setups', pattern: '17 * * * *', run: () => sweepSetups(charging) },
      { name: 'removed cards', pattern: '*/5 * * * *', run: () => tidyUp(charging) },
      { name: 'standing of the account', pattern: '29 * * * *', run: refresh },
      { name: 'events of the processor', pattern: '53 4 * * *', run: forgetOld },
    ],
    start() {
      void refresh();
      settle().catch((error: unknown) => report('settling charges and refunds at start', error));
    },
  };
};

const statusOf = (state: { readonly isComplete: boolean } | undefined): ProcessorTold['onboardingStatus'] => {
  if (state === undefined) return 'not_started';
  return state.isComplete ? 'complete' : 'pending';
};
