import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { openStudio, TEST_START } from '../helpers/api.ts';
import { queryPlans } from '../helpers/query-plans.ts';

/** The tables that grow with the business, and with what is done in it. */
const GROWING = new Set([
  'clients',
  'bookings',
  'sessions',
  'packages',
  'payments',
  'paymentMethods',
  'facts',
  'auditLog',
  'idempotency',
  'events',
  'webhookDeliveries',
  'processorEvents',
  'streakLooks',
  'challengeEnrollments',
  'contentEntryViews',
  'sandboxProcessorRequests',
]);

const tableOf = (step: string): string => /^(?:SEARCH|SCAN) (\w+)/.exec(step)?.[1] ?? '';

test('what jobs look for in large tables is found by a seek, and nothing is sorted', async () => {
  const studio = await openStudio();
  const plans = await queryPlans(studio, () => studio.time.moveTo(TEST_START + 26 * HOUR_MS));
  const steps = plans.flatMap((plan) => plan.steps);
  const reading = steps.filter((step) => GROWING.has(tableOf(step)) && !/\(id=\?/.test(step));
  expect([...new Set(reading)].toSorted()).toEqual([
    'SEARCH auditLog USING COVERING INDEX auditLogByTime (createdAt<?)',
    'SEARCH bookings USING INDEX bookingsByPenalty (<expr>=? AND id>?)',
    'SEARCH bookings USING INDEX bookingsOffered (offerExpiresAt<?)',
    'SEARCH bookings USING INDEX bookingsWaitingByStart (status=? AND startTime<?)',
    'SEARCH clients USING INDEX clientsByAnniversary (homeLocationId=? AND <expr>=? AND id>?)',
    'SEARCH contentEntryViews USING INDEX contentEntryViewsByDay (day<?)',
    'SEARCH events USING INDEX sqlite_autoindex_events_1 (id<?)',
    'SEARCH facts USING INTEGER PRIMARY KEY (rowid>?)',
    'SEARCH idempotency USING COVERING INDEX idempotencyByAge (createdAt<?)',
    'SEARCH packages USING INDEX packagesToActivate (startsAt>? AND startsAt<?)',
    'SEARCH packages USING INDEX packagesToExpire (<expr><?)',
    'SEARCH packages USING INDEX packagesToRenew (nextRenewalAt>? AND nextRenewalAt<?)',
    'SEARCH packages USING INDEX packagesToTell (siteId=? AND expiresAt>? AND expiresAt<?)',
    'SEARCH packages USING INDEX packagesToThaw (frozenUntil>? AND frozenUntil<?)',
    'SEARCH paymentMethods USING COVERING INDEX paymentMethodsDefault (clientId=?)',
    'SEARCH paymentMethods USING INDEX paymentMethodsPending (id>?)',
    'SEARCH paymentMethods USING INDEX paymentMethodsToDetach (id>?)',
    'SEARCH payments USING INDEX paymentsProcessing (id>?)',
    'SEARCH processorEvents USING COVERING INDEX processorEventsByTime (receivedAt<?)',
    'SEARCH sandboxProcessorRequests USING COVERING INDEX sandboxProcessorRequestsByTime (<expr><?)',
    'SEARCH sessions USING INDEX sessionsToComplete (endTime<?)',
    'SEARCH sessions USING INDEX sessionsToFill ((startTime,id)>(?,?))',
    'SEARCH sessions USING INDEX sessionsToMarkNoShows (noShowsDueAt<?)',
    'SEARCH streakLooks USING PRIMARY KEY (at<?)',
    'SEARCH webhookDeliveries USING COVERING INDEX webhookDeliveriesByEvent (eventId=?)',
    'SEARCH webhookDeliveries USING PRIMARY KEY (id<?)',
  ]);
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});
