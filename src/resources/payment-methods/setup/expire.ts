import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import type { ChargeDeps } from '../../payments/charging/call-processor.ts';
import { isConfiguredFor, placeOf } from '../../payments/charging/cards.ts';
import { removeMethod } from '../payment-methods.ts';
import { pendingMethods } from '../queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../record.ts';
import { detachRemoved } from '../remove.ts';
import { activateConfirmed } from './complete.ts';
import { SETUP_VALID_MS } from './initiate.ts';

/** A bank that sends an amount with a code gives its holder ten days to enter it. */
const AT_BANK_MS = 11 * DAY_MS;

/** Activates a payment method that was confirmed at the processor but not completed. Returns whether it is kept. */
const keepIfConfirmed = async (deps: ChargeDeps, method: PaymentMethodRow): Promise<boolean> => {
  if (method.setupId === null) return false;
  const setup = await deps.processor.readSetup(placeOf(deps), method.setupId);
  if (setup.methodId !== method.id) return false;
  if (setup.status === 'processing') return deps.store.clock.now() < Date.parse(method.createdAt) + AT_BANK_MS;
  return setup.status === 'succeeded' && deps.store.write((tx) => activateConfirmed(tx, method, setup));
};

const expire = async (deps: ChargeDeps, method: PaymentMethodRow): Promise<void> => {
  if (isConfiguredFor(method, deps) && (await keepIfConfirmed(deps, method))) return;
  const removed = await deps.store.write((tx) => {
    const current = PaymentMethod.rows.find(tx, method.id);
    return current?.status === 'pending' ? removeMethod(tx, current, false) : undefined;
  });
  if (removed?.needsDetaching === 1) await detachRemoved(deps, removed);
};

/**
 * Removes the payment methods that are still pending after a day, or after eleven where the bank checks the account. One whose setup cannot
 * be read waits for the next run.
 */
export const expireSetups = async (deps: ChargeDeps): Promise<void> => {
  const { store, report } = deps;
  const until = isoInstant(store.clock.now() - SETUP_VALID_MS);
  const next = (after: string) => pendingMethods(store.view(), until, after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) {
    for (const method of found) {
      await expire(deps, method).catch((error: unknown) => report(`expiring the setup of ${method.id}`, error));
    }
  }
};
