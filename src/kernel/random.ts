export interface Random {
  /** A new array of `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
  /** A number from 0 up to but not including 1. For jitter, never for secrets. */
  fraction(): number;
}

const POOL_BYTES = 8192;

/** The system's cryptographic source. It is read in large blocks, so that an id rarely needs a system call. */
export const systemRandom = (): Random => {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return {
    bytes(count) {
      if (count > POOL_BYTES) return crypto.getRandomValues(new Uint8Array(count));
      if (used + count > POOL_BYTES) {
        crypto.getRandomValues(pool);
        used = 0;
      }
      used += count;
      return pool.slice(used - count, used);
    },
    fraction: () => Math.random(),
  };
};
