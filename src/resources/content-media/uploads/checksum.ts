import { invalidParam, Problem } from '../../../kernel/problem.ts';

/** The algorithms of `Upload-Checksum`. tus wants SHA-1. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'md5'] as const;

/** Checks the bytes of one request against its `Upload-Checksum`. */
export interface Checksum {
  update(bytes: Uint8Array): void;
  /** @throws Problem 460 `checksum_mismatch` when the bytes are others. */
  verify(): void;
}

/** The check that a request asks for; undefined for none. @throws Problem 400 for an unknown algorithm. */
export const checksumOf = ({ headers }: Request): Checksum | undefined => {
  const header = headers.get('upload-checksum');
  if (header === null) return undefined;
  const [name = '', expected = ''] = header.split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((each) => each === name);
  if (algorithm === undefined || !/^[\w+/]+=*$/.test(expected)) {
    const algorithms = CHECKSUM_ALGORITHMS.join(', ');
    throw invalidParam(
      'Upload-Checksum',
      `'Upload-Checksum' must be an algorithm (${algorithms}), a space, and Base64.`,
      { reason: 'not_accepted' },
    );
  }
  const digest = new Bun.CryptoHasher(algorithm);
  return {
    update: (bytes) => void digest.update(bytes),
    verify() {
      if (digest.digest('base64') === expected) return;
      const message = 'The bytes that arrived do not match the checksum. Send them again.';
      throw new Problem(460, 'checksum_mismatch', message);
    },
  };
};
