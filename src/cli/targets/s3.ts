import type { Bytes } from '../../database/backup/byte-reader.ts';
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

/** An error of the client with its code, which says more than its text. */
const explained = (error: unknown): Error => {
  const code = errorCode(error);
  return new Error(code === '' ? errorMessage(error) : `${code}: ${errorMessage(error)}`);
};

const attempt = async <T>(host: string, work: () => Promise<T>): Promise<T> => {
  try {
    await requireResolvable(host);
    return await work();
  } catch (error) {
    throw explained(error);
  }
};

/** A bucket of S3, or of a service that speaks its protocol. @param name `s3://bucket/prefix` */
export const s3Target = (name: string, { endpoint, region, ...access }: S3Access): Target => {
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
      yield await attempt(host, async () => {
        const piece = await client
          .file(prefix + file)
          .slice(start, end)
          .bytes();
        if (piece.length !== end - start) throw new Error(`${file} has changed while it was read`);
        return piece;
      });
    }
  }

  return {
    name,
    list: () =>
      attempt(host, async () => {
        const found: Stored[] = [];
        for (let startAfter = ''; ; ) {
          const page = await client.list({ prefix, ...(startAfter === '' ? {} : { startAfter }) });
          const contents = page.contents ?? [];
          for (const { key, size = 0 } of contents) found.push({ name: key.slice(prefix.length), bytes: size });
          startAfter = contents.at(-1)?.key ?? '';
          if (page.isTruncated !== true || startAfter === '') return found;
        }
      }),
    put: (file, source, bytes) => attempt(host, () => upload(file, source, bytes)),
    get: download,
    remove: (file) => attempt(host, () => client.delete(prefix + file)),
  };
};
