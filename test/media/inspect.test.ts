import { describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageFacts } from '../../src/media/images.ts';
import { inspectFile, limitsFor } from '../../src/media/inspect.ts';
import { MediaUnsupported } from '../../src/media/properties.ts';
import { testsEverything } from '../helpers/everything.ts';
import { mediaFile, openMedia } from '../helpers/media.ts';
import { ffmpegPath } from '../helpers/video.ts';

const folder = await openMedia().uploads();
let files = 0;
/** A file with these bytes, under a name that says nothing. */
const fileWith = (bytes: string | Uint8Array): string => {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return path;
};

const NONE = { durationSeconds: null, width: null, height: null, codecs: null, bitrateKbps: null, poster: null };

describe('what a file is, by its content', () => {
  test('a video: size, duration and codecs', async () => {
    const { poster, ...facts } = await inspectFile(mediaFile('clip.mp4'), 'video/mp4');
    expect(facts).toEqual({
      kind: 'video',
      mimeType: 'video/mp4',
      durationSeconds: 2,
      width: 64,
      height: 48,
      codecs: expect.stringMatching(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/),
      bitrateKbps: 31,
    });
    expect(poster).toBeNull();
    expect(await inspectFile(mediaFile('clip.webm'), '')).toMatchObject({ kind: 'video', mimeType: 'video/webm' });
    // Its first picture is at 5,000 s.
    const stream = await inspectFile(mediaFile('clip.mpegts'), 'video/mp2t');
    expect(stream).toMatchObject({ kind: 'video', mimeType: 'video/mp2t', width: 64, height: 48 });
    expect(Math.abs(Number(stream.durationSeconds) - 2)).toBeLessThan(0.2);
  });

  test('audio, with its cover as the poster', async () => {
    const { poster, ...facts } = await inspectFile(mediaFile('song.mp3'), 'application/octet-stream');
    expect(facts).toMatchObject({ kind: 'audio', mimeType: 'audio/mpeg', codecs: 'mp3', width: null });
    expect(poster).toEqual(await Bun.file(mediaFile('picture.jpg')).bytes());
    expect(await inspectFile(mediaFile('tone.ogg'), 'audio/ogg')).toMatchObject({ kind: 'audio', codecs: 'opus' });
  });

  for (const [name, mimeType] of [
    ['picture.png', 'image/png'],
    ['picture.jpg', 'image/jpeg'],
    ['picture.gif', 'image/gif'],
    ['picture.webp', 'image/webp'],
    ['picture.avif', 'image/avif'],
  ] as const) {
    test(`an image with its size: ${mimeType}`, async () => {
      expect(await inspectFile(mediaFile(name), 'image/*')).toEqual({
        ...NONE,
        kind: 'image',
        mimeType,
        width: 32,
        height: 24,
      });
    });
  }

  test('a JPEG of a camera that was turned: the size as it is shown', () => {
    const picture = readFileSync(mediaFile('picture.jpg'));
    const withExif = (tiff: string): Buffer => {
      const exif = Buffer.from(`Exif\0\0${tiff}`, 'latin1');
      const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
      return Buffer.concat([picture.subarray(0, 2), head, exif, picture.subarray(2)]);
    };
    const big = (orientation: number) =>
      `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0`;
    const sizes = [
      [big(1), 32, 24],
      [big(3), 32, 24],
      [big(6), 24, 32],
      [big(8), 24, 32],
      ['II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0', 24, 32],
      ['MM\0*\xff\xff\xff\xff', 32, 24],
      ['MM\0*\0\0\0\x08\xff\xff', 32, 24],
    ] as const;
    for (const [tiff, width, height] of sizes) {
      expect(imageFacts(withExif(tiff))).toEqual({ mimeType: 'image/jpeg', width, height });
    }
  });

  test('documents: PDF and WebVTT', async () => {
    expect(await inspectFile(fileWith('%PDF-1.7\n...'), 'application/pdf')).toEqual({
      ...NONE,
      kind: 'document',
      mimeType: 'application/pdf',
    });
    expect(await inspectFile(fileWith('WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n'), 'text/vtt')).toEqual({
      ...NONE,
      kind: 'document',
      mimeType: 'text/vtt',
    });
  });
});

