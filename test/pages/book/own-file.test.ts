import { expect, test } from 'bun:test';
import { markdown } from '../../../src/pages/book/library/markdown.ts';
import { ownFile } from '../../../src/pages/book/own-file.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { pngWithText } from '../../helpers/pictures.ts';

const studio = forEachTest(() => openStudio());
const own = () => ({ read: studio.store.view(), rootUrl: 'https://book.yoga.example' });
const pathOf = (url: string | null) => ownFile(own(), url);

test('files of this server are known by their origin, whatever the path of others', () => {
  expect(pathOf('https://book.yoga.example/media/public/1/poster')).toBe('/media/public/1/poster');
  expect(pathOf('/media/pictures/abc')).toBe('/media/pictures/abc');
  for (const url of [
    'https://elsewhere.example/media/poster.jpg',
    '//elsewhere.example/media/poster.jpg',
    null,
    'x',
    'https://book.yoga.example:8443/media/a',
    'http://book.yoga.example/media/a',
    'https://book.yoga.example/v2/x',
    'https://book.yoga.example@elsewhere.example/media/a',
    'https://elsewhere.example/media/pictures/abc',
    'https://book.yoga.example/media/../v2/clients',
    'javascript:/media/x',
    'https://book.yoga.example.evil.example/media/a',
  ]) {
    expect([url, pathOf(url)]).toEqual([url, undefined]);
  }
});

test('an uploaded picture stays, also after the server has got another address', async () => {
  const { body } = await studio.send('PUT', '/manage/brand/logo', { image: pngWithText().toString('base64') });
  const { logoUrl } = body.brand;
  expect(logoUrl).toStartWith('http://localhost/media/pictures/');
  expect(pathOf(logoUrl)).toBe(logoUrl.slice('http://localhost'.length));
});

test('a picture of another host shows the sign of an entry instead, and its name in a text', async () => {
  const far = 'https://elsewhere.example/media/far.jpg';
  const fields = { slug: 'far', access: 'public', thumbnailUrl: far, type: 'article' };
  await addEntry(studio, { ...fields, body: `| a |\n|---|\n| ![Far](${far}) |\n\n* ![Near](/media/near.jpg)` });
  const response = await studio.app.fetch(new Request('http://localhost/book/library/far'));
  const html = await response.text();
  expect(html).toContain('<use href="#sign-');
  expect(html).toContain('<td>Far</td>');
  expect(html).toContain('<img src="/media/near.jpg" alt="Near" loading="lazy">');
  expect(html).not.toContain('/media/far.jpg');
});

test('markup in the address of a picture does nothing', async () => {
  const { text } = await markdown(own(), '![x](</media/"><script>>) ![y](/media/a&quot;onerror=1)');
  expect(text).not.toMatch(/<script|"onerror/);
});

test('the photo of the studio is above the timetable of strangers, in two crops; without one there is the sign', async () => {
  const read = async () => (await studio.app.fetch(new Request('http://localhost/book'))).text();
  expect(await read()).toMatch(/<header class="mast"><span class="art">/);
  const image = pngWithText().toString('base64');
  const { brand } = (await studio.send('PUT', '/manage/brand/photo', { image, small: image })).body;
  const [wide, small] = [brand.photoUrl, brand.photoSmallUrl].map((url: string) => new URL(url).pathname);
  expect(await read()).toContain(
    `<header class="mast" data-photo=""><picture><source media="(min-width: 56rem)" srcset="${wide}"><img src="${small}" alt="" fetchpriority="low"></picture>`,
  );
  await studio.patch('/v2/settings', { brand: { photoUrl: 'https://elsewhere.example/media/pictures/x' } });
  expect(await read()).toMatch(/<header class="mast"><span class="art">/);
});
