import { expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { openForDana } from '../../helpers/member-pages.ts';

const studio = forEachTest(openForDana);

test('an award that was earned can be shared in words, with the page of the studio; one that was not cannot', async () => {
  const made = async (name: string): Promise<string> =>
    (await studio.given(studio.post('/manage/awards', { name, trigger: 'manual' }))).id;
  const earned = await made('First "class"');
  await made('Hundred classes');
  await studio.given(studio.post(`/manage/awards/${earned}/grants`, { clientId: studio.clientId }));
  const html = await studio.page('/book/me/awards');
  expect(html.match(/data-share-text="[^"]*"/g)).toEqual([
    'data-share-text="I earned “First &quot;class&quot;” at Test studio."',
  ]);
  expect(html).toContain('data-share-path="/book"');
});
