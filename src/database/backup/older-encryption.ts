// Reads copies that an older version encrypted in its own format. Nothing writes it anymore.

import { createDecipheriv, hkdfSync, scryptSync, timingSafeEqual } from 'node:crypto';
import type { ByteReader, Bytes } from './byte-reader.ts';
import { BackupError } from './content.ts';

/*
 * All numbers are big-endian.
 *
 *   header   8  `studiod1`
 *            1  the binary logarithm of N of scrypt; r is 8 and p is 1
 *            3  zero
 *            4  the bytes of plain text in a chunk
 *           16  the salt of scrypt
 *           16  the id of the file
 *           16  the check of the key
 *   chunks   AES-256-GCM of each chunk, then its tag of 16 bytes; the header is the additional data. Only the last chunk
 *            may be shorter. The nonce is 7 bytes of zero, the number of the chunk in 4 bytes, and 1 for the last chunk,
 *            0 for the others. So a chunk that is changed, missing or moved is noticed, also at the end.
 */
export const OLDER_MAGIC = 'studiod1';
const HEADER_BYTES = 64;
const TAG_BYTES = 16;
/** Larger values are not ours: they would only take memory. */
const MAX_LOG_N = 20;
const MAX_CHUNK_BYTES = 16 * 1024 * 1024;

export const damaged = (name: string): BackupError =>
  new BackupError(`${name} is damaged: a part was changed, moved, or is missing. Use another backup.`);

export const otherKey = (name: string): BackupError =>
  new BackupError(`${name} was encrypted with another key. Set its key with STUDIOD_BACKUP_KEY_FILE.`);

const keysOf = (passphrase: string, header: Buffer): { key: Buffer; check: Buffer } => {
  const [N, salt, file] = [2 ** Number(header[8]), header.subarray(16, 32), header.subarray(32, 48)];
  const master = scryptSync(passphrase, salt, 32, { N, r: 8, p: 1, maxmem: 256 * 8 * N });
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', master, file, info, length));
  return { key: derive('studiod backup key', 32), check: derive('studiod backup check', 16) };
};

const decryptChunk = (bytes: Buffer, key: Buffer, nonce: Buffer, header: Buffer): Buffer => {
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
};

/** @throws BackupError when the key is another one, or the file is not whole and unchanged. */
export async function* decryptOlder(passphrase: string, file: ByteReader, name: string): Bytes {
  const header = Buffer.from(await file.take(HEADER_BYTES));
  if (header.length < HEADER_BYTES) throw damaged(name);
  const [logN, chunkBytes] = [Number(header[8]), header.readUInt32BE(12)];
  if (logN < 1 || logN > MAX_LOG_N || chunkBytes < 1 || chunkBytes > MAX_CHUNK_BYTES) throw damaged(name);
  const { key, check } = keysOf(passphrase, header);
  if (!timingSafeEqual(check, header.subarray(48, 64))) throw otherKey(name);
  const nonce = Buffer.alloc(12);
  for (let number = 0; nonce[11] === 0; number += 1) {
    const bytes = await file.take(chunkBytes + TAG_BYTES);
    nonce.writeUInt32BE(number, 7);
    nonce[11] = (await file.peek(1)).length === 0 ? 1 : 0;
    let plain: Buffer;
    try {
      plain = decryptChunk(bytes, key, nonce, header);
    } catch {
      throw damaged(name);
    }
    yield plain;
  }
}
