import { describe, expect, test } from 'bun:test';
import { createDecipheriv, hkdfSync, scryptSync } from 'node:crypto';
import { BackupCipher, type Bytes } from '../../../src/database/backup/encryption.ts';
import { systemRandom } from '../../../src/kernel/random.ts';

const MIB = 1_048_576;
const HEADER = 64;
const CHUNK = MIB + 16;
const random = systemRandom();
const cipher = new BackupCipher('correct horse battery staple', random);

async function* inPieces(bytes: Uint8Array, size: number): Bytes {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const collect = async (source: Bytes): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
};
const encrypt = (plain: Uint8Array, piece = 70_001): Promise<Buffer> => collect(cipher.encrypt(inPieces(plain, piece)));
const decrypt = (bytes: Uint8Array, by = cipher, piece = 300_007): Promise<Buffer> =>
  collect(by.decrypt(inPieces(bytes, piece), 'copy.db.enc'));
const problemOf = async (bytes: Uint8Array, by = cipher): Promise<string> => {
  try {
    await decrypt(bytes, by);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was decrypted');
};
const bytesOf = (length: number): Buffer => Buffer.from(random.bytes(length));

test('files of every length come back whole, in pieces of any size, and have the length that was said', async () => {
  for (const length of [0, 1, 15, MIB - 1, MIB, MIB + 1, 2 * MIB, 3 * MIB + 7]) {
    const plain = bytesOf(length);
    const encrypted = await encrypt(plain, 1 + Math.ceil(length / 5));
    expect(encrypted.length).toBe(BackupCipher.sizeOf(length));
    expect((await decrypt(encrypted)).equals(plain)).toBe(true);
    if (length > 16) expect(encrypted.includes(plain.subarray(0, 16))).toBe(false);
  }
});

test('another program opens it by the documented format', async () => {
  const plain = bytesOf(MIB + 500);
  const file = await encrypt(plain);
  const [salt, id] = [file.subarray(16, 32), file.subarray(32, 48)];
  const master = scryptSync('correct horse battery staple', salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 1e8 });
  const key = Buffer.from(hkdfSync('sha256', master, id, 'studiod backup key', 32));
  const open = (chunk: Buffer, number: number, last: number): Buffer => {
    const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, last]);
    const one = createDecipheriv('aes-256-gcm', key, nonce);
    one.setAAD(file.subarray(0, HEADER));
    one.setAuthTag(chunk.subarray(-16));
    return Buffer.concat([one.update(chunk.subarray(0, -16)), one.final()]);
  };
  const opened = [open(file.subarray(HEADER, HEADER + CHUNK), 0, 0), open(file.subarray(HEADER + CHUNK), 1, 1)];
  expect(Buffer.concat(opened).equals(plain)).toBe(true);
});

describe('refused', () => {
  const DAMAGED = 'copy.db.enc is damaged';

  test('another key', async () => {
    const other = new BackupCipher('another passphrase', random);
    expect(await problemOf(await encrypt(bytesOf(10)), other)).toContain('was encrypted with another key');
  });

  test('what is not encrypted, or too short', async () => {
    const notOurs = 'is not an encrypted backup of studiod';
    expect(await problemOf(Buffer.from('SQLite format 3'.repeat(10)))).toContain(notOurs);
    expect(await problemOf((await encrypt(bytesOf(10))).subarray(0, 63))).toContain(notOurs);
    expect(await problemOf(Buffer.alloc(0))).toContain(notOurs);
  });

  test('a changed byte anywhere', async () => {
    const file = await encrypt(bytesOf(2 * MIB + 9));
    const places = [8, 9, 12, 16, 33, 49, HEADER, HEADER + CHUNK - 1, HEADER + CHUNK, file.length - 1];
    for (const place of places) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await problemOf(changed)).toMatch(/is damaged|another key/);
    }
  });

  test('a part that is cut off, left out, repeated, moved or added', async () => {
    const file = await encrypt(bytesOf(3 * MIB));
    const header = file.subarray(0, HEADER);
    const [one, two, three] = [0, 1, 2].map((at) => file.subarray(HEADER + at * CHUNK, HEADER + (at + 1) * CHUNK));
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three chunks');
    for (const parts of [
      [header],
      [header, one],
      [header, one, two],
      [header, one, two, three.subarray(0, 1_000)],
      [header, one, three],
      [header, two, one, three],
      [header, one, one, two, three],
      [header, one, two, three, three],
      [header, one, two, three, Buffer.alloc(1)],
    ]) {
      expect(await problemOf(Buffer.concat(parts))).toContain(DAMAGED);
    }
  });

  test('a chunk of another file with the same key', async () => {
    const [file, other] = [await encrypt(bytesOf(2 * MIB)), await encrypt(bytesOf(2 * MIB))];
    const mixed = Buffer.concat([file.subarray(0, HEADER + CHUNK), other.subarray(HEADER + CHUNK)]);
    expect(await problemOf(mixed)).toContain(DAMAGED);
  });
});
