import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MediaFile, sendFile } from '../../src/media/send.ts';
import { testFolder } from '../helpers/process.ts';

const CHANGED = '2026-03-02T08:00:00.700Z';
const DATE = 'Mon, 02 Mar 2026 08:00:00 GMT';
const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 251);

const folder = testFolder();
let server: Bun.Server<undefined>;
let file: MediaFile;
beforeAll(() => {
  mkdirSync(join(folder, 'media/ab'), { recursive: true });
  writeFileSync(join(folder, 'media/ab/video'), bytes);
  writeFileSync(join(folder, 'outside'), 'secret');
  symlinkSync('../../outside', join(folder, 'media/ab/link'));
  symlinkSync('../..', join(folder, 'media/ab/up'));
  file = {
    content: { path: join(folder, 'media/ab/video') },
    mimeType: 'video/mp4',
    version: 'v1',
    changedAt: CHANGED,
    name: 'Yoga',
  };
  // The real server: it applies ranges to files as well.
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) =>
      (await sendFile(request, join(folder, 'media'), file)) ?? new Response('no', { status: 404 }),
  });
});
afterAll(() => server.stop(true));

const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(server.url, { method, headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.bytes()) };
};
const sent = (from: number, to: number) => Buffer.from(bytes.subarray(from, to + 1));

describe('a whole file', () => {
  test('GET: the headers of its row, and its bytes', async () => {
    const { status, headers, body } = await ask();
    expect([status, body.equals(sent(0, 99_999))]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '100000',
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': DATE,
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('content-disposition')).toBe(`inline; filename="Yoga.mp4"; filename*=UTF-8''Yoga.mp4`);
    file = { ...file, mimeType: 'application/pdf', name: 'Yoga.PDF' };
    const pdf = (await ask()).headers.get('content-disposition');
    file = { ...file, mimeType: 'video/mp4', name: 'Yoga' };
    expect(pdf).toBe(`inline; filename="Yoga.pdf"; filename*=UTF-8''Yoga.pdf`);
    file = { ...file, name: "Tom's *Flow* (é)" };
    const marks = (await ask()).headers.get('content-disposition');
    file = { ...file, name: 'Yoga' };
    const encoded = 'Tom%27s%20%2AFlow%2A%20%28%C3%A9%29.mp4';
    expect(marks).toBe(`inline; filename="Tom_s _Flow_ _.mp4"; filename*=UTF-8''${encoded}`);
  });

  test('HEAD: the same headers without the bytes, also with a range', async () => {
    for (const given of [{}, { range: 'bytes=0-9' }]) {
      const { status, headers, body } = await ask(given, 'HEAD');
      expect([status, body.length, headers.get('content-length'), headers.get('etag')]).toEqual([
        200,
        0,
        '100000',
        '"v1"',
      ]);
    }
  });
});

