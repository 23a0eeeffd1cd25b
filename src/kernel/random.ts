/** Where the program reads chance. */
export interface Random {
  /** `count` unpredictable bytes. The array is the caller's to keep. */
  bytes(count: number): Uint8Array;
  /** A number from 0 up to, not including, 1. For jitter, never for secrets. */
  fraction(): number;
}

const POOL_BYTES = 8192;

/** The machine's cryptographic source, read in pools so that an id costs no system call. */
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
