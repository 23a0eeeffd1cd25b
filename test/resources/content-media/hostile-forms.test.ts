import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { Dicer } from '@fastify/busboy';
import { forAllTests, openStudio } from '../../helpers/api.ts';
import { mediaFile } from '../../helpers/media.ts';

const PATH = '/manage/content/media';
const FORM = 'multipart/form-data; boundary=x';
const NAMELESS = '--x\r\n\r\n\r\n';
const clip = await Bun.file(mediaFile('clip.mp4')).bytes();

let captions: string;
const studio = forAllTests(openStudio);
beforeAll(async () => {
  const { body } = await studio.post(PATH, { externalUrl: 'https://v.example/a.mp4' });
  captions = `${PATH}/${body.id}/captions/en`;
});
afterAll(() => studio.app.stop());

interface Sent {
  readonly type?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

const send = async (body: Blob | string | ReadableStream, { type = FORM, path = PATH, headers = {} }: Sent = {}) => {
  const method = path === PATH ? 'POST' : 'PUT';
  const all = { 'x-service-api-key': studio.mainKey, 'content-type': type, ...headers };
  const response = await studio.app.fetch(new Request(`http://localhost${path}`, { method, headers: all, body }));
  const { error } = (await response.json()) as { error?: { code: string; param?: string; message: string } };
  expect(readdirSync(await studio.media.uploads())).toEqual([]);
  expect(studio.reportedErrors).toEqual([]);
  return { status: response.status, connection: response.headers.get('connection'), ...error };
};

const field = (name: string, value: string): string =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FILE = '--x\r\ncontent-disposition: form-data; name="file"; filename="flow.mp4"\r\n\r\n';
const formOf = (...fields: readonly string[]): Blob => new Blob([...fields, FILE, clip, '\r\n--x--\r\n']);

describe('400 for more parts than a form has, those without a name counted', () => {
  for (const what of ['a media', 'captions']) {
    test(`${what}; the rest is not read`, async () => {
      const path = what === 'captions' ? captions : PATH;
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          controller.enqueue(new TextEncoder().encode(NAMELESS.repeat(10)));
          if (sent === 10_000) controller.close();
        },
      });
      const reply = await send(body, { path, headers: { 'content-length': '900000' } });
      expect(reply).toMatchObject({ status: 400, code: 'parameter_invalid', connection: 'close' });
      expect(reply.message).toBe('The form has more than 52 parts.');
      expect(sent).toBeLessThan(10);
    });
  }

  test('in one chunk: the parser does not go on with the rest of it', async () => {
    const emit = spyOn(Dicer.prototype, 'emit');
    expect(await send(NAMELESS.repeat(5_000))).toMatchObject({ status: 400, param: 'body' });
    expect(emit.mock.calls.filter(([event]) => event === 'part')).toHaveLength(53);
    emit.mockRestore();
  });

  test('201 with as many as a form may have', async () => {
    expect((await send(new Blob([NAMELESS.repeat(51), formOf()]))).status).toBe(201);
  });
});

describe('400 for a Content-Type that the parser does not take', () => {
  for (const [what, type] of [
    ['a boundary of 253 characters', `multipart/form-data; boundary=${'x'.repeat(253)}`],
    ['a boundary of 8,000 characters', `multipart/form-data; boundary=${'x'.repeat(8_000)}`],
    ['no boundary', 'multipart/form-data'],
    ['a word that only ends as one', 'multipart/form-data; a="boundary=x"'],
    ['no semicolon', 'multipart/form-data boundary=x'],
  ] as const) {
    test(what, async () => {
      const { status, code, message } = await send(formOf(), { type });
      expect([status, code]).toEqual([400, 'parameter_invalid']);
      expect(message).toBe("The Content-Type needs a 'boundary' of 1 to 70 characters.");
    });
  }

  test('201 with one of 70 characters', async () => {
    const boundary = 'x'.repeat(70);
    const body = new Blob([FILE.replace('--x', `--${boundary}`), clip, `\r\n--${boundary}--\r\n`]);
    expect((await send(body, { type: `multipart/form-data; boundary="${boundary}"` })).status).toBe(201);
  });
});

describe('400 for a part', () => {
  test('without a name', async () => {
    const nameless = '--x\r\ncontent-disposition: form-data\r\n\r\na\r\n';
    expect(await send(new Blob([nameless, formOf()]))).toMatchObject({ status: 400, param: 'body' });
  });

  test('with headers at which the parser throws', async () => {
    const semicolons = `--x\r\ncontent-disposition: form-data; ${';'.repeat(1_000)}\r\n\r\na\r\n`;
    expect(await send(new Blob([semicolons, formOf()]))).toMatchObject({ status: 400, param: 'body' });
  });

  test('whose name is longer than the headers of a part', async () => {
    expect((await send(formOf(field('n'.repeat(20_000), 'a')))).status).toBe(400);
  });
});

describe('400 before the JSON of a field is parsed', () => {
  for (const [what, chapters, code, message] of [
    ['nested too deep', '['.repeat(30_000) + ']'.repeat(30_000), 'json_invalid', 'nested more than 32 levels'],
    ['too many values', `[${'1,'.repeat(30_000)}1]`, 'parameter_invalid', "for example in 'chapters'"],
  ] as const) {
    test(what, async () => {
      const parse = spyOn(JSON, 'parse');
      const reply = await send(formOf(field('chapters', chapters)));
      const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
      parse.mockRestore();
      expect(reply).toMatchObject({ status: 400, code, message: expect.stringContaining(message) });
      expect(longest).toBeLessThan(10_000);
    });
  }
});

test('400 for a number that is larger than any', async () => {
  const { status, param } = await send(formOf(field('durationSeconds', '1e999')));
  expect([status, param]).toEqual([400, 'durationSeconds']);
});

test('413 for fields that are together larger than a JSON body', async () => {
  const fields = Array.from({ length: 20 }, (_, index) => field(`f${index}`, 'x'.repeat(60_000)));
  const { status, code, message } = await send(formOf(...fields));
  expect([status, code]).toEqual([413, 'body_too_large']);
  expect(message).toContain('The fields of the form');
});
