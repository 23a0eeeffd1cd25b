import { type Processor, ProcessorFailure, type Refund, type RefundRequest } from '../../src/processor/port.ts';

/** What goes wrong with the next refund, and only with that one. */
export type Fault =
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

/** A processor whose refunds fail in the ways of the world, in the order that is asked for. */
export const faulty = (inner: Processor) => {
  const faults: Fault[] = [];
  let release: () => void = () => {};
  const away = () => new ProcessorFailure('away', 'The processor does not answer.');

  const refundWith = async (fault: Fault | undefined, ask: () => Promise<Refund>): Promise<Refund> => {
    if (fault === 'down') throw away();
    if (fault === 'slow') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    if (fault === 'twice') await ask();
    const answer = await ask();
    if (fault === 'lost') throw away();
    if (fault === 'garbage') return { ...answer, amount: -1 };
    return fault === 'pending' ? { ...answer, status: 'pending' } : answer;
  };

  const processor: Processor = {
    ...inner,
    refund: (place, key, request: RefundRequest) => refundWith(faults.shift(), () => inner.refund(place, key, request)),
  };
  return { processor, next: (...some: Fault[]) => faults.push(...some), release: () => release() };
};
