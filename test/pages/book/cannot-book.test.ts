import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { bookStep, fieldsIn, openForDana } from '../../helpers/member-pages.ts';
import { setBooking } from '../../helpers/members.ts';

const studio = forEachTest(openForDana);

test('a day without classes leads to the next that has some, and a day after the last back to today', async () => {
  await addSessionInUtc(studio, 4 * DAY_MS, { name: 'Flow' });
  const days = [1, 30].map((each) => new Date(studio.time.now() + each * DAY_MS).toISOString().slice(0, 10));
  const [before = '', after = ''] = await Promise.all(days.map((day) => studio.page(`/book?day=${day}`)));
  expect(before).toMatch(/>Next classes: \w+/);
  expect(after).toMatch(/<p>No classes on [^<]*<\/p><p><a class="link" href="\/book\?day=[\d-]+">See the schedule</);
});

describe('a class that cannot be booked', () => {
  const cannot = async (sessionId: string, title: string) => {
    const [html, own] = [await studio.page(bookStep(sessionId)), await studio.page(`/book/class/${sessionId}`)];
    expect(html).toContain(`<b>${title}</b>`);
    // One way on, and no paragraph that a form would end.
    expect(html.match(/>Also open that day</g)).toHaveLength(1);
    expect(html).toContain('<div class="row"><a class="button" href="/book?day=');
    return own;
  };

  test('full: the way on is the other classes of the day, on the class too', async () => {
    await studio.withPass();
    await setBooking(studio, { waitlistEnabled: false });
    const id = await addSessionInUtc(studio, 3 * DAY_MS, { name: 'Ropes', capacity: 1 });
    await addBooking(studio, await addClient(studio), id);
    expect(await cannot(id, 'Full')).toContain('>Also open that day</a>');
  });

  test('what refuses the press is said once, to screen readers at once', async () => {
    await studio.withPass();
    const id = await addSessionInUtc(studio, 3 * DAY_MS, { name: 'Ropes' });
    const fields = fieldsIn(await studio.page(bookStep(id)));
    await studio.given(studio.patch(`/v2/clients/${studio.clientId}`, { status: 'suspended' }));
    const { text } = await studio.pages.post(bookStep(id), fields);
    expect(text.match(/The studio has suspended your account/g)).toHaveLength(1);
    expect(text).toContain('role="alert"><div><b>Your account cannot book right now</b>');
    expect(await studio.page(bookStep(id))).not.toContain('role="alert"');
  });

  test('begun or cancelled: nothing of what leaving would cost', async () => {
    await studio.withPass();
    const begun = await addSessionInUtc(studio, HOUR_MS, { name: 'Ropes' });
    const gone = await addSessionInUtc(studio, 2 * HOUR_MS, { name: 'Flow' });
    expect(await studio.page(`/book/class/${begun}`)).toContain('1 credit');
    await studio.given(studio.post(`/manage/sessions/${gone}/cancel`, {}));
    await studio.time.moveTo(studio.time.now() + HOUR_MS + 60_000);
    const texts = [await cannot(begun, 'The class has started'), await cannot(gone, 'Canceled')];
    for (const html of texts) expect(html).not.toMatch(/1 credit<|Too late to cancel|Free to cancel/);
    expect(texts[0]).toContain('In progress');
  });
});
