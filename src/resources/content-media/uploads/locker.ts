import { ERRORS, type Lock, type Locker } from '@tus/server';
import { setRealTimeout } from '../../../kernel/clock.ts';

/** How long a request waits for another one with the same upload, in real milliseconds. */
const TIMEOUT_MS = 10_000;

interface Held {
  /** Asks the request that holds the lock to end. */
  readonly requestRelease: () => void;
  readonly released: Promise<void>;
  readonly release: () => void;
}

/** A new request asks the one before to end: a client comes again before the server notices its lost connection. */
export const createUploadLocker = (): Locker => {
  const locks = new Map<string, Held>();
  const newLock = (id: string): Lock => {
    let own: Held | undefined;
    const waitFor = (held: Held, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        const fail = () => reject(ERRORS.ERR_LOCK_TIMEOUT);
        const cancel = setRealTimeout(TIMEOUT_MS, fail);
        signal.addEventListener('abort', fail, { once: true });
        void held.released.then(() => {
          cancel();
          signal.removeEventListener('abort', fail);
          resolve();
        });
      });
    return {
      async lock(signal, requestRelease) {
        for (let held = locks.get(id); held !== undefined; held = locks.get(id)) {
          held.requestRelease();
          await waitFor(held, signal);
        }
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        own = { requestRelease, released, release };
        locks.set(id, own);
      },
      async unlock() {
        if (own === undefined) return;
        if (locks.get(id) === own) locks.delete(id);
        own.release();
      },
    };
  };
  return { newLock };
};
