import { apart } from '../../database/apart.ts';
import type { Conclude, Concluded } from '../../http/operations/call.ts';
import { turn } from '../../kernel/slices.ts';
import { ProcessorFailure } from '../../payments-processor/port.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { isConfiguredFor, placeOf } from '../payments/charging/cards.ts';
import { removeMethod, requireUnused } from './payment-methods.ts';
import { type CardOwner, findMethod, removedMethodsAtProcessor } from './queries.ts';
import { PaymentMethod, type PaymentMethodRow } from './record.ts';

/** Removes a card or its setup from the processor. @throws ProcessorFailure. */
const detach = async (deps: ChargeDeps, { cardId, setupId }: PaymentMethodRow): Promise<void> => {
  const { processor } = deps;
  const place = placeOf(deps);
  if (cardId !== null) return processor.detach(place, cardId);
  if (setupId === null) return;
  await processor.cancelSetup(place, setupId);
  // A setup that was confirmed before it could be canceled has saved a card.
  const { card } = await processor.readSetup(place, setupId);
  if (card !== null) await processor.detach(place, card.id);
};

/** Removes a removed payment method from the processor too. When that fails, a job tries again. */
export const detachRemoved = async (deps: ChargeDeps, method: PaymentMethodRow): Promise<void> => {
  if (!isConfiguredFor(method, deps)) return;
  try {
    await detach(deps, method);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    if (error.kind !== 'not_found') {
      deps.report(`the card of ${method.id} is removed here, but not yet at the processor`, error);
      return;
    }
  }
  await deps.store.write((tx) => PaymentMethod.rows.update(tx, method.id, { needsDetaching: 0 }));
};

/** Removes it here immediately, then at the processor. @throws Problem 404; 409 `payment_method_in_use`. */
export const removeSavedCard = async (
  deps: ChargeDeps,
  owner: Pick<CardOwner, 'clientId'>,
  id: string,
  conclude: Conclude,
): Promise<Concluded> => {
  let removed: PaymentMethodRow | undefined;
  const response = await conclude((tx) => {
    const method = findMethod(tx, owner, id);
    requireUnused(tx, method);
    removed = removeMethod(tx, method, false);
    return { id, object: 'payment_method', deleted: true };
  });
  if (removed?.needsDetaching === 1) await detachRemoved(deps, removed);
  return response;
};

export const detachRemovedMethods = async (deps: ChargeDeps): Promise<void> => {
  const next = (after: string) => removedMethodsAtProcessor(deps.store.view(), after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) {
    for (const method of found) {
      await apart(`the removal of the card ${method.id}`, () => detachRemoved(deps, method));
    }
    // Payment methods of other processor keys are passed over without waiting for anything.
    await turn();
  }
};
