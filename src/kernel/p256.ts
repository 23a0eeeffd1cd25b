// The curve P-256 (FIPS 186-5).

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const COORDINATE = 32;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/**
 * Whether bytes are an uncompressed point of the curve. Ask before a key is imported: in this runtime a point that is none fails
 * the next use of a digest too, which has nothing to do with it.
 */
export const isPoint = (bytes: Uint8Array): boolean => {
  if (bytes.length !== 1 + 2 * COORDINATE || bytes[0] !== 4) return false;
  const [x, y] = [numberOf(bytes.subarray(1, 1 + COORDINATE)), numberOf(bytes.subarray(1 + COORDINATE))];
  return x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
};
