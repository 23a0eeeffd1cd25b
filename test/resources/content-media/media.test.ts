import { afterAll, describe, expect, test } from 'bun:test';
import { forAllTests, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

const PATH = '/manage/content/media';
const address = 'https://video.example/classes/flow.mp4?quality=1080';

const studio = forAllTests(openStudioForMembers);
afterAll(() => studio.app.stop());

const add = async (fields: object = {}) => {
  const { status, body } = await studio.post(PATH, { externalUrl: address, ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};

/** The codes of a refusal, by their params. */
const codesOf = ({ body }: { body: { error: { code: string; param?: string; details?: object[] } } }) =>
  (body.error.details ?? [body.error]).map((detail) => {
    const { param, code } = detail as { param: string; code: string };
    return `${param}: ${code}`;
  });

describe('a media at an external address', () => {
  test('201, ready at once, with the name of its address; no event', async () => {
    studio.events();
    const { id, createdAt, ...media } = await add();
    expect(media).toEqual({
      object: 'content_media',
      entryId: null,
      kind: 'video',
      status: 'ready',
      errorReason: null,
      processingPercent: null,
      externalUrl: address,
      title: 'flow.mp4',
      mimeType: null,
      durationSeconds: null,
      width: null,
      height: null,
      sizeBytes: null,
      checksumSha256: null,
      posterUrl: null,
      captions: [],
      chapters: [],
      playbackPolicy: 'signed',
      updatedAt: createdAt,
    });
    expect((await studio.get(`${PATH}/${id}`)).body).toEqual({ id, createdAt, ...media });
    expect(studio.events()).toEqual([]);
  });

  test('its kind follows from its type, unless it is sent', async () => {
    expect((await add({ mimeType: 'audio/mpeg' })).kind).toBe('audio');
    expect((await add({ mimeType: 'image/png' })).kind).toBe('image');
    expect((await add({ mimeType: 'application/pdf' })).kind).toBe('document');
    expect((await add({ mimeType: 'application/x-mpegurl', kind: 'audio' })).kind).toBe('audio');
    expect((await add({ externalUrl: 'https://video.example' })).title).toBe('video.example');
  });

  test('400 without one, for http, for an entry that does not exist, and for chapters that do not fit', async () => {
    const refused = async (body: object) => codesOf(await studio.post(PATH, { externalUrl: address, ...body }));
    expect(await refused({ externalUrl: null })).toEqual(['externalUrl: parameter_missing']);
    expect(await refused({ externalUrl: 'http://video.example/a.mp4' })).toEqual(['externalUrl: parameter_invalid']);
    expect(await refused({ externalUrl: 'file:///etc/passwd' })).toEqual(['externalUrl: parameter_invalid']);
    expect(await refused({ entryId: crypto.randomUUID() })).toEqual(['entryId: resource_missing']);
    const chapters = [5, 5, 100].map((startSeconds) => ({ startSeconds, title: 'Part' }));
    expect(await refused({ durationSeconds: 100, chapters })).toEqual([
      'chapters[1].startSeconds: parameter_invalid',
      'chapters[2].startSeconds: parameter_invalid',
    ]);
    expect(await refused({ status: 'ready', sizeBytes: 1, checksumSha256: 'a' })).toHaveLength(3);
  });

  test('200 for a change of what it is and to what it belongs', async () => {
    const { id } = await add();
    const entry = await addEntry(studio);
    const chapters = [
      { startSeconds: 0, title: 'Arrive' },
      { startSeconds: 59.5, title: 'Rest' },
    ];
    const change = { entryId: entry.id, title: 'Flow', durationSeconds: 60, width: 1920, height: 1080, chapters };
    studio.events();
    const { status, body } = await studio.patch(`${PATH}/${id}`, { ...change, playbackPolicy: 'public' });
    expect([status, body]).toMatchObject([200, { ...change, playbackPolicy: 'public' }]);
    expect(studio.events()).toEqual([]);
    await studio.time.moveTo(studio.time.now() + 1000);
    expect((await studio.patch(`${PATH}/${id}`, {})).body).toEqual(body);
    expect((await studio.patch(`${PATH}/${id}`, { title: 'Flow' })).body).toEqual(body);
    expect(codesOf(await studio.patch(`${PATH}/${id}`, { durationSeconds: 30 }))).toEqual([
      'chapters[1].startSeconds: parameter_invalid',
    ]);
    expect(codesOf(await studio.patch(`${PATH}/${id}`, { externalUrl: null }))).toEqual([
      'externalUrl: parameter_invalid',
    ]);
  });

  test('deleted once; then it is not there', async () => {
    const { id } = await studio.given(add());
    const { status, body } = await studio.delete(`${PATH}/${id}`);
    expect([status, body]).toEqual([
      200,
      { id, object: 'content_media', deleted: true, archived: true, archivedAt: expect.any(String) },
    ]);
    expect(studio.events()).toEqual([]);
    for (const reply of [await studio.delete(`${PATH}/${id}`), await studio.get(`${PATH}/${id}`)]) {
      expect(reply.status).toBe(404);
    }
    expect(await studio.listed(`${PATH}?limit=100`)).not.toContain(id);
  });

  test('the list takes entry_id, kind and status, together too', async () => {
    const entry = await addEntry(studio);
    const song = await add({ entryId: entry.id, kind: 'audio' });
    await add({ entryId: entry.id });
    await add({ kind: 'audio' });
    const found = (await studio.get(`${PATH}?entry_id=${entry.id}&kind=audio&status=ready`)).body.data;
    expect(found.map(({ id }: { id: string }) => id)).toEqual([song.id]);
    expect((await studio.get(`${PATH}?entry_id=${entry.id}&status=uploading`)).body.data).toEqual([]);
  });

  test('the entry names its media, the oldest first, and plays the first that is ready', async () => {
    const { id } = await addEntry(studio);
    const media = [await add({ entryId: id }), await add({ entryId: id })];
    const ids = media.map((each) => each.id);
    const read = async () => (await studio.get(`/v2/content/entries/${id}`)).body;
    expect(await read()).toMatchObject({ mediaIds: ids, primaryMediaId: ids[0] });
    const chosen = await studio.patch(`/manage/content/entries/${id}`, { primaryMediaId: ids[1] });
    expect([chosen.status, chosen.body.primaryMediaId]).toEqual([200, ids[1]]);
    const anothers = await add({ entryId: (await addEntry(studio)).id });
    const { body } = await studio.patch(`/manage/content/entries/${id}`, { primaryMediaId: anothers.id });
    expect(body.error.details).toMatchObject([{ param: 'primaryMediaId', code: 'resource_missing' }]);
    await studio.patch(`/manage/content/entries/${id}`, { primaryMediaId: null });
    await studio.delete(`${PATH}/${ids[0]}`);
    expect(await read()).toMatchObject({ mediaIds: [ids[1]], primaryMediaId: ids[1] });
  });
});

describe('a credential of one site', () => {
  test('changes the media of its entries only; those without an entry it can read', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    const key = await studio.withKey({ siteIds: [MAIN_SITE] });
    const [own, other, both] = [
      await addEntry(studio, { siteIds: [MAIN_SITE] }),
      await addEntry(studio, { siteIds: [site.id] }),
      await addEntry(studio, { siteIds: [MAIN_SITE, site.id] }),
    ];
    const send = (method: string, path: string, body?: object) => studio.send(method, path, body, key);
    expect((await send('POST', PATH, { externalUrl: address, entryId: own.id })).status).toBe(201);
    for (const entryId of [null, both.id]) {
      const refused = await send('POST', PATH, { externalUrl: address, entryId });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'site_not_allowed']);
    }
    expect(codesOf(await send('POST', PATH, { externalUrl: address, entryId: other.id }))).toEqual([
      'entryId: resource_missing',
    ]);
    const loose = await add();
    expect((await send('GET', `${PATH}/${loose.id}`)).status).toBe(200);
    for (const [method, path, body] of [
      ['PATCH', '', { title: 'Mine' }],
      ['PATCH', '', { entryId: own.id }],
      ['DELETE', '', undefined],
      ['PUT', '/captions/en', { label: 'English', text: 'WEBVTT' }],
      ['DELETE', '/captions/en', undefined],
    ] as const) {
      const refused = await send(method, `${PATH}/${loose.id}${path}`, body);
      expect([method, path, refused.status, refused.body.error.code]).toEqual([method, path, 403, 'site_not_allowed']);
    }
    expect((await send('GET', `${PATH}/${(await add({ entryId: other.id })).id}`)).status).toBe(404);
  });
});

