import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Random } from '../kernel/random.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals what must be read back: AES-256-GCM under a key that lives outside the database file. */
export interface Seal {
  /** Nonce, tag and ciphertext in one blob. */
  seal(text: string): Buffer;
  /** @throws Error when the blob was sealed with another key or was changed. */
  open(blob: Uint8Array): string;
  /** Tells keys apart without telling the key: 16 hex digits. */
  readonly fingerprint: string;
}

/** A seal under `key` (32 bytes). */
export const createSeal = (key: Uint8Array, random: Random): Seal => ({
  fingerprint: createHash('sha256').update('studiod sealing key').update(key).digest('hex').slice(0, 16),
  seal(text) {
    const nonce = random.bytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  },
  open(blob) {
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(blob.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(blob.subarray(NONCE_BYTES + TAG_BYTES)) + decipher.final('utf8');
  },
});

/** The key of a database that lives in memory only. */
export const temporaryKey = (random: Random): Uint8Array => random.bytes(KEY_BYTES);

/**
 * Reads the sealing key, or makes it (0600) when `mayCreate`.
 * @throws Error that says what to do when it is missing or damaged.
 */
export const readKeyFile = (path: string, random: Random, mayCreate: boolean): Uint8Array => {
  if (existsSync(path)) {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length === KEY_BYTES) return key;
    throw new Error(
      `The sealing key ${path} is damaged: it must be ${KEY_BYTES} bytes in base64. Put back the copy from your backup.`,
    );
  }
  if (!mayCreate) {
    throw new Error(
      `The sealing key ${path} is missing, and the database beside it needs it. Put back the copy from your backup.`,
    );
  }
  const key = random.bytes(KEY_BYTES);
  writeFileSync(path, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
  return key;
};
