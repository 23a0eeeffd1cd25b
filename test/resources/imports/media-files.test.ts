import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

const id = (number: number): string => `019cad8f-ac00-7000-8000-${String(number).padStart(12, '0')}`;

const FILE = 'e'.repeat(64);
const POSTER = 'f'.repeat(64);

test('the SHA-256 of a file gives a credential of one site no file of another; that of the whole brand links any', async () => {
  const studio = await openStudio();
  const get = async (path: string) => (await studio.get(path)).body;
  const { id: other } = (await studio.post('/v2/sites', { name: 'Elsewhere' })).body;
  const own = await addEntry(studio, { title: 'Here', siteIds: [MAIN_SITE] });
  const foreign = await addEntry(studio, { title: 'Elsewhere', siteIds: [other] });
  for (const sha256 of [FILE, POSTER]) {
    const put = 'insert into mediaFiles (id, sizeBytes, createdAt, updatedAt) values (?1, 5, ?2, ?2)';
    studio.db.query(put).run(sha256, '2026-03-01T00:00:00.000Z');
  }
  const state = { posterSha256: POSTER };
  const row = { id: id(41), entryId: own.id, kind: 'video', title: 'Taken', checksumSha256: FILE, state };
  const key = await studio.withKey({ scopes: ['manage'], siteIds: [MAIN_SITE] });
  const headers = key;
  const take = async (fields: object) => {
    expect((await importFile(studio, 'media', [{ ...row, ...fields }], { headers })).status).toBe(200);
    const { status, errorReason } = await get(`/manage/content/media/${row.id}`);
    return [status, errorReason?.split(':')[0]];
  };
  const missing = ['errored', 'file_missing'];
  // Nothing refers to the file, then only a media of the other site.
  expect(await take({})).toEqual(missing);
  await imported(studio, 'media', [{ ...row, id: id(42), entryId: foreign.id }]);
  expect((await get(`/manage/content/media/${id(42)}`)).status).toBe('ready');
  expect(await take({})).toEqual(missing);
  expect(await take({ id: id(43) })).toEqual(missing);
  const posters = () => studio.db.query('select posterSha256 from contentMedia where id = ?').values(row.id);
  // A media that the credential reads has the file, but not the poster.
  await imported(studio, 'media', [{ ...row, id: id(44), state: {} }]);
  expect(await take({})).toEqual(['ready', undefined]);
  expect(posters()).toEqual([[null]]);
});

test('captions of more than one record can hold go on in further records of the file, and come in whole; 400 for a text that none can hold', async () => {
  const [from, into] = [await openStudio(), await openStudio()];
  const media = { externalUrl: 'https://video.example/long.mp4', title: 'Long' };
  const { id: mediaId } = (await from.post('/manage/content/media', media)).body;
  const cue = (number: number) =>
    `00:${String(number % 60).padStart(2, '0')}:01.000 --> 00:${String(number % 60).padStart(2, '0')}:02.000\nHe said "${number}"\n\n`;
  const long = (count: number) => `WEBVTT\n\n${Array.from({ length: count }, (_, at) => cue(at)).join('')}`;
  const path = (language: string) => `/manage/content/media/${mediaId}/captions/${language}`;
  const languages = ['en', 'fr', 'de', 'it'];
  for (const language of languages) {
    expect((await from.send('PUT', path(language), { label: language, text: long(8_000) })).status).toBe(200);
  }
  const quotes = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'"'.repeat(400_000)}`;
  expect((await from.send('PUT', path('en'), { label: 'en', text: quotes })).body.error.param).toBe('text');
  for (const format of testsEverything ? (['json', 'csv'] as const) : (['csv'] as const)) {
    const file = await exportFile(from, 'media', format);
    const rows = format === 'json' ? JSON.parse(file) : file;
    if (format === 'json') {
      expect(rows.map((each: { id: string; captions: object[] }) => [each.id, each.captions.length])).toEqual([
        [mediaId, 2],
        [mediaId, 2],
      ]);
    }
    const response = await imported(into, 'media', rows);
    const isFirst = format === 'json' || !testsEverything;
    expect(response).toMatchObject(isFirst ? { created: 1, updated: 1 } : { created: 0, updated: 0 });
    expect(await exportFile(into, 'media', format)).toBe(file);
  }
  const twice = { id: mediaId, title: 'Named twice' };
  expect(complaints(await importFile(into, 'media', [twice, twice]))).toEqual(['2 null parameter_invalid']);
});
