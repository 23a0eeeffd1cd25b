// Signatures and the hashes of passwords are made and checked by threads of the machine, which end when they like: no turn of the
// event loop begins before they have, so that what follows comes in the same order on every machine.

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

const HASHING = ['hash', 'verify'] as const;

type Work = (...values: unknown[]) => unknown;

/** Holds the turns of this process back. Returns what gives the machine its own back. */
export const holdThreads = (): (() => void) => {
  const { subtle } = crypto;
  const before = { setImmediate, clearImmediate };
  const underWay = new Set<Promise<unknown>>();
  const waiting = new Map<object, ReturnType<typeof setImmediate>>();
  const held = [
    ...SIGNING.map((name) => ({ owner: subtle, name, own: Reflect.getOwnPropertyDescriptor(subtle, name) })),
    ...HASHING.map((name) => ({
      owner: Bun.password,
      name,
      own: Reflect.getOwnPropertyDescriptor(Bun.password, name),
    })),
  ];
  for (const { owner, name } of held) {
    const work: CallableFunction = Reflect.get(owner, name);
    Reflect.set(owner, name, (...values: unknown[]) => {
      const made = Promise.resolve(Reflect.apply(work, owner, values));
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
    for (const { owner, name, own } of held) {
      if (own === undefined) Reflect.deleteProperty(owner, name);
      else Reflect.defineProperty(owner, name, own);
    }
    Object.assign(globalThis, before);
  };
};