describe('those who read the catalogue', () => {
  test('find the media of what is published; what is locked has no addresses', async () => {
    const clientId = await addClient(studio);
    const { headers } = await studio.signIn(clientId);
    const [shown, locked, draft] = [
      await addEntry(studio),
      await addEntry(studio, { access: 'package' }),
      await addEntry(studio, { status: 'draft' }),
    ];
    const open = await add({ entryId: shown.id });
    const hidden = await add({ entryId: draft.id });
    const shut = await add({ entryId: locked.id, playbackPolicy: 'public' });
    const loose = await add();
    await studio.send('PUT', `${PATH}/${shut.id}/captions/en`, { label: 'English', text: VTT });
    const statuses = async (more: Record<string, string>) => {
      const all = [open, hidden, shut, loose].map(({ id }) => studio.get(`/v2/content/media/${id}`, more));
      return (await Promise.all(all)).map(({ status }) => status);
    };
    const member = headers;
    expect(await statuses(member)).toEqual([200, 404, 200, 404]);
    expect(await statuses({})).toEqual([200, 404, 200, 200]);
    // What it belongs to is not told either.
    const refusal = (await studio.get(`/v2/content/media/${hidden.id}`, member)).body.error.message;
    expect(refusal).toBe(`There is no media with the id '${hidden.id}'.`);
    const listed = (more: Record<string, string>) => studio.listed('/v2/content/media?limit=100', more);
    expect(await listed(member)).toEqual(expect.arrayContaining([open.id, shut.id]));
    for (const { id } of [hidden, loose]) expect(await listed(member)).not.toContain(id);
    expect(await listed({})).toEqual(expect.arrayContaining([open.id, shut.id, loose.id]));
    expect(await listed({})).not.toContain(hidden.id);
    expect((await studio.get(`/v2/content/media/${open.id}`, member)).body.externalUrl).toBe(address);
    const { externalUrl, captions } = (await studio.get(`/v2/content/media/${shut.id}`, member)).body;
    expect([externalUrl, captions]).toEqual([null, [{ language: 'en', label: 'English', url: null }]]);
    expect((await studio.get(`/v2/content/media/${shut.id}`)).body.captions).toEqual([
      { language: 'en', label: 'English', url: `http://localhost/media/public/${shut.id}/captions/en.vtt` },
    ]);
  });
});

