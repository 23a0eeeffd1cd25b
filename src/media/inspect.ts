import { join } from 'node:path';
import { requireDescriptors } from '../database/descriptors.ts';
import { ownExecutable } from '../database/own-executable.ts';
import { setRealTimeout } from '../kernel/clock.ts';
import { KeyedConcurrency } from '../kernel/concurrency.ts';
import type { ExaminationLimits, InspectionReport } from './inspect-process.ts';
import { type MediaProperties, MediaUnsupported } from './properties.ts';

export const EXAMINE_VERB = 'examine-media';

const program =
  typeof BUILD_VERSION === 'undefined'
    ? [ownExecutable, join(import.meta.dir, '../main.ts'), EXAMINE_VERB]
    : [ownExecutable, EXAMINE_VERB];

/**
 * How long the examination of a file may take, in milliseconds of processor time: the shortest limit, more for each MiB, and the longest
 * limit. A damaged file, or one made for it, keeps a processor busy until then. The slowest others that were measured, MP3 of 8 kbit/s
 * without an index, need 80 ms for each MiB.
 */
const SHORTEST_MS = 10_000;
const MS_FOR_A_MIB = 500;
const LONGEST_MS = 120_000;

/**
 * How much memory an examination may take, in bytes. The index of a video of half a day needs 500 MiB; one that is damaged, or made for
 * it, can name more pictures than any machine has room for.
 */
const MAX_MEMORY = 768 * 1024 ** 2;

/** How many times its processor time an examination may take where the processor is busy with something else. */
export const WAITING = 6;
/** A process that has not ended on its own this long (real ms) after its limit is ended: it has to start first. */
const PATIENCE_MS = 40_000;

/** Each may take a processor and the memory. Two, so that one slow file does not hold up all others. */
const AT_ONCE = 2;
const examinations = new KeyedConcurrency(AT_ONCE);
const repetitions = new KeyedConcurrency(1);

export const limitsFor = (sizeBytes: number): ExaminationLimits => ({
  durationMs: Math.min(LONGEST_MS, SHORTEST_MS + (sizeBytes / 1024 ** 2) * MS_FOR_A_MIB),
  memory: MAX_MEMORY,
});

/** The examinations at this moment. Each is notified when another one begins. */
const running = new Set<{ hadCompany: boolean }>();

/** Runs one examination. Returns its report, and whether another one ran meanwhile. */
const watched = async (
  examine: () => Promise<InspectionReport>,
): Promise<{ readonly report: InspectionReport; readonly hadCompany: boolean }> => {
  const own = { hadCompany: running.size > 0 };
  for (const other of running) other.hadCompany = true;
  running.add(own);
  try {
    return { report: await examine(), hadCompany: own.hadCompany };
  } finally {
    running.delete(own);
  }
};

/** A process that something else ends exceeded a limit. @throws Error `EMFILE`, `ENFILE` for too few descriptors. */
const examineApart = async (path: string, { durationMs, memory }: ExaminationLimits): Promise<InspectionReport> => {
  const command = [...program, path, `${durationMs}`, `${memory}`];
  requireDescriptors();
  // It ends when its standard input does, with this process. Its environment has no secrets.
  const child = Bun.spawn(command, { env: {}, stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' });
  const cancel = setRealTimeout(durationMs * WAITING + PATIENCE_MS, () => child.kill('SIGKILL'));
  try {
    const [text, code] = await Promise.all([child.stdout.text(), child.exited]);
    if (code === 0) return JSON.parse(text);
    if (child.signalCode !== null) return { exceeded: 'It takes too much memory or time to read.' };
    return { failure: `the examining process ended with code ${code}` };
  } finally {
    cancel();
    child.kill('SIGKILL');
  }
};

/**
 * Examines a file. One that exceeds a limit while another one is examined is examined again alone, since the other may be to blame.
 * @throws MediaUnsupported
 */
const examine = async (path: string, limits: ExaminationLimits): Promise<MediaProperties> => {
  const attempt = () => watched(() => examineApart(path, limits));
  let { report, hadCompany } = await examinations.run('', attempt);
  if ('exceeded' in report && hadCompany) {
    // It takes the places of all. Only one does so at a time, so no two wait for each other.
    const alone = () => examinations.run('', () => examinations.run('', attempt));
    ({ report, hadCompany } = await repetitions.run('', alone));
  }
  if ('exceeded' in report) throw new MediaUnsupported(report.exceeded);
  if ('unsupported' in report) throw new MediaUnsupported(report.unsupported);
  if ('failure' in report) throw new Error(report.failure);
  const { properties, poster } = report;
  return { ...properties, poster: poster === null ? null : new Uint8Array(Buffer.from(poster, 'base64')) };
};
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
 * @throws MediaUnsupported when files of its type may not be uploaded, or it does not match its type.
 */
export const inspectFile = async (
  path: string,
  claimed: string,
  limits = limitsFor(Bun.file(path).size),
): Promise<MediaProperties> => {
  const [type = ''] = claimed.toLowerCase().split(';');
  const kinds = claimedKinds(type.trim());
  if (kinds?.length === 0) throw new MediaUnsupported(`Files of the type '${type.slice(0, 100)}' are not supported.`);
  const properties = await examine(path, limits);
  const isOther = kinds !== undefined && !kinds.includes(properties.kind);
  const isOtherDocument = properties.kind === 'document' && kinds !== undefined && type.trim() !== properties.mimeType;
  if (isOther || isOtherDocument) {
    throw new MediaUnsupported(`Its declared type is '${type.slice(0, 100)}', but it is '${properties.mimeType}'.`);
  }
  return properties;
};
