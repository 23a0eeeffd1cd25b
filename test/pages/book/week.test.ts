import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSessionInUtc } from '../../helpers/bookings.ts';
import { bookStep, openForDana } from '../../helpers/member-pages.ts';

const studio = forEachTest(() => openStudio());
const classAt = (startsIn: number, given: Partial<SessionRow>) => addSessionInUtc(studio, startsIn, given);
const get = async (query: string) => {
  const response = await studio.app.fetch(new Request(`http://localhost/book/week?${query}`));
  return { status: response.status, text: await response.text() };
};
/** The names of the classes on the page, in their order. */
const namesOn = async (query: string) =>
  [...(await get(query)).text.matchAll(/<h3><a href="[^"]+">([^<]+)</g)].map(([, name]) => name);

describe('/book/week', () => {
  test('200 seven days with their classes, from the day that is asked for', async () => {
    await classAt(HOUR_MS, { name: 'Today' });
    await classAt(6 * DAY_MS, { name: 'Sunday' });
    await classAt(7 * DAY_MS, { name: 'Next week' });
    await classAt(DAY_MS, { name: 'Secret', isPrivate: 1 });
    const { status, text } = await get('');
    expect(status).toBe(200);
    expect(text).toContain('<h2>Monday, March 2</h2>');
    expect(text).toContain('name="robots" content="noindex"');
    expect(await namesOn('')).toEqual(['Today', 'Sunday']);
    expect(await namesOn('day=2026-03-03')).toEqual(['Sunday', 'Next week']);
    expect(await namesOn('day=nonsense')).toEqual(['Today', 'Sunday']);
    expect((await studio.app.fetch(new Request('http://localhost/book'))).status).toBe(200);
  });

  test('words, level, kind and time of day find classes, with and without accents', async () => {
    await classAt(HOUR_MS, { name: 'Café Flow', category: 'Yoga', level: 'Beginner', roomName: 'Studio A' });
    await classAt(DAY_MS, { name: 'Lift', category: 'Strength', level: 'Advanced', roomName: 'Gym' });
    const all = ['Café Flow', 'Lift'];
    expect(await namesOn('q=cafe')).toEqual(['Café Flow']);
    expect(await namesOn('q=CAF%C3%89+studio')).toEqual(['Café Flow']);
    expect(await namesOn('q=gym')).toEqual(['Lift']);
    expect(await namesOn('level=Advanced')).toEqual(['Lift']);
    expect(await namesOn('category=Yoga')).toEqual(['Café Flow']);
    const parts = await Promise.all(['morning', 'afternoon', 'evening'].map((part) => namesOn(`part=${part}`)));
    expect(parts.flat().toSorted()).toEqual(all);
    expect(await namesOn('q=&level=&category=')).toEqual(all);
    const none = await get('q=dance&level=Beginner');
    expect(none.text).toContain('No classes match.');
    expect(none.text).toContain('value="dance"');
    expect(none.text).toContain('<option value="Beginner" selected>');
  });

  test('markup in what is sought and in names of classes stays text', async () => {
    const evil = '"><script>alert(1)</script>';
    await classAt(HOUR_MS, { name: evil, level: evil, category: evil });
    const { text } = await get(new URLSearchParams({ q: evil, level: evil, category: evil, part: evil }).toString());
    expect(text).not.toContain('<script>alert');
  });

  test('404 for a site that is none, and nothing for strangers where the timetable is hidden', async () => {
    await classAt(HOUR_MS, { name: 'Flow' });
    expect((await get('site=nowhere')).status).toBe(404);
    expect(await namesOn(`site=${MAIN_SITE}`)).toEqual(['Flow']);
    await studio.given(studio.patch('/v2/settings', { membership: { publicTimetable: false } }));
    expect(await namesOn('')).toEqual([]);
  });

  test('members see what they have in each class', async () => {
    const dana = await openForDana();
    await dana.withPass();
    const sessionId = await addSessionInUtc(dana, 2 * DAY_MS, { name: 'Ropes' });
    await dana.press(bookStep(sessionId));
    await addSessionInUtc(dana, 3 * DAY_MS, { name: 'Flow' });
    const page = await dana.page('/book/week');
    expect(page).toContain('You’re booked');

    expect(await dana.page('/book')).toContain('/book/week?day=2026-03-02');
  });
});
