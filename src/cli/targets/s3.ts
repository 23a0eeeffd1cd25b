import type { Bytes } from '../../database/backup/byte-reader.ts';
import { pause } from '../../kernel/clock.ts';
import { errorCode, errorMessage } from '../../kernel/errors.ts';
import { requireResolvable } from '../../kernel/host-names.ts';
import type { Stored, Target } from './target.ts';

interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The address of the service; undefined for Amazon. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

/** The bytes of a part of an upload, which S3 wants to have 5 MiB at least, and of a piece of a download. */
const PART_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 4 * 1024 * 1024;
/** S3 allows 10,000 parts. */
const MAX_PARTS = 9_000;
const RETRIES = 3;
/** Where Amazon has a bucket for which no region is set. */
const AMAZON_REGION = 'us-east-1';

/** Codes by which a storage asks for the same request again, later. */
const BUSY = new Set(['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'TooManyRequests']);
/** How long to wait before each further attempt, in real milliseconds. */
const WAITS_MS: readonly number[] = [1_000, 2_000, 4_000];

/** An error of the client with its code, which says more than its text. */
const explained = (error: unknown): Error => {
  const code = errorCode(error);
  return new Error(code === '' ? errorMessage(error) : `${code}: ${errorMessage(error)}`);
};

/**
 * A bucket of S3, or of a service that speaks its protocol.
 * @param name `s3://bucket/prefix`
 * @param wait waits for real milliseconds
 */
export const s3Target = (name: string, { endpoint, region, ...access }: S3Access, wait = pause): Target => {
  const [bucket = '', ...rest] = name.slice('s3://'.length).split('/');
  const prefix = rest.length === 0 ? '' : `${rest.join('/')}/`;
  const host = endpoint ?? `https://s3.${region ?? AMAZON_REGION}.amazonaws.com`;
  const client = new Bun.S3Client({
    ...access,
    bucket,
    retry: RETRIES,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  });

  const attempt = async <T>(work: () => Promise<T>, [waitMs, ...later]: readonly number[] = WAITS_MS): Promise<T> => {
    try {
      await requireResolvable(host);
      return await work();
    } catch (error) {
      if (waitMs === undefined || !BUSY.has(errorCode(error))) throw explained(error);
      await wait(waitMs);
      return attempt(work, later);
    }
  };

  const upload = async (file: string, source: Bytes, bytes: number): Promise<void> => {
    const partSize = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
    const writer = client.file(prefix + file).writer({ partSize, queueSize: 1, retry: RETRIES });
    let waiting = 0;
    try {
      for await (const piece of source) {
        writer.write(piece);
        waiting += piece.length;
        if (waiting < partSize) continue;
        await writer.flush();
        waiting = 0;
      }
    } catch (error) {
      // An upload cannot be left: it is ended, and what it made is removed.
      await Promise.resolve(writer.end()).catch(() => {});
      await client.delete(prefix + file);
      throw error;
    }
    await writer.end();
  };

  async function* download(file: string, bytes: number): Bytes {
    for (let start = 0; start < bytes; start += PIECE_BYTES) {
      const end = Math.min(bytes, start + PIECE_BYTES);
      yield await attempt(async () => {
        const piece = await client
          .file(prefix + file)
          .slice(start, end)
          .bytes();
        if (piece.length !== end - start) throw new Error(`${file} changed while it was read`);
        return piece;
      });
    }
  }

  /**
   * Every file below the prefix, page by page.
   * @throws Error when the storage says that there are more, and its page has none that is new: the list would be cut, or never end.
   */
  const list = async (): Promise<Stored[]> => {
    const found = new Map<string, Stored>();
    for (let after: { continuationToken?: string; startAfter?: string } = {}; ; ) {
      const page = await attempt(() => client.list({ prefix, ...after }));
      const contents = page.contents ?? [];
      const before = found.size;
      for (const { key, size = 0 } of contents) found.set(key, { name: key.slice(prefix.length), bytes: size });
      if (page.isTruncated !== true) return [...found.values()];
      if (found.size === before) {
        throw new Error(
          `the storage did not continue its list: after ${before} files it reports more, but sends none that is new`,
        );
      }
      const { nextContinuationToken: next } = page;
      // A storage that has no token continues after a key.
      after = next === undefined ? { startAfter: contents.at(-1)?.key ?? '' } : { continuationToken: next };
    }
  };

  return {
    name,
    list,
    put: (file, make) =>
      attempt(async () => {
        const { bytes, size } = await make();
        await upload(file, bytes, size);
      }),
    get: download,
    remove: (file) => attempt(() => client.delete(prefix + file)),
  };
};
