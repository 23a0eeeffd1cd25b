import { startThread } from '../database/descriptors.ts';
import { setRealTimeout } from '../kernel/clock.ts';
import { KeyedConcurrency } from '../kernel/concurrency.ts';
import type { Examined } from './inspect-worker.ts';
import { type MediaProperties, MediaUnsupported } from './properties.ts';

// In the executable the worker is a separate entry point, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './inspect-worker.ts' : './src/media/inspect-worker.ts';

/**
 * How long the examination of a file may take, in real milliseconds: the shortest limit, more for each MiB, and the longest
 * limit. A damaged file, or one made for it, keeps a processor busy until then. The slowest others that were measured, MP3 of 8 kbit/s
 * without an index, need 80 ms for each MiB.
 */
const SHORTEST_MS = 10_000;
const MS_FOR_A_MIB = 500;
const LONGEST_MS = 120_000;

/**
 * How much more memory this process may take, in bytes, while files are examined. The index of a video of half a day needs
 * 500 MiB; one that is damaged, or made for it, can name more pictures than any machine has room for.
 */
const MAX_MEMORY = 768 * 1024 ** 2;
/** A file that itself takes less than this share of it is never refused. */
const LEAST_SHARE = 1 / 8;
/** How often the memory is looked at, in real milliseconds. */
const LOOK_MS = 50;

/**
 * Files that are examined at the same time: each may take a processor and the memory. Two, so that one file which takes long does
 * not hold up all others.
 */
const AT_ONCE = 2;
const examinations = new KeyedConcurrency(AT_ONCE);

/** What the examination of a file may take. */
export interface ExaminationLimits {
  /** Real milliseconds. */
  readonly durationMs: number;
  /** How much more memory this process may take meanwhile, in bytes. */
  readonly memory: number;
}

export const limitsFor = (sizeBytes: number): ExaminationLimits => ({
  durationMs: Math.min(LONGEST_MS, SHORTEST_MS + (sizeBytes / 1024 ** 2) * MS_FOR_A_MIB),
  memory: MAX_MEMORY,
});

/** The least memory that this process had at the beginning of an examination: what one has left is freed later. */
let least = Number.POSITIVE_INFINITY;

/** Calls `exceeded` once this process takes too much memory. Returns what ends that. */
const watchMemory = (most: number, exceeded: () => void): (() => void) => {
  const before = process.memoryUsage.rss();
  least = Math.min(least, before);
  const look = (): void => {
    const now = process.memoryUsage.rss();
    if (now - least > most && now - before > most * LEAST_SHARE) exceeded();
    else cancel = setRealTimeout(LOOK_MS, look);
  };
  let cancel = setRealTimeout(LOOK_MS, look);
  return () => cancel();
};

/** Examines a file in a thread of its own, which ends with it. @throws MediaUnsupported */
const examineApart = (path: string, limits: ExaminationLimits): Promise<MediaProperties> =>
  new Promise((resolve, reject) => {
    const worker = startThread(new URL(entry, import.meta.url).href, { smol: true });
    worker.unref();
    const refuse = (message: string) => done(() => reject(new MediaUnsupported(message)));
    const cancel = setRealTimeout(limits.durationMs, () => refuse('It takes too long to read.'));
    const unwatch = watchMemory(limits.memory, () => refuse('It takes too much memory to read.'));
    const done = (settle: () => void): void => {
      cancel();
      unwatch();
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<Examined>) =>
      done(() => {
        if ('properties' in data) resolve(data.properties);
        else reject('unsupported' in data ? new MediaUnsupported(data.unsupported) : new Error(data.failure));
      });
    worker.onerror = ({ message }) => done(() => reject(new Error(`the examining thread failed: ${message}`)));
    worker.postMessage(path);
  });

/** The kinds that a media type stands for; undefined for one that says nothing. */
const claimedKinds = (type: string): readonly MediaProperties['kind'][] | undefined => {
  if (type === '' || type === 'application/octet-stream') return undefined;
  if (/^(?:video|audio)\//.test(type) || type === 'application/ogg') return ['video', 'audio'];
  if (type.startsWith('image/') && type !== 'image/svg+xml') return ['image'];
  return type === 'application/pdf' || type === 'text/vtt' ? ['document'] : [];
};

/**
 * What a file is, by its content. A file waits while others are examined.
 * @param claimed the media type that its sender gives it; empty for none.
 * @throws MediaUnsupported when it is none that may be uploaded, or not what the type says.
 */
export const inspectFile = async (
  path: string,
  claimed: string,
  limits = limitsFor(Bun.file(path).size),
): Promise<MediaProperties> => {
  const [type = ''] = claimed.toLowerCase().split(';');
  const kinds = claimedKinds(type.trim());
  if (kinds?.length === 0) throw new MediaUnsupported(`Files of the type '${type.slice(0, 100)}' are not taken.`);
  const properties = await examinations.run('', () => examineApart(path, limits));
  const isOther = kinds !== undefined && !kinds.includes(properties.kind);
  const isOtherDocument = properties.kind === 'document' && kinds !== undefined && type.trim() !== properties.mimeType;
  if (isOther || isOtherDocument) {
    throw new MediaUnsupported(`It says that it is '${type.slice(0, 100)}', and is '${properties.mimeType}'.`);
  }
  return properties;
};
