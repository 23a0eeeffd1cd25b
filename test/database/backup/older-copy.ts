import { createCipheriv, hkdfSync, scryptSync } from 'node:crypto';
import { systemRandom } from '../../../src/kernel/random.ts';

export const OLDER_HEADER = 64;
export const OLDER_CHUNK = 1_048_576 + 16;

/** A file as versions before the format of age encrypted it; `logN` is the binary logarithm of N of scrypt. */
export const olderCopy = (plain: Uint8Array, passphrase: string, logN = 15): Buffer => {
  const header = Buffer.alloc(OLDER_HEADER);
  header.write('studiod1');
  header[8] = logN;
  header.writeUInt32BE(OLDER_CHUNK - 16, 12);
  header.set(systemRandom().bytes(32), 16);
  const [salt, id] = [header.subarray(16, 32), header.subarray(32, 48)];
  const master = scryptSync(passphrase, salt, 32, { N: 2 ** logN, r: 8, p: 1, maxmem: 1e8 });
  header.set(new Uint8Array(hkdfSync('sha256', master, id, 'studiod backup check', 16)), 48);
  const key = Buffer.from(hkdfSync('sha256', master, id, 'studiod backup key', 32));
  const size = OLDER_CHUNK - 16;
  const count = Math.max(1, Math.ceil(plain.length / size));
  const chunks = Array.from({ length: count }, (_, number) => {
    const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, Number(number === count - 1)]);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header);
    const part = plain.subarray(number * size, (number + 1) * size);
    return Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]);
  });
  return Buffer.concat([header, ...chunks]);
};
