import { ByteReader, type Bytes } from './byte-reader.ts';
import { BackupError } from './content.ts';
import { damaged, decryptOlder, OLDER_MAGIC, otherKey } from './older-encryption.ts';

/** The binary logarithm of N of scrypt. The default of age, 18, would take 256 MB and over a second for each file. */
const LOG_N = 15;
const MAGIC = 'age-encryption.org/v1\n';

const streamOf = (source: Bytes): ReadableStream<Uint8Array> => {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
};

/** Encrypts and decrypts files with a passphrase, in the format of age (backups.md "Copies elsewhere"). */
export class BackupCipher {
  readonly #passphrase: string;
  readonly #logN: number;

  constructor(passphrase: string, logN = LOG_N) {
    this.#passphrase = passphrase;
    this.#logN = logN;
  }

  /** The encrypted form of a file of `size` bytes, in pieces, and the size of that form. */
  async encrypt(source: Bytes, size: number): Promise<{ readonly bytes: Bytes; readonly size: number }> {
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.setPassphrase(this.#passphrase);
    encrypter.setScryptWorkFactor(this.#logN);
    const bytes = await encrypter.encrypt(streamOf(source));
    return { bytes, size: bytes.size(size) };
  }

  /**
   * The plain form of an encrypted file, also of one that an older version encrypted.
   * @param name for messages
   * @throws BackupError when the key is another one, or the file is not whole and unchanged. What came before is then
   * authentic, and not the whole file.
   */
  async *decrypt(source: Bytes, name: string): Bytes {
    const file = new ByteReader(source);
    const start = (await file.peek(MAGIC.length)).toString('latin1');
    if (start.startsWith(OLDER_MAGIC)) return yield* decryptOlder(this.#passphrase, file, name);
    if (start !== MAGIC) throw new BackupError(`${name} is not an encrypted studiod backup.`);
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addPassphrase(this.#passphrase);
    try {
      yield* await decrypter.decrypt(streamOf(file.rest()));
    } catch (error) {
      if (file.failure !== undefined) throw file.failure;
      throw /no identity matched/.test(String(error)) ? otherKey(name) : damaged(name);
    }
  }
}
