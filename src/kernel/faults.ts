import { AsyncLocalStorage } from 'node:async_hooks';

/** Receives what a fault of the program has prevented, where the rest of the work continues. */
type FaultListener = (what: string, error: unknown) => void;

const current = new AsyncLocalStorage<FaultListener>();

/** Runs `work`, and reports the faults of single records to `listener`. */
export const listeningToFaults = <T>(listener: FaultListener, work: () => T): T => current.run(listener, work);

/** Reports a fault to the listener of the current work. @throws the fault if there is no listener. */
export const tellFault = (what: string, error: unknown): void => {
  const listener = current.getStore();
  if (listener === undefined) throw error;
  listener(what, error);
};
