import { AsyncLocalStorage } from 'node:async_hooks';

/** Is told what a fault of the program has kept from being done, where the rest of the work goes on. */
type FaultListener = (what: string, error: unknown) => void;

const current = new AsyncLocalStorage<FaultListener>();

/** Runs `work`, and tells `listener` the faults of single records in it. */
export const listeningToFaults = <T>(listener: FaultListener, work: () => T): T => current.run(listener, work);

/** Tells whoever runs the work of a fault. @throws the fault, where nobody listens. */
export const tellFault = (what: string, error: unknown): void => {
  const listener = current.getStore();
  if (listener === undefined) throw error;
  listener(what, error);
};
