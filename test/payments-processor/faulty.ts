import { type Processor, ProcessorFailure } from '../../src/payments-processor/port.ts';

/** What goes wrong with the next call, and only with that one. */
export type Fault =
  /** Nothing does. */
  | 'fine'
  /** It never gets there. */
  | 'down'
  /** It gets there and is done, and the answer is lost. */
  | 'lost'
  /** It answers something else than it was asked. */
  | 'garbage'
  /** It is sent twice, as a network may do. */
  | 'twice'
  /** It answers that the end is not known yet. */
  | 'pending'
  /** It answers only when `release` is called. */
  | 'slow';

/** The calls that can be made to fail. */
type Verb = 'refund' | 'charge' | 'abandon' | 'ensureCustomer' | 'createSetup' | 'readSetup' | 'detach' | 'cancelSetup';

/** A processor that fails in the ways of the world, in the order that is asked for each verb. */
export const faulty = (inner: Processor) => {
  const faults = new Map<Verb, Fault[]>();
  const asked = new Map<string, number>();
  let release: () => void = () => {};
  let isDown = false;
  const away = () => new ProcessorFailure('away', 'The processor does not answer.');

  const garbled = (answer: unknown): unknown =>
    typeof answer === 'object' && answer !== null ? { ...answer, amount: -1, methodId: 'another' } : answer;

  const spoiled = async <T>(verb: Verb, ask: () => Promise<T>): Promise<T> => {
    asked.set(verb, (asked.get(verb) ?? 0) + 1);
    const fault = isDown ? 'down' : (faults.get(verb)?.shift() ?? 'fine');
    if (fault === 'down') throw away();
    if (fault === 'slow') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    if (fault === 'twice') await ask();
    const answer = await ask();
    if (fault === 'lost') throw away();
    if (fault === 'garbage') return garbled(answer) as T;
    return fault === 'pending' ? ({ ...answer, status: 'pending' } as T) : answer;
  };

  const processor: Processor = {
    ...inner,
    refund: (place, key, request) => spoiled('refund', () => inner.refund(place, key, request)),
    charge: (place, key, request) => spoiled('charge', () => inner.charge(place, key, request)),
    abandon: (place, key, request) => spoiled('abandon', () => inner.abandon(place, key, request)),
    ensureCustomer: (place, key, customer) =>
      spoiled('ensureCustomer', () => inner.ensureCustomer(place, key, customer)),
    createSetup: (place, key, setup) => spoiled('createSetup', () => inner.createSetup(place, key, setup)),
    readSetup: (place, id) => spoiled('readSetup', () => inner.readSetup(place, id)),
    detach: (place, id) => spoiled('detach', () => inner.detach(place, id)),
    cancelSetup: (place, id) => spoiled('cancelSetup', () => inner.cancelSetup(place, id)),
  };
  const at = (verb: Verb, ...some: Fault[]) => faults.set(verb, [...(faults.get(verb) ?? []), ...some]);
  return {
    processor,
    /** What goes wrong with the next calls of a verb. */
    at,
    /** What goes wrong with the next refunds. */
    next: (...some: Fault[]) => at('refund', ...some),
    release: () => release(),
    /** Everything fails from now on, or works again. */
    down: (down: boolean) => {
      isDown = down;
    },
    /** How often a verb was asked. */
    asked: (verb: Verb): number => asked.get(verb) ?? 0,
  };
};
