import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addSessionInUtc } from '../../helpers/bookings.ts';

const studio = forEachTest(() => openStudio());
const open = async (path: string) => {
  const response = await studio.app.fetch(new Request(`http://localhost${path}`));
  return { status: response.status, html: await response.text() };
};
let coaches = 0;
const addCoach = async (given: object = {}): Promise<string> => {
  const body = {
    firstName: 'Maya',
    lastName: 'Chen',
    displayName: 'Maya "M" Chen',
    email: `maya${coaches++}@example.com`,
    ...given,
  };
  return (await studio.given(studio.post('/v2/instructors', body))).id;
};

test('a coach has a page: who they are, and their next classes', async () => {
  const instructorId = await addCoach({ bio: 'Teaches since 2012.\n\n<b>Loves hills.' });
  const id = await addSessionInUtc(studio, DAY_MS, { name: 'Flow', instructorId });
  await addSessionInUtc(studio, DAY_MS, { name: 'Secret', instructorId, isPrivate: 1 });
  await addSessionInUtc(studio, DAY_MS, { name: 'Of somebody else' });
  const { status, html } = await open(`/book/coach/${instructorId}`);
  expect(status).toBe(200);
  expect(html).toContain('<h1 class="page-title">Maya &quot;M&quot; Chen</h1>');
  expect(html).toContain('&lt;b&gt;Loves hills.');
  expect(html).toContain(`<a href="/book/class/${id}">Flow</a>`);
  expect(html).toContain('<meta property="og:title" content="Maya &quot;M&quot; Chen">');
  expect(html).not.toMatch(/Secret|somebody else|@example/);
  expect((await open(`/book/class/${id}`)).html).toContain(`href="/book/coach/${instructorId}"`);
});

test('a coach without a class in sight stays, with words', async () => {
  const instructorId = await addCoach();
  await addSessionInUtc(studio, -DAY_MS, { instructorId });
  expect((await open(`/book/coach/${instructorId}`)).html).toContain('No classes in the next four weeks.');
});

test('404 for who teaches nothing that strangers may see, who has left, and where the studio shows them nothing', async () => {
  const quiet = await addCoach();
  await addSessionInUtc(studio, DAY_MS, { instructorId: quiet, isPrivate: 1 });
  expect((await open(`/book/coach/${quiet}`)).status).toBe(404);
  expect((await open('/book/coach/none')).status).toBe(404);
  const known = await addCoach();
  await addSessionInUtc(studio, DAY_MS, { instructorId: known });
  expect((await open(`/book/coach/${known}`)).status).toBe(200);
  await studio.given(studio.patch('/v2/settings', { membership: { publicTimetable: false } }));
  expect((await open(`/book/coach/${known}`)).status).toBe(404);
});
