import { type Processor, ProcessorFailure } from '../../src/payments-processor/port.ts';

/** What goes wrong with one call. */
export type Fault =
  /** Nothing. */
  | 'none'
  /** The request is lost. */
  | 'down'
  /** The key is rejected. */
  | 'rejected key'
  /** The response is lost. */
  | 'lost'
  /** The response is of another object. */
  | 'garbage'
  /** The request is sent twice. */
  | 'twice'
  /** The response says that the result is not known yet. */
  | 'pending'
  /** The response arrives when `release` is called. */
  | 'slow';

/** The methods that can be made to fail. */
type Method =
  | 'refund'
  | 'charge'
  | 'abandon'
  | 'ensureCustomer'
  | 'deleteCustomer'
  | 'createSetup'
  | 'readSetup'
  | 'detach'
  | 'cancelSetup'
  | 'readCharge';

/** A processor whose calls fail as planned, in the order of the plan of each method. */
export const faultyProcessor = (inner: Processor) => {
  const faults = new Map<Method, Fault[]>();
  const calls = new Map<string, number>();
  let release: () => void = () => {};
  let always: 'down' | 'rejected key' | undefined;
  const unavailable = () => new ProcessorFailure('unavailable', 'The processor does not answer.');

  const garbled = (reply: unknown): unknown =>
    typeof reply === 'object' && reply !== null ? { ...reply, amount: -1, methodId: 'another' } : reply;

  const withFault = async <T>(method: Method, call: () => Promise<T>): Promise<T> => {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    const fault = always ?? faults.get(method)?.shift() ?? 'none';
    if (fault === 'down') throw unavailable();
    if (fault === 'rejected key') throw new ProcessorFailure('unauthorized', 'The key is rejected.');
    if (fault === 'slow') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    if (fault === 'twice') await call();
    const reply = await call();
    if (fault === 'lost') throw unavailable();
    if (fault === 'garbage') return garbled(reply) as T;
    return fault === 'pending' ? ({ ...reply, status: 'pending' } as T) : reply;
  };

  const processor: Processor = {
    ...inner,
    refund: (...request) => withFault('refund', () => inner.refund(...request)),
    charge: (...request) => withFault('charge', () => inner.charge(...request)),
    chargeWithHolder: (...request) => withFault('charge', () => inner.chargeWithHolder(...request)),
    readCharge: (...request) => withFault('readCharge', () => inner.readCharge(...request)),
    abandon: (...request) => withFault('abandon', () => inner.abandon(...request)),
    ensureCustomer: (place, key, customer) =>
      withFault('ensureCustomer', () => inner.ensureCustomer(place, key, customer)),
    deleteCustomer: (place, id) => withFault('deleteCustomer', () => inner.deleteCustomer(place, id)),
    createSetup: (place, key, setup) => withFault('createSetup', () => inner.createSetup(place, key, setup)),
    readSetup: (place, id) => withFault('readSetup', () => inner.readSetup(place, id)),
    detach: (place, id) => withFault('detach', () => inner.detach(place, id)),
    cancelSetup: (place, id) => withFault('cancelSetup', () => inner.cancelSetup(place, id)),
  };
  const at = (method: Method, ...some: Fault[]) => faults.set(method, [...(faults.get(method) ?? []), ...some]);
  return {
    processor,
    /** Plans faults for the next calls of a method. */
    at,
    /** Plans faults for the next refunds. */
    next: (...some: Fault[]) => at('refund', ...some),
    release: () => release(),
    /** Makes every call fail from now on, or work again. */
    down: (down: boolean) => {
      always = down ? 'down' : undefined;
    },
    /** Rejects the key of every call from now on, or accepts it again. */
    rejectKey: (isRejected: boolean) => {
      always = isRejected ? 'rejected key' : undefined;
    },
    /** How often a method was called. */
    calls: (method: Method): number => calls.get(method) ?? 0,
  };
};