describe('ranges', () => {
  const ranges: readonly [range: string, from: number, to: number][] = [
    ['0-0', 0, 0],
    ['0-99', 0, 99],
    ['99990-', 99_990, 99_999],
    ['99999-99999', 99_999, 99_999],
    ['5-999999999999999999', 5, 99_999],
    ['-10', 99_990, 99_999],
    ['-1', 99_999, 99_999],
    ['-200000', 0, 99_999],
    ['0-', 0, 99_999],
  ];
  for (const [range, from, to] of ranges) {
    test(`206 for ${range}`, async () => {
      const { status, headers, body } = await ask({ range: `bytes=${range}` });
      expect([status, headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/100000`]);
      expect([headers.get('content-length'), body.equals(sent(from, to))]).toEqual([`${to - from + 1}`, true]);
      expect([headers.get('etag'), headers.get('content-type')]).toEqual(['"v1"', 'video/mp4']);
    });
  }

  for (const range of ['bytes=100000-', 'bytes=100000-100001', 'bytes=-0', 'bytes=999999999999999999-']) {
    test(`416 for ${range}`, async () => {
      const { status, headers, body } = await ask({ range });
      expect([status, headers.get('content-range'), body.length]).toEqual([416, 'bytes */100000', 0]);
    });
  }

  for (const range of ['bytes=0-1,5-9', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'items=0-5', 'bytes', 'bytes=0-5,']) {
    test(`200 for ${range}`, async () => {
      const { status, headers, body } = await ask({ range });
      expect([status, headers.get('content-range'), body.length]).toEqual([200, null, 100_000]);
    });
  }
});

describe('conditions', () => {
  test('If-Range: a part of the version that the client has, else the whole file', async () => {
    const after = 'Mon, 02 Mar 2026 08:00:01 GMT';
    const cases: readonly [ifRange: string, status: number][] = [
      ['"v1"', 206],
      [DATE, 206],
      ['"v0"', 200],
      ['W/"v1"', 200],
      [after, 200],
      ['yesterday', 200],
    ];
    for (const [ifRange, status] of cases) {
      const got = await ask({ range: 'bytes=0-9', 'if-range': ifRange });
      expect([ifRange, got.status, got.body.length]).toEqual([ifRange, status, status === 206 ? 10 : 100_000]);
    }
    // A range beyond the end of another version is not refused.
    expect((await ask({ range: 'bytes=100000-', 'if-range': '"v0"' })).status).toBe(200);
  });

  test('If-Range after the file was replaced', async () => {
    const before = file;
    file = { ...file, version: 'v2', changedAt: '2026-03-03T08:00:00.000Z' };
    for (const had of ['"v1"', DATE]) {
      const { status, headers, body } = await ask({ range: 'bytes=10-19', 'if-range': had });
      expect([status, headers.get('etag'), body.length]).toEqual([200, '"v2"', 100_000]);
    }
    file = before;
  });

  test('304 for the version that the client has', async () => {
    const same = [{ 'if-none-match': '"v0", W/"v1"' }, { 'if-none-match': '*' }, { 'if-modified-since': DATE }];
    for (const given of same) {
      const { status, headers, body } = await ask(given as Record<string, string>);
      expect([status, headers.get('etag'), body.length]).toEqual([304, '"v1"', 0]);
    }
    const earlier = 'Sun, 01 Mar 2026 08:00:00 GMT';
    expect((await ask({ 'if-none-match': '"v0"' })).status).toBe(200);
    expect((await ask({ 'if-modified-since': earlier })).status).toBe(200);
    expect((await ask({ 'if-none-match': '"v0"', 'if-modified-since': DATE })).status).toBe(200);
    expect((await ask({ 'if-none-match': '"v1-gzip"' })).status).toBe(304);
  });
});

describe('what is sent', () => {
  const reply = async (given: Partial<MediaFile>, init: RequestInit = {}) => {
    const response = await sendFile(new Request('http://x/', init), join(folder, 'media'), { ...file, ...given });
    if (response === undefined) return undefined;
    const { status, headers } = response;
    return {
      status,
      type: headers.get('content-type'),
      as: headers.get('content-disposition'),
      text: await response.text(),
    };
  };

  test('an image, a PDF, a playlist and captions are shown; anything else is a download of no type', async () => {
    const content = { text: 'x' };
    for (const mimeType of ['image/png', 'application/pdf', 'application/vnd.apple.mpegurl', 'audio/mpeg']) {
      expect(await reply({ content, mimeType })).toMatchObject({ type: mimeType, as: null });
    }
    expect(await reply({ content, mimeType: 'video/mp4; codecs="avc1.64001f, mp4a.40.2"' })).toMatchObject({
      type: 'video/mp4',
    });
    expect(await reply({ content, mimeType: 'text/vtt' })).toMatchObject({
      type: 'text/vtt; charset=utf-8',
      as: null,
    });
    const unsafe = ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'constructor', '', null];
    for (const mimeType of unsafe) {
      expect(await reply({ content, mimeType, name: 'Übung "1"\r\n/../x' })).toEqual({
        status: 200,
        type: 'application/octet-stream',
        as: `attachment; filename="_bung _1_.._x.bin"; filename*=UTF-8''%C3%9Cbung%20%221%22%0D%0A%2F..%2Fx.bin`,
        text: 'x',
      });
    }
  });

  test('a text: a part of it, and none of an empty one', async () => {
    const content = { text: 'WEBVTT ü' };
    expect(await reply({ content }, { headers: { range: 'bytes=-2' } })).toMatchObject({ status: 206, text: 'ü' });
    expect(await reply({ content: { text: '' } })).toMatchObject({ status: 200, text: '' });
    expect(await reply({ content: { text: '' } }, { headers: { range: 'bytes=0-' } })).toMatchObject({ status: 416 });
  });

  test('nothing outside the store, by whatever path; no folder, and no link', async () => {
    const paths = [
      'outside',
      'media/../outside',
      'media/ab/link',
      'media/ab/up/outside',
      'media/ab',
      'media/none',
      'media/ab/vi\0deo',
    ];
    for (const path of [
      ...paths.map((each) => `${folder}/${each}`),
      `${folder}/media/${'x'.repeat(5000)}`,
      '/etc/passwd',
    ]) {
      expect([path, await reply({ content: { path } })]).toEqual([path, undefined]);
    }
  });
});
