// Apostrophes and hyphens, which a search may write or leave out.
import { expect, test } from 'bun:test';
import { migrations } from '../../../src/database/migrate.ts';
import { type ApiResponse, forEachTest, openStudio } from '../../helpers/api.ts';
import { addCategory, addEntry, addTag } from '../../helpers/content.ts';
import { waitFor } from '../../helpers/wait.ts';

const studio = forEachTest(openStudio);

const titlesIn = async (path: string, name: string, text: string): Promise<string[]> => {
  const { status, body } = await studio.get(`${path}?${new URLSearchParams({ [name]: text })}`);
  expect(status).toBe(200);
  return body.data.map(({ title }: ApiResponse['body']) => title);
};
const found = (text: string) => titlesIn('/v2/content/search', 'q', text);
const managed = (text: string) => titlesIn('/manage/content/entries', 'search', text);

const TYPED: Readonly<Record<string, readonly string[]>> = {
  'Kim O’Brien': ['obrien', "o'brien", 'O’Brien', 'o brien', 'brien', 'kim obr'],
  "Rock-'n'-roll": ['rocknroll', 'rock n roll', 'rock-n-roll', 'roll'],
  'Sit‑ups, 20 min': ['situps', 'sit-ups', 'sit ups', 'ups'],
  'Étirements d’hiver': ['dhiver', "d'hiver", 'hiver', 'etirements'],
};

test('200 content is found with them, without them, and by the words beside them', async () => {
  for (const title of Object.keys(TYPED)) await addEntry(studio, { title });
  await addEntry(studio, { title: 'Post natal' });
  for (const [title, typed] of Object.entries(TYPED)) {
    for (const text of typed) expect([text, await found(text)]).toEqual([text, [title]]);
  }
  // What is two words is found by a hyphen between them, and what is typed as a whole is no two words.
  expect(await found('post-natal')).toEqual(['Post natal']);
  expect(await found('postnatal')).toEqual([]);
  expect(await found("''")).toEqual([]);
  expect(await found("' --")).toEqual([]);
  // As many parts and words as a search can have.
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.slice(0, 3).map((second) => `${first}-${second}`));
  for (const text of ['a-'.repeat(100), pairs.slice(0, 50).join(' '), letters.join('-').repeat(3), 'a.b-'.repeat(50)])
    expect(await found(text)).toEqual([]);
  expect(studio.events()).toEqual([]);
});

test('200 so are the names of tags, categories and instructors, and the summary and the body', async () => {
  const tag = await addTag(studio, { name: 'Kids’ hour' });
  const category = await addCategory(studio, { name: 'Warm-up' });
  const ana = { firstName: 'Ana', lastName: 'D’Angelo', email: 'ana@example.com' };
  const { id } = await studio.given(studio.post('/v2/instructors', ana));
  const fields = { summary: 'For those who don’t sit', body: 'A t-shirt helps', tagIds: [tag.id] };
  await addEntry(studio, { title: 'All', ...fields, categoryIds: [category.id], instructorIds: [id] });
  for (const text of ['kids hour', "kids'", 'warmup', 'warm up', 'dangelo', 'angelo', 'dont', "don't", 'tshirt'])
    expect([text, await found(text)]).toEqual([text, ['All']]);
});

test('200 the studio finds titles by parts of them', async () => {
  await addEntry(studio, { title: 'Kim O’Brien', status: 'draft' });
  for (const text of ['obrien', "o'brien", 'O‘Bri', 'brien', 'kim o’b'])
    expect(await managed(text)).toEqual(['Kim O’Brien']);
  expect(await managed("'")).toEqual([]);
});

test('200 highlights mark the word that is found, as it is written', async () => {
  await addEntry(studio, { title: "Sit-ups and O'Brien", summary: 'Été: sit‑ups, O’Brien' });
  const marks = async (text: string) => {
    const { body } = await studio.get(`/v2/content/search?q=${encodeURIComponent(text)}`);
    return body.data[0].highlights.map(({ snippet }: { snippet: string }) => snippet);
  };
  expect(await marks('situp')).toEqual([
    "<mark>Sit-ups</mark> and O'Brien".replace("'", '&#x27;'),
    'Été: <mark>sit‑ups</mark>, O’Brien',
  ]);
  expect(await marks('ups')).toEqual([
    "Sit-<mark>ups</mark> and O'Brien".replace("'", '&#x27;'),
    'Été: sit‑<mark>ups</mark>, O’Brien',
  ]);
  expect(await marks("o'brien")).toEqual([
    "Sit-ups and <mark>O'Brien</mark>".replace("'", '&#x27;'),
    'Été: sit‑ups, <mark>O’Brien</mark>',
  ]);
});

test('an upgrade writes the index and the folded titles anew', async () => {
  const { id } = await addEntry(studio, { title: 'Kim O’Brien' });
  const draft = await addEntry(studio, { title: 'O’Brien too', status: 'draft' });
  studio.db.run("update contentEntries set sortTitle = 'kim o’brien' where id = ?", [id]);
  studio.db.run("update contentEntries set sortTitle = 'o’brien too' where id = ?", [draft.id]);
  studio.db.run('delete from contentSearch');
  const upgrade = migrations.find((statements) => statements.includes('clientsByBarcode')) ?? '';
  studio.db.run(upgrade.slice(upgrade.indexOf('INSERT OR REPLACE')));
  await addEntry(studio, { title: 'Wakes what is unfinished', status: 'draft' });
  await waitFor(() => studio.count('unfinishedChanges') === 0);
  expect(await found('obrien')).toEqual(['Kim O’Brien']);
  expect(await managed('obrien')).toEqual(['O’Brien too', 'Kim O’Brien']);
});