const program = ffmpegPath();
const HOURS = testsEverything ? 3 : 0.5;
/** The seconds of the clip, which is repeated. */
const CLIP_SECONDS = 2;
// apt-get install ffmpeg, or set STUDIOD_TEST_FFMPEG.
describe.if(program !== undefined)(`a video of ${HOURS} hours (${program ?? 'not run: there is no ffmpeg'})`, () => {
  test('is accepted in each of its forms', async () => {
    const run = (from: readonly string[], to: readonly string[]) =>
      Bun.$`${program ?? ''} -loglevel error -nostdin -y ${from} -c:v copy ${to}`.quiet();
    const pcm = join(folder, 'pcm.mov');
    await run(['-i', mediaFile('clip.mp4')], ['-c:a', 'pcm_s16le', pcm]);
    for (const [format, source, ...flags] of [
      ['mp4', mediaFile('clip.mp4')],
      ['mov', pcm],
      ['mp4', mediaFile('clip.mp4'), '-movflags', 'frag_keyframe+empty_moov'],
      ['matroska', mediaFile('clip.mp4')],
    ] as const) {
      const long = join(folder, `long.${format}`);
      await run(
        ['-stream_loop', `${(HOURS * 3_600) / CLIP_SECONDS - 1}`, '-i', source],
        ['-c:a', 'copy', ...flags, '-f', format, long],
      );
      const { kind, durationSeconds } = await inspectFile(long, '');
      expect({ kind, hours: Math.round(Number(durationSeconds) / 360) / 10 }).toEqual({ kind: 'video', hours: HOURS });
      rmSync(long);
    }
  });
});

describe('a file is refused', () => {
  const clip = readFileSync(mediaFile('clip.mp4'));
  const CUT = 'It is incomplete: the end is missing. Copy or export it again.';
  const html = '<!doctype html><script>alert(1)</script>';
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
  const cases: readonly (readonly [what: string, bytes: string | Uint8Array, claimed: string, message: string])[] = [
    ['HTML that says it is an image', html, 'image/png', 'It is markup, such as HTML or SVG.'],
    ['HTML after a byte order mark and spaces', `\ufeff\n  ${html}`, 'image/png', 'It is markup, such as HTML or SVG.'],
    ['a video without its end', clip.subarray(0, -1), 'video/mp4', CUT],
    ['a video without its second half', clip.subarray(0, 4000), 'video/mp4', CUT],
    ['SVG', svg, '', 'It is markup, such as HTML or SVG.'],
    ['SVG that says so', svg, 'image/svg+xml', "Files of the type 'image/svg+xml' are not supported."],
    [
      'anything that says it is HTML',
      '\x89PNG',
      'text/html; charset=utf-8',
      "Files of the type 'text/html' are not supported.",
    ],
    ['an empty file', '', 'video/mp4', 'It is empty.'],
    [
      'a text',
      'Nothing but words',
      'image/png',
      'It is not a video, audio, image, PDF, or WebVTT file in a supported format.',
    ],
    [
      'a playlist',
      '#EXTM3U\n#EXTINF:6,\nhttp://127.0.0.1/secret\n',
      '',
      'It is not a video, audio, image, PDF, or WebVTT file in a supported format.',
    ],
    [
      'the first bytes of an image alone',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'image/png',
      'It is damaged: its video or audio cannot be read.',
    ],
    [
      'WebVTT with a wrong time',
      'WEBVTT\n\n00:02.000 --> 00:01.000\nHi',
      'text/vtt',
      'It is not valid WebVTT. The cue on line 3 must end after it starts.',
    ],
    [
      'a PDF that says it is a video',
      '%PDF-1.4',
      'video/mp4',
      "Its declared type is 'video/mp4', but it is 'application/pdf'.",
    ],
    [
      'a PDF that says it is WebVTT',
      '%PDF-1.4',
      'text/vtt',
      "Its declared type is 'text/vtt', but it is 'application/pdf'.",
    ],
  ];
  for (const [what, bytes, claimed, message] of cases) {
    test(what, async () => {
      const refused = inspectFile(fileWith(bytes), claimed);
      await expect(refused).rejects.toThrow(new MediaUnsupported(message));
    });
  }

  test('a video that says it is an image, and one that is cut', async () => {
    const video = inspectFile(mediaFile('clip.mp4'), 'image/png');
    await expect(video).rejects.toThrow("Its declared type is 'image/png', but it is 'video/mp4'.");
    const cut = fileWith((await Bun.file(mediaFile('clip.mp4')).bytes()).subarray(0, 900));
    await expect(inspectFile(cut, 'video/mp4')).rejects.toThrow(MediaUnsupported);
  });

  test('a FLAC file whose first frame is damaged, at once', async () => {
    const header = Buffer.from('664c614380000022 1000 1000 000000 000000 0ac440f0'.replaceAll(' ', ''), 'hex');
    const bytes = Buffer.concat([header, Buffer.alloc(5000)]);
    const refused = inspectFile(fileWith(bytes), 'audio/flac', { ...limitsFor(0), durationMs: 2000 });
    await expect(refused).rejects.toThrow(new MediaUnsupported('It is damaged: its video or audio cannot be read.'));
  });

  test('whatever its bytes are: none hangs or fails in another way', async () => {
    const whole = await Bun.file(mediaFile('clip.mp4')).bytes();
    for (let round = 0; round < 12; round += 1) {
      const bytes = whole.slice();
      for (let at = round; at < bytes.length; at += 97 + round * 13) bytes[at] = (at * 31 + round) & 0xff;
      const refused = await inspectFile(fileWith(bytes), '').catch((error: unknown) => error);
      if (refused instanceof Error) expect(refused).toBeInstanceOf(MediaUnsupported);
    }
  });
});
