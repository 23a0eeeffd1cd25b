import { existsSync } from 'node:fs';

/** The ffmpeg of this machine, or the one that STUDIOD_TEST_FFMPEG names; undefined where there is none. */
export const ffmpegPath = (): string | undefined => {
  const given = process.env.STUDIOD_TEST_FFMPEG;
  if (given !== undefined && given !== '') return existsSync(given) ? given : undefined;
  return Bun.which('ffmpeg') ?? undefined;
};

/** Makes a test picture with a tone as MP4: H.264 and AAC. */
export const makeVideo = async (
  path: string,
  { size, seconds }: { readonly size: string; readonly seconds: number },
): Promise<void> => {
  const child = Bun.spawn(
    [
      ffmpegPath() ?? '',
      '-loglevel',
      'error',
      '-nostdin',
      '-y',
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=${size}:rate=25:duration=${seconds}`,
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=440:duration=${seconds}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      path,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  );
  const errors = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`ffmpeg made no video: ${errors}`);
};
