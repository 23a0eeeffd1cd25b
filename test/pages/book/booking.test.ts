import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { bookStep, fieldsIn, openForDana } from '../../helpers/member-pages.ts';
import { setBooking } from '../../helpers/members.ts';
import { createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const EVIL = `"><img src=x onerror=alert(1)>`;

const studio = forEachTest(openForDana);

describe('/book for members', () => {
  test('rows say what the member has, what overlaps, and let the others be booked', async () => {
    await studio.withPass();
    const mine = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Mine' });
    const other = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Other' });
    const free = await addSessionInUtc(studio, 6 * HOUR_MS, { name: 'Free', capacity: 2 });
    const id = await addBooking(studio, studio.clientId, mine);
    const html = await studio.page('/book');
    expect(html).toContain('You’re booked');
    expect(html).toContain(`href="/book/me/bookings/${id}"`);
    expect(html).toContain('Overlaps Mine');
    expect(html).not.toContain(bookStep(other));
    expect(html).toContain('Only a few spots left');
    expect(html).toContain(`href="${bookStep(free)}"`);
    expect(html).toContain('you have a class then');
    expect(html).toContain('9 of 10 credits left');
  });

  test('a studio that hides its timetable from strangers shows it to members', async () => {
    const id = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Hidden' });
    await studio.patch('/v2/settings', { membership: { publicTimetable: false } });
    expect(await studio.page('/book')).toContain('Hidden');
    expect((await studio.pages.get(`/book/class/${id}`)).status).toBe(200);
  });

  test('a picture of the studio stands for a class; pictures from elsewhere are not loaded', async () => {
    const imageUrl = 'http://localhost/media/pictures/flow.jpg';
    const id = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Own', imageUrl });
    await addSessionInUtc(studio, 4 * HOUR_MS, { name: 'Strange', imageUrl: 'https://elsewhere.example/flow.jpg' });
    for (const path of ['/book', `/book/class/${id}`]) {
      expect(await studio.page(path)).toContain('<img src="/media/pictures/flow.jpg" alt=""');
    }
    expect(await studio.page('/book')).not.toContain('elsewhere.example');
  });

  test('the classes of one instructor are a link away', async () => {
    await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Flow' });
    expect(await studio.page(`/book?instructor=${UNKNOWN}`)).toContain('Show all classes');
  });
});

describe('/book/class/{id}/book', () => {
  test('200 what it costs, the credits before and after, and until when leaving is free', async () => {
    await studio.withPass();
    const html = await studio.page(bookStep(await addSessionInUtc(studio, 2 * DAY_MS, { name: 'Flow' })));
    for (const words of [
      '1 credit from Ten classes',
      '10 left now, 9 after this',
      '9 of 10 left after this',
      'Free cancellation until',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).toContain('aria-label="9 of 10 credits left"');
    // What costs a credit is never sent by itself.
    expect(html).not.toContain('data-free');
  });

  test('303 books once, however often the button is pressed', async () => {
    await studio.withPass();
    const sessionId = await addSessionInUtc(studio, 2 * DAY_MS);
    const fields = fieldsIn(await studio.page(bookStep(sessionId)));
    const [first, second] = await Promise.all([
      studio.pages.post(bookStep(sessionId), fields),
      studio.pages.post(bookStep(sessionId), fields),
    ]);
    const third = await studio.pages.post(bookStep(sessionId), fields);
    const [booking, ...others] = await studio.bookings();
    expect(others).toEqual([]);
    const to = `/book/me/bookings/${booking.id}?new`;
    expect([first.to, third.to]).toEqual([to, to]);
    expect([to, `/book/me/bookings/${booking.id}`]).toContain(second.to ?? '');
    const ticket = await studio.page(to);
    for (const words of [
      'You’re booked, Dana',
      '1 credit used',
      'Ten classes, 9 left',
      'data-now',
      'dana@example.com',
    ]) {
      expect(ticket).toContain(words);
    }
  });

  test('another pass is chosen on the page; a pass of somebody else is not taken', async () => {
    await studio.withPass();
    const second = await sellPackage(studio, studio.clientId, {
      name: 'Five classes',
      creditsTotal: 5,
      validityDays: 300,
    });
    const strange = await sellPackage(studio, await addClient(studio), { name: 'Strange' });
    const sessionId = await addSessionInUtc(studio, 2 * DAY_MS);
    expect(await studio.page(bookStep(sessionId))).toContain(`${bookStep(sessionId)}?package=${second.id}`);
    expect(await studio.page(`${bookStep(sessionId)}?package=${second.id}`)).toContain('1 credit from Five classes');
    const refused = await studio.press(bookStep(sessionId), { package: strange.id });
    expect(refused.status).toBe(200);
    expect(refused.text).toContain('role="alert"');
    expect(await studio.bookings()).toEqual([]);
  });

  test('the class of the address is booked, whatever the form says', async () => {
    await studio.withPass();
    const [one, two] = [await addSessionInUtc(studio, 2 * DAY_MS), await addSessionInUtc(studio, 4 * DAY_MS)];
    await studio.press(bookStep(one), { sessionId: two, price: '0', creditCost: '0' });
    const [booking] = await studio.bookings();
    expect([booking.sessionId, booking.creditsUsed]).toEqual([one, 1]);
  });

  test('without a pass it shows the ways to pay', async () => {
    await setBooking(studio, { memberRequiresCredit: true });
    await createPlan(studio, { name: 'Two weeks', isSoldOnline: true });
    const html = await studio.page(bookStep(await addSessionInUtc(studio, 2 * DAY_MS)));
    expect(html).toContain('Two weeks');
  });

  test('a full class says the place in line, how the list works and that waiting costs nothing; it is joined and left', async () => {
    await studio.withPass();
    const { sessionId } = await studio.fullClass();
    const html = await studio.page(bookStep(sessionId));
    for (const words of [
      'Full. You would be 1st on the waitlist.',
      'If a spot opens up, you are booked automatically',
      'No credit used yet',
      'Joining and leaving are free.',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).toContain(`action="${bookStep(sessionId)}" data-free=""`);
    const { to } = await studio.press(bookStep(sessionId));
    expect(await studio.page(to ?? '')).toContain('You are 1st on the waitlist');
    const [booking] = await studio.bookings();
    expect(booking).toMatchObject({ status: 'waitlisted', creditsUsed: 0 });
    const leave = `/book/me/bookings/${booking.id}/cancel`;
    expect(await studio.page(leave)).toContain('Leave the waitlist for Ropes?');
    expect((await studio.press(leave)).to).toBe(`/book/me?cancelled=${booking.id}`);
    expect(await studio.page(`/book/me?cancelled=${booking.id}`)).toContain('You left the waitlist for Ropes.');
  });

  test('a seat that comes free while somebody is about to wait is said, and no credit is taken', async () => {
    await studio.withPass();
    const { sessionId, seated } = await studio.fullClass();
    const fields = fieldsIn(await studio.page(bookStep(sessionId)));
    await studio.post(`/v2/bookings/${seated}/cancel`);
    const { status, text } = await studio.pages.post(bookStep(sessionId), fields);
    expect([status, await studio.bookings()]).toEqual([200, []]);
    expect(text).toContain('A spot just opened up.');
    expect(text).toContain('9 of 10 left after this');
  });

  test('a seat that is gone meanwhile is said in place, with the list', async () => {
    await studio.withPass();
    const sessionId = await addSessionInUtc(studio, 2 * DAY_MS, { capacity: 1 });
    const fields = fieldsIn(await studio.page(bookStep(sessionId)));
    await addBooking(studio, await addClient(studio), sessionId);
    const { text } = await studio.pages.post(bookStep(sessionId), fields);
    expect(text).toContain('That spot was just taken. You were not charged.');
    expect(text).toContain('Full. You would be 1st on the waitlist.');
  });

  test('why not, in words, with the way on', async () => {
    await studio.withPass();
    const late = await addSessionInUtc(studio, 60 * DAY_MS);
    expect(await studio.page(bookStep(late))).toMatch(/Opens \w+, \w+ \d+/);
    const mine = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Mine' });
    const id = await addBooking(studio, studio.clientId, mine);
    const other = await studio.page(bookStep(await addSessionInUtc(studio, 3 * HOUR_MS)));
    expect(other).toContain('Overlaps Mine');
    expect(other).toContain(`href="/book/me/bookings/${id}"`);
    await setBooking(studio, { maxActiveBookingsPerClient: 1 });
    expect(await studio.page(bookStep(await addSessionInUtc(studio, DAY_MS)))).toContain('You have 1 upcoming booking');
    await studio.patch(`/v2/clients/${studio.clientId}`, { status: 'suspended' });
    expect(await studio.page(bookStep(await addSessionInUtc(studio, 2 * DAY_MS)))).toContain(
      'The studio has suspended your account.',
    );
    expect((await studio.pages.get(bookStep(mine))).to).toBe(`/book/me/bookings/${id}`);
  });

  test('a class that opens later: a mail is asked for, and taken back', async () => {
    const id = await addSessionInUtc(studio, 60 * DAY_MS, { name: 'Later' });
    const remind = `/book/class/${id}/remind`;
    expect(await studio.page(bookStep(id))).toContain('Remind me');
    for (const words of ['Turn off reminder', 'Remind me']) {
      expect((await studio.press(`/book/class/${id}`, {}, remind)).to).toBe(`/book/class/${id}`);
      expect(await studio.page(`/book/class/${id}`)).toContain(words);
    }
    const open = await addSessionInUtc(studio, DAY_MS);
    expect((await studio.pages.post(`/book/class/${open}/remind`, { key: 'open' })).status).toBe(409);
    expect((await studio.pages.post(`/book/class/${UNKNOWN}/remind`, { key: 'none' })).status).toBe(404);
  });

  test('a pass that cannot pay: why, in words, with the ways to pay', async () => {
    await setBooking(studio, { memberRequiresCredit: true });
    await createPlan(studio, { name: 'Two weeks', isSoldOnline: true });
    const given = { type: 'limited_membership', creditsTotal: null, usageLimit: { count: 1, period: 'week' } };
    await sellPackage(studio, studio.clientId, { name: 'Once per week', ...given, eligibleCategories: ['Yoga'] });
    const first = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Flow', category: 'Yoga' });
    const [second, other] = [
      await addSessionInUtc(studio, DAY_MS, { name: 'Flow', category: 'Yoga' }),
      await addSessionInUtc(studio, DAY_MS, { name: 'Ropes', category: 'Strength' }),
    ];
    const fields = fieldsIn(await studio.page(bookStep(second)));
    await studio.press(bookStep(first));
    const usedUp = 'You have reached the limit on Once per week for that period.';
    for (const path of [bookStep(second), `/book/class/${second}`]) expect(await studio.page(path)).toContain(usedUp);
    for (const path of [bookStep(other), `/book/class/${other}`]) {
      expect(await studio.page(path)).toContain('Once per week does not cover this type of class.');
    }
    expect(await studio.page(bookStep(second))).toContain('Two weeks');
    // The limit was reached after the page was shown: nothing is taken, and the way on is where the button was.
    const { text } = await studio.pages.post(bookStep(second), fields);
    for (const words of ['This pass cannot be used for this class.', usedUp, 'Two weeks'])
      expect(text).toContain(words);
    expect(await studio.bookings()).toHaveLength(1);
  });

  test('a suspended member reads so on each row, and where the button was', async () => {
    await studio.withPass();
    const id = await addSessionInUtc(studio, 3 * HOUR_MS, { name: 'Flow' });
    const fields = fieldsIn(await studio.page(bookStep(id)));
    await studio.patch(`/v2/clients/${studio.clientId}`, { status: 'suspended' });
    const html = await studio.page('/book');
    expect(html).toContain('Your account cannot book right now');
    expect(html).not.toContain(`href="${bookStep(id)}"`);
    expect((await studio.pages.post(bookStep(id), fields)).text).toContain('The studio has suspended your account.');
    expect(await studio.bookings()).toEqual([]);
  });

  test('a row of a class that opens later leads to the reminder, and says that there is one', async () => {
    const id = await addSessionInUtc(studio, 20 * DAY_MS, { name: 'Later' });
    const day = '/book?day=2026-03-22';
    const html = await studio.page(day);
    expect(html).toMatch(/Opens \w+, \w+ \d+/);
    expect(html).toContain(`data-sheet="" data-size="small" href="${bookStep(id)}">Remind me`);
    await studio.press(`/book/class/${id}`, {}, `/book/class/${id}/remind`);
    const later = await studio.page(day);
    expect(later).toContain('Reminder on');
    expect(later).not.toContain('>Remind me');
  });

  test('markup in names is text: on the list, where booking is not possible, and among the ways to pay', async () => {
    const evil = { name: EVIL, roomName: EVIL, category: EVIL };
    await setBooking(studio, { memberRequiresCredit: true });
    await createPlan(studio, { name: EVIL, description: EVIL, isSoldOnline: true });
    const toBuy = await addSessionInUtc(studio, 2 * DAY_MS, evil);
    const pay = await studio.page(bookStep(toBuy));
    await sellPackage(studio, studio.clientId, { name: EVIL, eligibleCategories: ['Yoga'] });
    const unpaid = await studio.page(bookStep(toBuy));
    await setBooking(studio, { memberRequiresCredit: false });
    const full = await addSessionInUtc(studio, 3 * DAY_MS, { ...evil, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    const line = await studio.page(bookStep(full));
    const waiting = await studio.page((await studio.press(bookStep(full))).to ?? '');
    await addBooking(studio, studio.clientId, await addSessionInUtc(studio, 3 * HOUR_MS, evil));
    const overlap = await studio.page(bookStep(await addSessionInUtc(studio, 3 * HOUR_MS, evil)));
    const late = await studio.page(bookStep(await addSessionInUtc(studio, 60 * DAY_MS, evil)));
    for (const html of [pay, unpaid, line, waiting, overlap, late]) {
      expect(html).toContain('&quot;&gt;&lt;img src=x');
      expect(html).not.toContain('<img src=x');
    }
    expect(overlap).toContain('Overlaps');
  });

  test('404 for a class that is not there, or private', async () => {
    const secret = await addSessionInUtc(studio, DAY_MS, { isPrivate: 1 });
    for (const id of [UNKNOWN, 'x', secret]) {
      expect([
        (await studio.pages.get(bookStep(id))).status,
        (await studio.pages.post(bookStep(id), { key: 'k' })).status,
      ]).toEqual([404, 404]);
    }
  });
});
