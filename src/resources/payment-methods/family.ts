import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { daily, everyMinutes, hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import { paymentMethodOperations } from './operations.ts';
import { deleteProcessorEvents } from './processor-events/queries.ts';
import { detachRemovedMethods } from './remove.ts';
import { expireSetups } from './setup/expire.ts';

/** How long the ids of processor events are kept to detect duplicates, in milliseconds. */
const PROCESSOR_EVENTS_KEPT_MS = 60 * DAY_MS;
/** How many rows one transaction deletes at most. */
const DELETED = 500;

export const paymentMethods = {
  operations: [paymentMethodOperations],
  jobs: [
    { name: 'unfinished setups', period: hourly(17), run: ({ charging }) => expireSetups(charging) },
    { name: 'removed cards', period: everyMinutes(5), run: ({ charging }) => detachRemovedMethods(charging) },
    {
      name: 'processor events',
      period: daily(4, 53),
      run: ({ repeat }) =>
        repeat((tx) => deleteProcessorEvents(tx, isoInstant(tx.nowMs - PROCESSOR_EVENTS_KEPT_MS), DELETED) === DELETED),
    },
  ],
} satisfies Family;
