import { beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { createFfmpeg, FfmpegError } from '../../src/media/ffmpeg.ts';
import { rungsFor } from '../../src/media/ladder.ts';
import { testFolder } from '../helpers/process.ts';
import { ffmpegPath, makeVideo } from '../helpers/video.ts';

describe('the renditions of a source', () => {
  const heights = (height: number) => rungsFor(height).map((each) => each.height);

  test('its own height, at most 1080, and those of the list below it', () => {
    expect(heights(2160)).toEqual([1080, 720, 480, 240]);
    expect(heights(1080)).toEqual([1080, 720, 480, 240]);
    expect(heights(720)).toEqual([720, 480, 240]);
    expect(heights(361)).toEqual([360, 240]);
    expect(heights(240)).toEqual([240]);
    expect(heights(180)).toEqual([180]);
    expect(heights(1)).toEqual([2]);
  });

  test('each may take as much as the next height of the list', () => {
    const rates = [1080, 800, 720, 480, 360, 240, 100].map((height) => rungsFor(height)[0]?.maxKbps);
    expect(rates).toEqual([5_000, 5_000, 2_800, 1_400, 1_400, 500, 500]);
  });
});

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const rung = { height: 120, maxKbps: 300 };
const program = ffmpegPath();
// apt-get install ffmpeg, or set STUDIOD_TEST_FFMPEG.
describe.if(program !== undefined)(`ffmpeg (${program ?? 'not run: there is none'})`, () => {
  const ffmpeg = createFfmpeg(program ?? '');
  const { signal } = new AbortController();
  const folder = testFolder();
  const path = join(folder, 'source');
  beforeAll(async () => {
    await makeVideo(path, { size: '320x240', seconds: 8 });
  });
  const newTarget = (name: string): string => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };

  test('a poster is a JPEG', async () => {
    await ffmpeg.poster({ path, durationSeconds: 8, signal }, join(folder, 'poster'));
    expect([...readFileSync(join(folder, 'poster')).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  test('a poster is the first picture where there is none later', async () => {
    await ffmpeg.poster({ path, durationSeconds: 600, signal }, join(folder, 'first'));
    expect([...readFileSync(join(folder, 'first')).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  test('a rendition is a playlist of segments of 6 seconds; its progress is reported', async () => {
    const target = newTarget('rendition');
    const shares: number[] = [];
    const facts = await ffmpeg.rendition({ path, durationSeconds: 8, signal }, target, rung, (share) =>
      shares.push(share),
    );
    expect(readdirSync(target).sort()).toEqual(['00000.ts', '00001.ts', 'index.m3u8']);
    expect(facts).toMatchObject({
      width: 160,
      height: 120,
      codecs: expect.stringMatching(/^avc1\.64\w{4},mp4a\.40\.2$/),
    });
    const sizes = readdirSync(target).map((name) => readFileSync(join(target, name)).length);
    expect(facts.sizeBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(facts.bandwidth).toBeGreaterThan(10_000);
    const playlist = readFileSync(join(target, 'index.m3u8'), 'utf8');
    expect(playlist).toMatch(/#EXTINF:6\.0+,\n00000\.ts\n#EXTINF:2\.\d+,\n00001\.ts\n#EXT-X-ENDLIST\n$/);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((left, right) => left - right));
  });

  test('an abort ends the program', async () => {
    const abort = new AbortController();
    const target = newTarget('aborted');
    const running = ffmpeg.rendition({ path, durationSeconds: 8, signal: abort.signal }, target, rung, () =>
      abort.abort(),
    );
    expect(await running.catch((error) => error)).toBeInstanceOf(FfmpegError);
    expect(existsSync(join(target, 'index.m3u8'))).toBe(false);
    const again = ffmpeg.poster({ path, durationSeconds: 8, signal: abort.signal }, join(folder, 'never'));
    expect(await again.catch((error: Error) => error.name)).toBe('AbortError');
  });

  test('content that is no video, names other files or is cut: an error, and nothing is read besides it', async () => {
    const target = newTarget('hostile');
    const secret = join(folder, 'secret.ts');
    writeFileSync(secret, 'secret');
    const contents = {
      text: 'no video at all',
      playlist: `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n${path}\n#EXT-X-ENDLIST\n`,
      network: '#EXTM3U\n#EXTINF:6,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n',
      concat: `ffconcat version 1.0\nfile '${path}'\n`,
      cut: readFileSync(path).subarray(0, 500),
    };
    for (const [name, content] of Object.entries(contents)) {
      const hostile = join(folder, `hostile-${name}`);
      writeFileSync(hostile, content);
      const made = ffmpeg.rendition({ path: hostile, durationSeconds: 5, signal }, target, rung, () => {});
      expect(await made.catch((error) => error)).toBeInstanceOf(FfmpegError);
      expect(readdirSync(target)).toEqual([]);
    }
  });

  test.if(process.platform === 'linux')('it runs at the lowest priority, and is told to read files only', async () => {
    const seen: string[] = [];
    await ffmpeg.rendition({ path, durationSeconds: 8, signal }, newTarget('nice'), rung, () => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        const words = commandOf(pid);
        if (words.includes(`file:${path}`)) seen.push(`${getPriority(Number(pid))} ${words}`);
      }
    });
    expect(seen[0]).toMatch(/^19 .* -protocol_whitelist file -format_whitelist /);
  });
});
