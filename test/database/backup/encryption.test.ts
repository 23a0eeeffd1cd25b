import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '../../../src/database/backup/byte-reader.ts';
import { BackupCipher } from '../../../src/database/backup/encryption.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { OLDER_CHUNK, OLDER_HEADER, olderCopy } from './older-copy.ts';

const MIB = 1_048_576;
const PASSPHRASE = 'correct horse battery staple';
/** Of scrypt: a real key takes 100 ms of a processor, and what is tested of files is the same with any. */
const LOG_N = 6;
const cipher = new BackupCipher(PASSPHRASE, LOG_N);

async function* inPieces(bytes: Uint8Array, size: number): Bytes {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const collect = async (source: Bytes): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
};
const encrypt = async (plain: Uint8Array, piece = 70_001, by = cipher): Promise<Buffer> => {
  const { bytes, size } = await by.encrypt(inPieces(plain, piece), plain.length);
  const encrypted = await collect(bytes);
  expect(encrypted.length).toBe(size);
  return encrypted;
};
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
const bytesOf = (length: number): Buffer => Buffer.from(systemRandom().bytes(length));

test('files of every length come back whole, in pieces of any size, and have the length that was said', async () => {
  for (const length of [0, 1, 15, 65_535, 65_536, 65_537, MIB, 3 * MIB + 7]) {
    const plain = bytesOf(length);
    const encrypted = await encrypt(plain, 1 + Math.ceil(length / 5));
    expect((await decrypt(encrypted)).equals(plain)).toBe(true);
    if (length > 16) expect(encrypted.includes(plain.subarray(0, 16))).toBe(false);
  }
});

test('a key takes the work that backups are made with', async () => {
  const plain = bytesOf(10);
  const real = new BackupCipher(PASSPHRASE);
  const encrypted = await encrypt(plain, 10, real);
  expect(encrypted.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 15\n/);
  expect((await decrypt(encrypted, real)).equals(plain)).toBe(true);
});

test('a source that fails while it is read is not taken for a damaged file', async () => {
  const file = await encrypt(bytesOf(MIB));
  async function* failing(): Bytes {
    yield file.subarray(0, 400_000);
    throw new Error('the network is gone');
  }
  await expect(collect(cipher.decrypt(failing(), 'copy.db.enc'))).rejects.toThrow('the network is gone');
});

test.skipIf(Bun.which('age') === null)("age opens it with the passphrase (where 'age' is installed)", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'age-'));
  try {
    const plain = bytesOf(MIB + 500);
    const [copy, opened] = [join(folder, 'copy.db.enc'), join(folder, 'studiod.db')];
    writeFileSync(copy, await encrypt(plain, MIB, new BackupCipher(PASSPHRASE)));
    // age takes a passphrase from a terminal only.
    let shown = '';
    const age = Bun.spawn(['age', '-d', '-o', opened, copy], {
      terminal: {
        data(terminal, data) {
          const before = shown;
          shown += Buffer.from(data).toString();
          if (!/passphrase/.test(before) && /passphrase/.test(shown)) terminal.write(`${PASSPHRASE}\n`);
        },
      },
    });
    expect([await age.exited, shown]).toEqual([0, expect.stringContaining('passphrase')]);
    expect(readFileSync(opened).equals(plain)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('copies of older versions are opened too', async () => {
  for (const length of [0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 7]) {
    const plain = bytesOf(length);
    expect((await decrypt(olderCopy(plain, PASSPHRASE, length === 1 ? 15 : LOG_N))).equals(plain)).toBe(true);
  }
});

test('what is not encrypted, or too short, is refused', async () => {
  const notOurs = 'is not an encrypted studiod backup';
  expect(await problemOf(Buffer.from('SQLite format 3'.repeat(10)))).toContain(notOurs);
  expect(await problemOf((await encrypt(bytesOf(10))).subarray(0, 12))).toContain(notOurs);
  expect(await problemOf(Buffer.alloc(0))).toContain(notOurs);
});

describe.each([
  ['age', encrypt, 65_536 + 16],
  ['older', async (plain: Uint8Array) => olderCopy(plain, PASSPHRASE, LOG_N), OLDER_CHUNK],
] as const)('in the format %s is refused', (name, make, chunkBytes) => {
  const DAMAGED = 'copy.db.enc is damaged';
  const chunkPlain = chunkBytes - 16;
  /** Where the chunks begin: after the header, and in the format of age a nonce. */
  const headerOf = (file: Buffer): number =>
    name === 'older' ? OLDER_HEADER : file.indexOf('\n', file.indexOf('\n--- ') + 1) + 1 + 16;

  test('another key', async () => {
    const other = new BackupCipher('another passphrase');
    expect(await problemOf(await make(bytesOf(10)), other)).toContain('was encrypted with another key');
  });

  test('a changed byte anywhere', async () => {
    const file = await make(bytesOf(2 * chunkPlain + 9));
    const start = headerOf(file);
    const inHeader = Array.from({ length: 12 }, (_, index) => 24 + Math.floor(((start - 25) * index) / 11));
    if (name === 'older') inHeader.push(8, 9, 12, 16);
    for (const place of [...inHeader, start, start + chunkBytes - 1, start + chunkBytes, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await problemOf(changed)).toMatch(/is damaged|another key/);
    }
  });

  test('a part that is cut off, left out, repeated, moved or added', async () => {
    const file = await make(bytesOf(3 * chunkPlain));
    const start = headerOf(file);
    const header = file.subarray(0, start);
    const [one, two, three] = [0, 1, 2].map((at) =>
      file.subarray(start + at * chunkBytes, start + (at + 1) * chunkBytes),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three chunks');
    for (const parts of [
      [header],
      [header.subarray(0, start - 5)],
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
    const [file, other] = [await make(bytesOf(2 * chunkPlain)), await make(bytesOf(2 * chunkPlain))];
    const mixed = Buffer.concat([
      file.subarray(0, headerOf(file) + chunkBytes),
      other.subarray(headerOf(other) + chunkBytes),
    ]);
    expect(await problemOf(mixed)).toContain(DAMAGED);
  });
});
