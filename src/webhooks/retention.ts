import { epochOf, isoInstant } from '../kernel/clock.ts';
import { firstIdAt } from '../kernel/ids.ts';
import type { Cancel, Time } from '../kernel/timer.ts';
import type { Read, Tx } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import type { WebhookDeliveryRow } from '../store/tables/webhooks.ts';
import type { Report } from './attempt.ts';
import { deleteDeliveries, deleteEvents } from './rows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Delivery history retention; section 8. */
export const DELIVERIES_KEPT_MS = 7 * DAY_MS;
/** How long the log of events reaches back. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
const SWEEP_EVERY_MS = HOUR_MS;
/** Rows of one transaction, so that nobody waits long behind a sweep. */
const BATCH = 500;

/** Whether a delivery still belongs to the history; it may stay on disk until the next sweep. */
export const isKept = (read: Read, delivery: Pick<WebhookDeliveryRow, 'createdAt'>): boolean =>
  epochOf(delivery.createdAt) > read.nowMs - DELIVERIES_KEPT_MS;

/** Deletes deliveries after 7 days, and events after 30 that no delivery and no job needs. */
export interface Retention {
  /** Sweeps now and every hour of the program's clock. */
  start(): void;
  /** Begins no further batch; resolves when the present one is written. */
  stop(): Promise<void>;
}

export const createRetention = (store: Store, time: Time, report: Report): Retention => {
  let cancel: Cancel = () => {};
  let running = false;
  let underWay = Promise.resolve();

  const drain = async (remove: (tx: Tx) => number): Promise<void> => {
    while (running && (await store.write<number>(remove)) === BATCH);
  };

  const sweep = async (): Promise<void> => {
    await drain((tx) => {
      const before = tx.nowMs - DELIVERIES_KEPT_MS;
      return deleteDeliveries(tx, isoInstant(before), firstIdAt(before), BATCH);
    });
    await drain((tx) => {
      const before = tx.nowMs - EVENTS_KEPT_MS;
      return deleteEvents(tx, isoInstant(before), `evt_${firstIdAt(before)}`, BATCH);
    });
  };

  const sweepAndArm = async (): Promise<void> => {
    underWay = sweep().catch((error) =>
      report('Old webhook deliveries could not be deleted; it is tried again in an hour.', error),
    );
    await underWay;
    if (running) cancel = time.at(time.now() + SWEEP_EVERY_MS, sweepAndArm);
  };

  return {
    start() {
      running = true;
      cancel = time.at(time.now(), sweepAndArm);
    },
    stop() {
      running = false;
      cancel();
      return underWay;
    },
  };
};
