// What a change would do to people and their money, over all of its transactions. For responses to `dry_run=true`.

import type { Tx } from '../database/database.ts';
import type { WouldRaise } from '../database/dry-run.ts';
import type { Unfinished } from '../database/long-change.ts';
import type { Simulate } from '../http/operations/call.ts';
import { count, described, listOfUpTo, money } from '../kernel/schemas.ts';
import { type Asking, addNotified, type Notified, notifiedFields, notifiedView } from './notified.ts';
import { refundedSince } from './payments/refunds/queries.ts';

/** The fields of a preview that say what a change does to bookings, credits and money, and who would be notified. */
export const consequenceFields = () => ({
  bookingsCancelled: described(count(), 'The number of bookings that would be canceled, including waitlisted ones.'),
  creditsReturned: described(count(), 'The number of credits that would be returned.'),
  refunds: described(listOfUpTo(200, money()), 'The refunds of drop-ins and payments, by currency.'),
  ...notifiedFields(),
});

export class Consequences {
  readonly #notified: Notified = new Map();
  readonly #refunds = new Map<string, number>();
  #bookingsCancelled = 0;
  #creditsReturned = 0;

  /** Runs a part of the change, and counts what it does. @param events all events of its transaction so far. */
  count<Result>(tx: Tx, events: readonly WouldRaise[], work: () => Result): Result {
    const [before, { length }] = [tx.id(), events];
    const result = work();
    const raised = events.slice(length);
    addNotified(tx, this.#notified, raised);
    for (const { type, data } of raised) {
      if (type === 'booking.cancelled') this.#bookingsCancelled += 1;
      if (type === 'package.credits_changed' && data.reason === 'CANCEL_RESTORE') this.#creditsReturned += data.delta;
    }
    for (const { currency, amount } of refundedSince(tx, before)) {
      this.#refunds.set(currency, (this.#refunds.get(currency) ?? 0) + amount);
    }
    return result;
  }

  view(asking: Asking) {
    return {
      bookingsCancelled: this.#bookingsCancelled,
      creditsReturned: this.#creditsReturned,
      refunds: [...this.#refunds].map(([currency, amount]) => ({ amount, currency })),
      ...notifiedView(asking, this.#notified),
    };
  }
}

/** A change whose first transaction may leave a rest to a long change. */
interface Lasting<State extends object, Result> {
  /** The rest of the change, by the record that changes. */
  readonly unfinished: Unfinished<State>;
  readonly id: string;
  begin(tx: Tx): Result;
  /** What of it the rest depends on, without the rest. */
  repeat(tx: Tx): void;
  /** Does as much of the rest as one transaction may. */
  goOn(tx: Tx, events: readonly WouldRaise[]): void;
}

/** Tries the rest of a change: each transaction is undone, so each does again what the rest depends on, uncounted. */
export const simulateRest = async <State extends object>(
  simulate: Simulate,
  consequences: Consequences,
  rest: State | undefined,
  { unfinished, id, repeat, goOn }: Omit<Lasting<State, unknown>, 'begin'>,
): Promise<void> => {
  for (let left = rest; left !== undefined; ) {
    const state: State = left;
    const next = await simulate((tx, events) => {
      repeat(tx);
      unfinished.store(tx, id, state);
      // A function of its own: the rest has as much time as a transaction of its own.
      const itself: Tx = { ...tx, raised: () => tx.raised() };
      consequences.count(tx, events, () => goOn(itself, events));
      return { left: unfinished.find(tx, id) };
    });
    left = next.left;
  }
};

/** Tries a change to its end. */
export const simulateAll = async <State extends object, Result>(
  simulate: Simulate,
  consequences: Consequences,
  lasting: Lasting<State, Result>,
): Promise<Result> => {
  const { result, left } = await simulate((tx, events) => ({
    result: consequences.count(tx, events, () => lasting.begin(tx)),
    left: lasting.unfinished.find(tx, lasting.id),
  }));
  await simulateRest(simulate, consequences, left, lasting);
  return result;
};
