import type { MethodRow } from '../../database/tables/methods.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { ChargeDeps } from '../payments/charging/charge.ts';
import { isHere, placeOf } from '../payments/charging/charges.ts';
import { concludeSetup, SETUP_LIFE_MS, tidyUpThere } from './flows.ts';
import { removeMethod } from './payment-methods.ts';
import { methodRows, methodsLeftThere, pendingSince } from './queries.ts';

/** Whether the member did confirm the card, and only the word of it never came; then it is saved. */
const isConfirmed = async (deps: ChargeDeps, { id, setupId }: MethodRow): Promise<boolean> => {
  if (setupId === null) return false;
  const setup = await deps.processor.readSetup(placeOf(deps), setupId);
  if (setup.status !== 'succeeded' || setup.methodId !== id) return false;
  await deps.store.write((tx) => concludeSetup(tx, id, setup));
  return true;
};

const giveUp = async (deps: ChargeDeps, method: MethodRow): Promise<void> => {
  if (isHere(method, deps) && (await isConfirmed(deps, method))) return;
  const removed = await deps.store.write((tx) => {
    const now = methodRows.find(tx, method.id);
    return now?.status === 'pending' ? removeMethod(tx, now, false) : undefined;
  });
  if (removed?.isLeftThere === 1) await tidyUpThere(deps, removed);
};

/** Gives up setups that were begun a day ago and never finished. One that cannot be looked at waits for the next run. */
export const sweepSetups = async (deps: ChargeDeps): Promise<void> => {
  const { store, report } = deps;
  const until = isoInstant(store.clock.now() - SETUP_LIFE_MS);
  const next = (after: string) => pendingSince(store.view(), until, after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) {
    for (const method of found) {
      await giveUp(deps, method).catch((error: unknown) => report(`giving up the setup of ${method.id}`, error));
    }
  }
};

/** Tells the processor again of the cards that were removed while it was away. */
export const tidyUp = async (deps: ChargeDeps): Promise<void> => {
  const next = (after: string) => methodsLeftThere(deps.store.view(), after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) {
    for (const method of found) await tidyUpThere(deps, method);
  }
};
