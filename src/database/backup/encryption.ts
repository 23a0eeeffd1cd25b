import { createCipheriv, createDecipheriv, hkdfSync, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import { BackupError } from './content.ts';

/** Bytes in the order in which they are read or written. */
export type Bytes = AsyncIterable<Uint8Array>;

/*
 * The format of an encrypted file (backups.md "Copies elsewhere"). All numbers are big-endian.
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
const MAGIC = Buffer.from('studiod1');
const HEADER_BYTES = 64;
const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
const LOG_N = 15;
/** A larger N is not ours: it would only take memory. */
const MAX_LOG_N = 20;
const MAX_CHUNK_BYTES = 16 * CHUNK_BYTES;

/** Encrypts and decrypts files with what a passphrase gives. It remembers the slow part for each salt. */
export class BackupCipher {
  readonly #passphrase: string;
  readonly #random: Random;
  readonly #salt: Uint8Array;
  readonly #masters = new Map<string, Buffer>();

  constructor(passphrase: string, random: Random) {
    this.#passphrase = passphrase;
    this.#random = random;
    this.#salt = random.bytes(16);
  }

  /** The length of an encrypted file, from the length of the plain file. */
  static sizeOf(plain: number): number {
    return HEADER_BYTES + plain + TAG_BYTES * Math.max(1, Math.ceil(plain / CHUNK_BYTES));
  }

  /** The encrypted form of a file, in chunks of about 1 MiB. */
  async *encrypt(source: Bytes): Bytes {
    const header = Buffer.alloc(HEADER_BYTES);
    MAGIC.copy(header);
    header[8] = LOG_N;
    header.writeUInt32BE(CHUNK_BYTES, 12);
    header.set(this.#salt, 16);
    header.set(this.#random.bytes(16), 32);
    const { key, check } = this.#keysOf(header);
    check.copy(header, 48);
    yield header;
    let number = 0;
    for await (const { bytes, isLast } of inGroups(source, CHUNK_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
      cipher.setAAD(header);
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      number += 1;
    }
  }

  /**
   * The plain form of an encrypted file.
   * @param name for messages
   * @throws BackupError when the key is another one, or the file is not whole and unchanged. What came before is then
   * authentic, and not the whole file.
   */
  async *decrypt(source: Bytes, name: string): Bytes {
    const pieces = source[Symbol.asyncIterator]();
    const { header, rest } = await readHeader(pieces, name);
    const { key, check } = this.#keysOf(header);
    if (!timingSafeEqual(check, header.subarray(48, 64))) {
      throw new BackupError(`${name} was encrypted with another key. Give its key with STUDIOD_BACKUP_KEY_FILE.`);
    }
    const size = header.readUInt32BE(12) + TAG_BYTES;
    let number = 0;
    for await (const { bytes, isLast } of inGroups(continued(rest, pieces), size)) {
      yield decryptChunk(bytes, key, nonceOf(number, isLast), header, name);
      number += 1;
    }
  }

  #keysOf(header: Buffer): { key: Buffer; check: Buffer } {
    const [salt, file] = [header.subarray(16, 32), header.subarray(32, 48)];
    const of = `${header[8]} ${salt.toString('hex')}`;
    let master = this.#masters.get(of);
    if (master === undefined) {
      const N = 2 ** (header[8] ?? 0);
      master = scryptSync(this.#passphrase, salt, 32, { N, r: 8, p: 1, maxmem: 256 * 8 * N });
      this.#masters.set(of, master);
    }
    return {
      key: Buffer.from(hkdfSync('sha256', master, file, 'studiod backup key', 32)),
      check: Buffer.from(hkdfSync('sha256', master, file, 'studiod backup check', 16)),
    };
  }
}

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

const damaged = (name: string): BackupError =>
  new BackupError(
    `${name} is damaged: a part of it was changed, is missing or is in another place. Use another backup.`,
  );

const decryptChunk = (bytes: Buffer, key: Buffer, nonce: Buffer, header: Buffer, name: string): Buffer => {
  if (bytes.length < TAG_BYTES) throw damaged(name);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged(name);
  }
};

/** The bytes in groups of one size. The last one, which says so, is not longer, and is empty only when all is. */
async function* inGroups(source: Bytes, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    held.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let start = 0;
    for (; all.length - start > size; start += size) yield { bytes: all.subarray(start, start + size), isLast: false };
    held = [all.subarray(start)];
    length = all.length - start;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

const readHeader = async (
  pieces: AsyncIterator<Uint8Array>,
  name: string,
): Promise<{ header: Buffer; rest: Uint8Array }> => {
  let all = Buffer.alloc(0);
  while (all.length < HEADER_BYTES) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    all = Buffer.concat([all, value]);
  }
  const header = Buffer.from(all.subarray(0, HEADER_BYTES));
  const isOurs = header.length === HEADER_BYTES && header.subarray(0, 8).equals(MAGIC);
  if (!isOurs) throw new BackupError(`${name} is not an encrypted backup of studiod.`);
  const chunk = header.readUInt32BE(12);
  const [logN = 0] = header.subarray(8, 9);
  if (logN < 1 || logN > MAX_LOG_N || chunk < 1 || chunk > MAX_CHUNK_BYTES) throw damaged(name);
  return { header, rest: all.subarray(HEADER_BYTES) };
};

async function* continued(first: Uint8Array, pieces: AsyncIterator<Uint8Array>): Bytes {
  yield first;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
}
