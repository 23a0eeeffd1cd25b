import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFull } from '../database/unavailable.ts';
import { setRealTimeout } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Rung } from './ladder.ts';

const SEGMENT_SECONDS = 6;
/** A program that reports no progress for this long, in real milliseconds, is ended. */
const STALLED_MS = 5 * MINUTE_MS;
/** Frames with more pixels are refused: 8192 x 4320. */
const MAX_PIXELS = 35_389_440;
/** The most memory of one allocation in bytes, and of the whole program in KiB. */
const MAX_ALLOCATION = 1024 ** 3;
const MAX_MEMORY_KIB = 4 * 1024 ** 2;
/** The formats that may be read. Playlists and others that name further files are not among them. */
const FORMATS = 'mov,matroska,webm,mpegts,ogg';
const KEPT_OUTPUT = 2_000;
const POSTER_WIDTH = 1280;

const PLAYLIST = 'index.m3u8';
const MASTER = 'master.m3u8';

const DISK_FULL = /No space left on device|Disk quota exceeded/i;

/** The program failed. The message has the end of its output, which is for the log only. */
export class FfmpegError extends Error {}

/** Something else ended the program, such as a system without memory. That may be no fault of the video. */
export class FfmpegKilled extends Error {}

/** The signals by which others end a program. */
const FROM_OUTSIDE: readonly string[] = ['SIGKILL', 'SIGTERM'];

interface VideoSource {
  readonly path: string;
  readonly durationSeconds: number;
  /** Ends the program when it is aborted. */
  readonly signal: AbortSignal;
}

interface RenditionSource {
  readonly width: number;
  readonly height: number;
  /** As in a master playlist: `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string;
  /** The peak in bits per second. */
  readonly bandwidth: number;
  readonly sizeBytes: number;
}

/** The words before a command that end it with this process, also when that is killed; none where the system cannot do that. */
const findGuard = async (): Promise<string[]> => {
  const setpriv = Bun.which('setpriv');
  if (setpriv === null) return [];
  const guard = [setpriv, '--pdeathsig', 'KILL'];
  const tried = Bun.spawn([...guard, 'true'], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' });
  return (await tried.exited) === 0 ? guard : [];
};
let guard: Promise<string[]> | undefined;

/** The command that runs a program at the lowest priority, with bounded memory and lifetime where the system can do that. */
const limited = async (words: readonly string[]): Promise<string[]> => {
  guard ??= findGuard();
  const nice = Bun.which('nice');
  const lowest = nice === null ? [] : [nice, '-n', '19'];
  const shell = ['/bin/sh', '-c', `ulimit -v ${MAX_MEMORY_KIB} 2>/dev/null; exec "$@"`, 'sh'];
  return [...(await guard), ...shell, ...lowest, ...words];
};

/** The progress that a line of the output reports, in seconds; undefined for other lines. */
const secondsOf = (line: string): number | undefined => {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
  return microseconds === undefined ? undefined : Number(microseconds) / 1e6;
};

const lastOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> => {
  let text = '';
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) text = (text + piece).slice(-KEPT_OUTPUT);
  return text.trim();
};

/** @throws FfmpegError, also when it stalls or is aborted; FfmpegKilled; Problem 503 `storage_full` */
const run = async (words: readonly string[], signal: AbortSignal, at: (seconds: number) => void): Promise<void> => {
  const command = await limited(words);
  signal.throwIfAborted();
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  let isOurs = false;
  const kill = (): void => {
    isOurs = true;
    child.kill('SIGKILL');
  };
  let cancel = setRealTimeout(STALLED_MS, kill);
  signal.addEventListener('abort', kill, { once: true });
  const output = lastOf(child.stderr);
  let furthest = -1;
  let rest = '';
  try {
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      const seconds = lines.reduce((last, line) => Math.max(last, secondsOf(line) ?? last), furthest);
      if (seconds <= furthest) continue;
      furthest = seconds;
      cancel();
      cancel = setRealTimeout(STALLED_MS, kill);
      at(seconds);
    }
    const code = await child.exited;
    if (code === 0) return;
    const said = await output;
    if (DISK_FULL.test(said)) throw storageFull();
    if (!isOurs && FROM_OUTSIDE.includes(String(child.signalCode))) throw new FfmpegKilled('ffmpeg was killed');
    throw new FfmpegError(`ffmpeg ended with code ${code}: ${said}`);
  } finally {
    cancel();
    signal.removeEventListener('abort', kill);
    kill();
    await child.exited;
  }
};

