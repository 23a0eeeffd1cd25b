import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { forAllTests, openStudio } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { mediaFile } from '../../helpers/media.ts';
import { sha256 } from './uploads/client.ts';

const PATH = '/manage/content/media';
const clip = await Bun.file(mediaFile('clip.mp4')).bytes();

const studio = forAllTests(openStudio);
afterAll(() => studio.app.stop());

type Part = string | File;

const send = async (parts: readonly (readonly [string, Part])[], headers: Record<string, string> = {}, to = studio) => {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return sendRaw(form, headers, to);
};
const sendRaw = async (
  body: FormData | Blob | string | ReadableStream,
  headers: Record<string, string> = {},
  to = studio,
) => {
  const response = await to.app.fetch(
    new Request(`http://localhost${PATH}`, {
      method: 'POST',
      headers: { 'x-service-api-key': to.mainKey, ...headers },
      body,
    }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: the test reads any fields
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};

const video = (name = 'flow.mp4', type = 'video/mp4') => ['file', new File([clip], name, { type })] as const;

const leftOver = async () => readdirSync(await studio.media.uploads());

describe('the size of a file in a form', () => {
  test.each([
    [clip.length, 201],
    [clip.length - 1, 413],
  ])('of at most STUDIOD_MEDIA_MAX_BYTES (%d): %d', async (mediaMaxBytes, status) => {
    const small = await openStudio({ mediaMaxBytes });
    const reply = await send([video()], {}, small);
    expect([reply.status, reply.body.error?.code]).toEqual([status, status === 413 ? 'body_too_large' : undefined]);
    if (status === 413) {
      expect(reply.body.error.message).toBe(
        `The file is larger than ${mediaMaxBytes} bytes. The file exceeds STUDIOD_MEDIA_MAX_BYTES. Send a smaller file.`,
      );
    }
    expect((await small.get(PATH)).body.data).toHaveLength(status === 201 ? 1 : 0);
    expect(readdirSync(await small.media.uploads())).toEqual([]);
    expect(small.events()).toEqual([]);
    await small.app.stop();
  });
});

describe('a file in a form', () => {
  test('201, ready, with its fields beside it; no event', async () => {
    const { id: entryId } = await studio.given(addEntry(studio));
    const chapters = [{ startSeconds: 1, title: 'Second' }];
    const { status, body } = await send([
      ['title', ' Evening flow '],
      ['entryId', entryId],
      video('../../etc/Flow 1.mp4'),
      ['chapters', JSON.stringify(chapters)],
      ['playbackPolicy', 'public'],
    ]);
    expect([status, body]).toMatchObject([
      201,
      {
        entryId,
        title: 'Evening flow',
        kind: 'video',
        status: 'ready',
        mimeType: 'video/mp4',
        chapters,
        durationSeconds: 2,
        width: 64,
        height: 48,
        sizeBytes: clip.length,
        checksumSha256: sha256(clip),
        playbackPolicy: 'public',
        externalUrl: null,
      },
    ]);
    expect(studio.events()).toEqual([]);
    expect(await (await studio.media.open(sha256(clip)))?.bytes()).toEqual(clip);
    expect(await leftOver()).toEqual([]);
    expect((await studio.get(`/v2/content/entries/${entryId}`)).body).toMatchObject({
      mediaIds: [body.id],
      primaryMediaId: body.id,
    });
  });

  test('its name is its title, without folders', async () => {
    expect((await send([video('C:\\films\\Évening\u0007.mp4', '')])).body.title).toBe('Évening .mp4');
  });

  test('a name that is cut in the middle of a character is cut before it', async () => {
    const { body } = await send([video(`${'a'.repeat(199)}😀.mp4`, '')]);
    expect(body.title).toBe('a'.repeat(199));
  });

  test('201 without a type of its part, as many programs send it', async () => {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="flow.mp4"\r\n\r\n';
    const { status, body } = await sendRaw(new Blob([head, clip, '\r\n--x--\r\n']), {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect([status, body.kind, body.title, body.sizeBytes]).toEqual([201, 'video', 'flow.mp4', clip.length]);
  });

  test('400 for a change of what its content decides', async () => {
    const { body } = await send([video()]);
    const { body: refused } = await studio.patch(`${PATH}/${body.id}`, {
      mimeType: 'text/html',
      width: 5,
      kind: 'image',
    });
    expect(refused.error.details.map(({ param }: { param: string }) => param)).toEqual(['kind', 'mimeType', 'width']);
  });

  test('the same request with the same key answers the same; another file is refused', async () => {
    const key = { 'idempotency-key': 'form-1' };
    const first = await send([video()], key);
    const again = await send([video()], key);
    expect([again.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body.id,
      'true',
    ]);
    const other = await send([['file', new File([await Bun.file(mediaFile('clip.webm')).bytes()], 'flow.mp4')]], key);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('refused, and nothing is left', () => {
  const html = new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' });
  const cases: readonly (readonly [
    what: string,
    parts: readonly (readonly [string, Part])[],
    status: number,
    code: string,
  ])[] = [
    ['HTML that claims to be an image', [['file', html]], 400, 'media_unsupported'],
    ['a video that claims to be a PDF', [video('a.pdf', 'application/pdf')], 400, 'media_unsupported'],
    ['no file', [['title', 'Flow']], 400, 'parameter_missing'],
    ['a file of another name', [['video', video()[1]]], 400, 'parameter_unknown'],
    ['two files', [video(), video()], 400, 'parameter_unknown'],
    ['a field that is not known', [video(), ['colour', 'red']], 400, 'parameter_unknown'],
    ['a field that is sent twice', [['title', 'One'], ['title', 'Two'], video()], 400, 'parameter_invalid'],
    ['a field of the content', [video(), ['durationSeconds', '5']], 400, 'parameter_invalid'],
    ['an entry that does not exist', [video(), ['entryId', crypto.randomUUID()]], 400, 'resource_missing'],
    ['a field that is too long', [['title', 'x'.repeat(70_000)], video()], 400, 'parameter_invalid'],
    [
      'too many fields',
      [...Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x'] as const), video()],
      400,
      'parameter_invalid',
    ],
    [
      'chapters after its end',
      [video(), ['chapters', '[{"startSeconds":5,"title":"Late"}]']],
      400,
      'parameter_invalid',
    ],
  ];
  for (const [what, parts, status, code] of cases) {
    test(`${status} ${code}: ${what}`, async () => {
      const reply = await send(parts);
      expect([reply.status, reply.body.error.code]).toEqual([status, code]);
      expect(await leftOver()).toEqual([]);
    });
  }

  test('forms that break off, or are none', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    for (const body of [head, `${head}abc`, '--x', 'nothing', '--x--\r\n']) {
      const reply = await sendRaw(body, type);
      expect([body.slice(-5), reply.status]).toEqual([body.slice(-5), 400]);
    }
    expect((await sendRaw('a', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect((await sendRaw('a', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect(await leftOver()).toEqual([]);
  });

  test('413 for more than 100 MiB, by its length and while it comes', async () => {
    const declared = await sendRaw('--x', {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '200000000',
    });
    expect([declared.status, declared.body.error.code]).toEqual([413, 'body_too_large']);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
        controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : new Uint8Array(1_048_576));
        sent += 1;
      },
    });
    const reply = await sendRaw(endless, { 'content-type': 'multipart/form-data; boundary=x' });
    expect([reply.status, reply.body.error.code]).toEqual([413, 'body_too_large']);
    expect(sent).toBeLessThan(120);
    expect(await leftOver()).toEqual([]);
  });
});
