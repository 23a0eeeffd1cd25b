// Signatures are made and checked by threads of the machine, which end when they like: no turn of the event loop begins before
// they have, so that what follows comes in the same order on every machine.

const SIGNING = [
  'sign',
  'verify',
  'importKey',
  'exportKey',
  'generateKey',
  'digest',
  'deriveBits',
  'deriveKey',
  'encrypt',
  'decrypt',
] as const;

type Work = (...values: unknown[]) => unknown;

/** Holds the turns of this process back. Returns what gives the machine its own back. */
export const holdThreads = (): (() => void) => {
  const { subtle } = crypto;
  const before = { setImmediate, clearImmediate };
  const underWay = new Set<Promise<unknown>>();
  const waiting = new Map<object, ReturnType<typeof setImmediate>>();
  for (const name of SIGNING) {
    const own: CallableFunction = Reflect.get(subtle, name);
    Reflect.set(subtle, name, (...values: unknown[]) => {
      const made = Promise.resolve(Reflect.apply(own, subtle, values));
      const ended: Promise<void> = made.then(
        () => void underWay.delete(ended),
        () => void underWay.delete(ended),
      );
      underWay.add(ended);
      return made;
    });
  }
  const schedule = (id: object, work: () => void): void => {
    const run = async (): Promise<void> => {
      if (!waiting.has(id)) return;
      if (underWay.size > 0) {
        await Promise.all(underWay);
        schedule(id, work);
        return;
      }
      waiting.delete(id);
      work();
    };
    waiting.set(id, before.setImmediate(run));
  };
  Object.assign(globalThis, {
    setImmediate: (work: Work, ...values: unknown[]) => {
      const id = {};
      schedule(id, () => work(...values));
      return id;
    },
    clearImmediate: (id: object) => void waiting.delete(id),
  });
  return () => {
    for (const name of SIGNING) Reflect.deleteProperty(subtle, name);
    Object.assign(globalThis, before);
  };
};
