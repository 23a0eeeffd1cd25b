import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { errorMessage } from '../kernel/errors.ts';
import type { Random } from '../kernel/random.ts';

export const KEY_FILE = 'studiod.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Loaded when something is sealed: the streams of Node come with it, 5 ms of a start. */
const ciphers = () => process.getBuiltinModule('node:crypto');

/** Encrypts secrets that must be readable later, outside the database file: AES-256-GCM with `key` (32 bytes). */
export const createSeal = (key: Uint8Array, random: Random) => ({
  /** Identifies the key without revealing it: 16 hex digits. */
  fingerprint: new Bun.CryptoHasher('sha256').update('studiod sealing key').update(key).digest('hex').slice(0, 16),
  /** Nonce, tag and ciphertext in one blob. */
  seal(text: string): Buffer {
    const nonce = random.bytes(NONCE_BYTES);
    const cipher = ciphers().createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  },
  /** @throws Error when the blob was sealed with another key or was changed. */
  open(blob: Uint8Array): string {
    const decipher = ciphers().createDecipheriv('aes-256-gcm', key, blob.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(blob.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(blob.subarray(NONCE_BYTES + TAG_BYTES)) + decipher.final('utf8');
  },
  /** A key (32 bytes) for one purpose, such as signing links; it is the same after every start. */
  keyFor: (purpose: string): Uint8Array =>
    new Uint8Array(ciphers().hkdfSync('sha256', key, '', `studiod ${purpose}`, KEY_BYTES)),
});

export type Seal = ReturnType<typeof createSeal>;

export const temporaryKey = (random: Random): Uint8Array => random.bytes(KEY_BYTES);

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(
      `The encryption key ${path} cannot be read (${errorMessage(error)}). Give it to the owner of its directory.`,
    );
  }
};

/** Reads the sealing key, or creates it (mode 0600). @throws Error with what to do if it is missing or damaged. */
export const readKeyFile = (path: string, random: Random, mayCreate: boolean): Uint8Array => {
  if (existsSync(path)) {
    const key = Buffer.from(readText(path).trim(), 'base64');
    if (key.length === KEY_BYTES) return key;
    throw new Error(
      `The encryption key ${path} is damaged: it must be ${KEY_BYTES} bytes in base64. Restore your copy of it; backups do not contain it.`,
    );
  }
  if (!mayCreate) {
    throw new Error(
      `The encryption key ${path} is missing, and the database needs it. Restore your copy of it; backups do not contain it.`,
    );
  }
  const key = random.bytes(KEY_BYTES);
  writeFileSync(path, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
  return key;
};