/** What the program wrote into the master playlist of one rendition. */
const factsOf = (master: string): Omit<RenditionSource, 'sizeBytes'> => {
  const [, bandwidth] = /BANDWIDTH=(\d+)/.exec(master) ?? [];
  const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(master) ?? [];
  const [, codecs] = /CODECS="([^"]+)"/.exec(master) ?? [];
  if (bandwidth === undefined || codecs === undefined) throw new FfmpegError('ffmpeg wrote no rendition');
  return { bandwidth: Number(bandwidth), width: Number(width), height: Number(height), codecs };
};

const sizeOf = async (folder: string): Promise<number> => {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

/** What every run begins with: the input is a file of its own, whatever it says; see the bounds above. */
const inputOf = (program: string, { path }: VideoSource, before: readonly string[] = []): string[] => [
  program,
  '-hide_banner',
  '-nostdin',
  '-nostats',
  '-loglevel',
  'error',
  '-progress',
  'pipe:1',
  '-max_alloc',
  `${MAX_ALLOCATION}`,
  '-filter_threads',
  '1',
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  FORMATS,
  '-max_pixels',
  `${MAX_PIXELS}`,
  '-threads',
  '1',
  ...before,
  '-i',
  `file:${path}`,
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-sn',
  '-dn',
];

/** Makes posters and renditions of videos. @param program the path of ffmpeg. */
export const createFfmpeg = (program: string) => ({
  /** Writes a picture of the video as JPEG to `target`. @throws FfmpegError; FfmpegKilled */
  async poster(source: VideoSource, target: string): Promise<void> {
    const at = Math.min(source.durationSeconds / 10, 60).toFixed(3);
    // Some videos have no whole picture there, such as videos of one picture: then it is the first one.
    for (const before of [['-ss', at], []]) {
      await run(
        [
          ...inputOf(program, source, before),
          '-map',
          '0:v:0',
          '-frames:v',
          '1',
          '-vf',
          `scale='min(${POSTER_WIDTH},iw)':-2`,
          '-q:v',
          '4',
          '-f',
          'image2',
          '-update',
          '1',
          '-c:v',
          'mjpeg',
          '-y',
          `file:${target}`,
        ],
        source.signal,
        () => {},
      );
      if (await Bun.file(target).exists()) return;
    }
    throw new FfmpegError('ffmpeg made no picture');
  },
  /**
   * Writes a playlist and its segments into `folder`, which is empty: H.264 and AAC in MPEG-TS.
   * @param progress receives the share that is done, from 0 to 1.
   * @throws FfmpegError; FfmpegKilled
   */
  async rendition(
    source: VideoSource,
    folder: string,
    { height, maxKbps }: Rung,
    progress: (share: number) => void,
  ): Promise<RenditionSource> {
    const { durationSeconds } = source;
    await run(
      [
        ...inputOf(program, source),
        '-map',
        '0:v:0',
        '-map',
        '0:a:0?',
        '-t',
        `${Math.ceil(durationSeconds) + 1}`,
        '-vf',
        `scale=-2:${height}`,
        '-fpsmax',
        '60',
        '-pix_fmt',
        'yuv420p',
        '-c:v',
        'libx264',
        '-profile:v',
        'high',
        '-preset',
        'veryfast',
        '-crf',
        '23',
        '-threads',
        '2',
        '-maxrate',
        `${maxKbps}k`,
        '-bufsize',
        `${2 * maxKbps}k`,
        '-sc_threshold',
        '0',
        // Each segment begins with a picture that does not need another picture.
        '-force_key_frames',
        `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
        '-c:a',
        'aac',
        '-b:a',
        '128k',
        '-ac',
        '2',
        '-ar',
        '48000',
        // Captions count from 0, and so do the segments.
        '-muxdelay',
        '0',
        '-muxpreload',
        '0',
        '-f',
        'hls',
        '-hls_time',
        `${SEGMENT_SECONDS}`,
        '-hls_list_size',
        '0',
        '-hls_playlist_type',
        'vod',
        '-hls_segment_type',
        'mpegts',
        '-hls_segment_filename',
        join(folder, '%05d.ts'),
        '-master_pl_name',
        MASTER,
        join(folder, PLAYLIST),
      ],
      source.signal,
      (seconds) => progress(Math.min(1, seconds / Math.max(1, durationSeconds))),
    );
    const facts = factsOf(await readFile(join(folder, MASTER), 'utf8'));
    await rm(join(folder, MASTER));
    return { ...facts, sizeBytes: await sizeOf(folder) };
  },
});

export type Ffmpeg = ReturnType<typeof createFfmpeg>;