const VTT = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello\n';

describe('captions', () => {
  const put = (id: string, language: string, body: object) =>
    studio.send('PUT', `${PATH}/${id}/captions/${language}`, body);

  test('200: WebVTT is kept, SubRip converted, and a second one replaces the first', async () => {
    const { id } = await studio.given(add());
    expect((await put(id, 'pt-br', { label: 'Português', text: VTT })).body.captions).toEqual([
      { language: 'pt-BR', label: 'Português', url: null },
    ]);
    const text = '1\n00:00:01,000 --> 00:00:02,000\nHi\n';
    const second = await put(id, 'pt-BR', { label: 'Brasil', text });
    expect([second.status, second.body.captions]).toEqual([200, [{ language: 'pt-BR', label: 'Brasil', url: null }]]);
    const stored = studio.db.query('select body from mediaCaptions where contentMediaId = ?').all(id);
    expect(stored).toEqual([{ body: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n' }]);
    expect(studio.events()).toEqual([]);
  });

  test('the media has changed with them, unless they are the same', async () => {
    const { id, updatedAt: made } = await add();
    const changes: string[] = [];
    const readAfter = async (change: Promise<{ status: number; body: { updatedAt: string } }>) => {
      const { status, body } = await change;
      expect([status, (await studio.get(`${PATH}/${id}`)).body]).toEqual([200, body]);
      changes.push(body.updatedAt);
      await studio.time.moveTo(studio.time.now() + 1000);
    };
    await studio.time.moveTo(studio.time.now() + 1000);
    await readAfter(put(id, 'en', { label: 'English', text: VTT }));
    await readAfter(put(id, 'en', { label: 'English', text: VTT }));
    await readAfter(studio.delete(`${PATH}/${id}/captions/en`));
    const after = (seconds: number) => new Date(Date.parse(made) + seconds * 1000).toISOString();
    expect(changes).toEqual([after(1), after(1), after(3)]);
  });

  test('200 for a file; 400 for one that is none, and for a text beside it', async () => {
    const { id } = await add();
    const send = async (captions: string, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ label: 'English', ...fields })) form.set(name, value);
      form.set('file', new File([captions], 'en.vtt', { type: 'text/vtt' }));
      const path = `http://localhost${PATH}/${id}/captions/en`;
      const headers = { 'x-service-api-key': studio.mainKey };
      const response = await studio.app.fetch(new Request(path, { method: 'PUT', headers, body: form }));
      // biome-ignore lint/suspicious/noExplicitAny: a response of either kind
      return { status: response.status, body: (await response.json()) as any };
    };
    expect(codesOf(await send('<html>'))).toEqual(['file: media_unsupported']);
    expect(codesOf(await send(VTT, { text: VTT }))).toEqual(['text: parameter_invalid']);
    const { status, body } = await send(`\ufeff${VTT}`);
    expect([status, body.captions]).toEqual([200, [{ language: 'en', label: 'English', url: null }]]);
  });

  test('400 for what is no language and for what are no captions; 404 for a language without', async () => {
    const { id } = await add();
    for (const language of ['english', '..%2f..', 'e', 'x'.repeat(100), 'en-latin-us-x-more', '%00']) {
      const { status } = await put(id, language, { label: 'English', text: VTT });
      expect([language, status]).toEqual([language, 400]);
    }
    expect(codesOf(await put(id, 'en', { label: 'English', text: '<html>' }))).toEqual(['text: media_unsupported']);
    const lines = `WEBVTT\n\n${'a\n'.repeat(100_000)}`;
    const { body } = await put(id, 'en', { label: 'English', text: lines });
    expect([body.error.param, body.error.message]).toEqual(['text', 'Captions can have at most 100000 lines.']);
    expect(codesOf(await put(id, 'en', { label: 'English' }))).toEqual(['text: parameter_missing']);
    expect((await studio.delete(`${PATH}/${id}/captions/en`)).status).toBe(404);
  });

  test('200 when they are deleted; the others stay', async () => {
    const { id } = await add();
    for (const language of ['en', 'de']) await put(id, language, { label: language, text: VTT });
    const { status, body } = await studio.delete(`${PATH}/${id}/captions/en`);
    expect([status, body.captions]).toEqual([200, [{ language: 'de', label: 'de', url: null }]]);
  });
});
