import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { putNotificationPreferences } from '../../../src/resources/preferences/preferences.ts';
import { forEachTest, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc, bookingOf } from '../../helpers/bookings.ts';
import { bookStep, fieldsIn, openForDana, pagesOf } from '../../helpers/member-pages.ts';
import { setBooking } from '../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const EVIL = `"><img src=x onerror=alert(1)>`;

const studio = forEachTest(openForDana);

describe('/book/me/bookings/{id}', () => {
  const booked = async (startsIn = 3 * DAY_MS, given: Parameters<typeof addSessionInUtc>[2] = {}) => {
    await studio.withPass();
    return addBooking(studio, studio.clientId, await addSessionInUtc(studio, startsIn, { name: 'Flow', ...given }));
  };

  test('cancelled in time, and taken back within the time for it', async () => {
    const id = await booked();
    const path = `/book/me/bookings/${id}/cancel`;
    const html = await studio.page(path);
    expect(html).toContain('Cancel Flow?');
    expect(html).toContain('You get your credit back');
    expect(html).toContain(`action="${path}" data-free=""`);
    expect((await studio.press(path)).to).toBe(`/book/me?cancelled=${id}`);
    const me = await studio.page(`/book/me?cancelled=${id}`);
    expect(me).not.toContain('Canceled by the studio');
    expect(me).toContain('Your booking for Flow is canceled. Your credit was returned.');
    expect((await studio.pages.post(`/book/me/bookings/${id}/undo`, fieldsIn(me))).to).toBe(`/book/me/bookings/${id}`);
    expect((await bookingOf(studio, id)).status).toBe('confirmed');
    await studio.press(path);
    await studio.time.moveTo(studio.time.now() + 30_000);
    expect(await studio.page(`/book/me?cancelled=${id}`)).not.toContain('/undo"');
    const { text } = await studio.pages.post(`/book/me/bookings/${id}/undo`, { key: 'late' });
    expect(text).toContain('It is too late to undo this.');
  });

  test('late: what is lost stands on the button, and keeping the place comes first', async () => {
    const id = await booked(2 * HOUR_MS);
    const html = await studio.page(`/book/me/bookings/${id}/cancel`);
    for (const words of ['Late cancel?', 'You lose the credit', 'Cancel and lose the credit']) {
      expect(html).toContain(words);
    }
    expect(html).not.toContain('data-free');
    expect(html.indexOf('Keep my spot')).toBeLessThan(html.indexOf('Cancel and lose the credit'));
    await studio.press(`/book/me/bookings/${id}/cancel`);
    expect(await bookingOf(studio, id)).toMatchObject({ status: 'cancelled', creditOutcome: 'forfeited' });
  });

  test('late: a fee and a credit both stand on the button; the desk can give back what was lost, and no more', async () => {
    await studio.patch(`/v2/sites/${(await studio.get('/v2/sites')).body.data[0].id}`, { email: 'desk@example.com' });
    const credit = await studio.page(`/book/me/bookings/${await booked(2 * HOUR_MS)}/cancel`);
    expect(credit).toContain('The front desk can return the credit.');
    await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, feesApplyTo: 'all' } }));
    const both = await studio.page(`/book/me/bookings/${await booked(4 * HOUR_MS)}/cancel`);
    expect(both).toContain('Cancel, pay $15, and lose the credit');
    expect(both).toContain('The front desk can waive the fee and return the credit.');
    await sellPackage(studio, studio.clientId, {
      name: 'All',
      type: 'unlimited',
      creditsTotal: null,
      validityDays: 30,
    });
    const other = await addSessionInUtc(studio, 6 * HOUR_MS, { name: 'Flow' });
    const fee = await studio.page(`/book/me/bookings/${await addBooking(studio, studio.clientId, other)}/cancel`);
    expect(fee).toMatch(/Cancel and pay \$15</);
    expect(fee).toContain('The front desk can waive the fee.');
  });

  test('a new booking says that it is confirmed by email only where an email comes', async () => {
    const path = `/book/me/bookings/${await booked()}?new`;
    const says = async () => (await studio.page(path)).includes('We sent a confirmation');
    const choose = (email: boolean) =>
      studio.store.write((tx) =>
        putNotificationPreferences(tx, studio.clientId, { categories: { bookings: { email } } }),
      );
    expect(await says()).toBe(true);
    await choose(false);
    expect(await says()).toBe(false);
    await choose(true);
    expect(await says()).toBe(true);
    await studio.given(studio.patch('/v2/settings', { notification: { bookingConfirmation: false } }));
    expect(await says()).toBe(false);
  });

  test('a class that the studio has cancelled leads to the others of that day', async () => {
    const id = await booked();
    const { sessionId } = await bookingOf(studio, id);
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`, {}));
    const html = await studio.page(`/book/me/bookings/${id}`);
    expect(html).toContain('This class was canceled');
    expect(html).toMatch(/href="\/book\?day=[\d-]+">Also open that day</);
  });

  test('a class that has begun meanwhile is shown, not kept', async () => {
    const id = await booked(HOUR_MS);
    await studio.time.moveTo(studio.time.now() + HOUR_MS + MINUTE_MS);
    const html = await studio.page(`/book/me/bookings/${id}/cancel`);
    expect(html).toContain('The class has already started.');
    expect(html).not.toContain('Keep my spot');
  });

  test('where members may not cancel late there is no button, but the desk', async () => {
    await studio.patch(`/v2/sites/${(await studio.get('/v2/sites')).body.data[0].id}`, { phone: '+12125550140' });
    const id = await booked(2 * HOUR_MS);
    await setBooking(studio, { allowMemberLateCancel: false });
    const html = await studio.page(`/book/me/bookings/${id}/cancel`);
    expect(html).toContain('You can no longer cancel online.');
    expect(html).toContain('tel:+12125550140');
    expect(html).not.toContain(`action="/book/me/bookings/${id}/cancel"`);
  });

  test('free because the studio has changed the class', async () => {
    const id = await booked(2 * HOUR_MS);
    const { sessionId } = await bookingOf(studio, id);
    const startTime = new Date(TEST_START + 3 * HOUR_MS).toISOString();
    await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
    expect(await studio.page(`/book/me/bookings/${id}/cancel`)).toContain(
      'Free cancellation, because the studio changed the class',
    );
  });

  test('a place that is held says until which day and time', async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 1440 });
    await studio.withPass();
    const { sessionId, seated } = await studio.fullClass();
    await studio.press(bookStep(sessionId));
    await studio.post(`/v2/bookings/${seated}/cancel`);
    const [{ id }] = await studio.bookings();
    for (const path of ['/book', `/book/me/bookings/${id}`, `/book/me/bookings/${id}/accept`]) {
      expect(await studio.page(path)).toMatch(/held for you until \w+day /);
    }
  });

  test('a place that is offered is on every page until it is taken', async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 120 });
    await studio.withPass();
    const { sessionId, seated } = await studio.fullClass();
    await studio.press(bookStep(sessionId));
    expect(await studio.page('/book')).not.toContain('offer-bar');
    await studio.post(`/v2/bookings/${seated}/cancel`);
    const [{ id }] = await studio.bookings();
    for (const path of ['/book', '/book/me', '/book/plans', `/book/class/${sessionId}`]) {
      expect(await studio.page(path)).toMatch(/A spot in Ropes is held for you until Monday /);
    }
    // What the offer holds is still left, on the page as in the bar of credits.
    expect(await studio.page('/book')).toContain('10 classes left');
    expect(await studio.page('/book/me')).toContain('1 held by an offer');
    const accept = `/book/me/bookings/${id}/accept`;
    const before = await studio.page(accept);
    expect(before).toContain('9 of 10 left after this');
    expect(before).toContain('Already set aside for this spot. 9 other credits are left');
    const { to } = await studio.press(accept);
    expect(to).toBe(`/book/me/bookings/${id}?new`);
    expect(await studio.page(to ?? '')).toContain('You’re booked, Dana');
    expect(await studio.page('/book')).not.toContain('offer-bar');
    expect((await studio.pages.get(accept)).to).toBe(`/book/me/bookings/${id}`);
  });

  test('inside the cut-off a free place is for the first to come, and it says that it is not free to leave', async () => {
    await studio.withPass();
    const { sessionId, seated } = await studio.fullClass(2 * DAY_MS);
    await studio.press(bookStep(sessionId));
    await studio.time.moveTo(TEST_START + 2 * DAY_MS - HOUR_MS);
    await studio.post(`/v2/bookings/${seated}/cancel`);
    expect(await studio.page('/book/me')).toContain('It can no longer be canceled for free.');
    const [{ id }] = await studio.bookings();
    expect(await studio.page(`/book/me/bookings/${id}/accept`)).toContain('The free cancellation period is over');
    await studio.press(`/book/me/bookings/${id}/accept`);
    expect((await bookingOf(studio, id)).status).toBe('confirmed');
  });

  test('checking in: said from 2 hours before, done within the window', async () => {
    await setBooking(studio, { checkInOpensMinutesBefore: 30 });
    const id = await booked(3 * HOUR_MS);
    expect(await studio.page(`/book/me/bookings/${id}`)).not.toContain('check in');
    await studio.time.moveTo(TEST_START + HOUR_MS);
    expect(await studio.page(`/book/me/bookings/${id}`)).toContain('Check-in opens at');
    const early = await studio.pages.post(`/book/me/bookings/${id}/here`, { key: 'early' });
    expect(early.text).toContain('Check-in is not open right now.');
    await studio.time.moveTo(TEST_START + 3 * HOUR_MS - 10 * MINUTE_MS);
    const html = await studio.page('/book/me');
    expect(html).toContain('Check in');
    expect((await studio.pages.post(`/book/me/bookings/${id}/here`, fieldsIn(html))).to).toBe(
      `/book/me/bookings/${id}`,
    );
    expect(await studio.page(`/book/me/bookings/${id}`)).toContain('You’re checked in');
    expect((await bookingOf(studio, id)).status).toBe('attended');
  });

  test('the link of an online class stands on it 30 minutes before', async () => {
    const id = await booked(2 * HOUR_MS, { isVirtual: 1, virtualUrl: 'https://meet.example/flow' });
    expect(await studio.page(`/book/me/bookings/${id}`)).toContain(
      'The link appears here 30 minutes before the start.',
    );
    await studio.time.moveTo(TEST_START + 2 * HOUR_MS - 20 * MINUTE_MS);
    expect(await studio.page(`/book/me/bookings/${id}`)).toContain('href="https://meet.example/flow"');
  });

  test('a calendar takes one booking, or follows all', async () => {
    const id = await booked();
    const { text, headers } = await studio.pages.get(`/book/me/bookings/${id}/calendar.ics`);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text).toContain('SUMMARY:Flow');
    expect(await studio.page('/book/me')).toMatch(/webcal:\/\/localhost\/calendar\/[\w-]+\.ics/);
  });

  test('404 for the booking of somebody else in every path, and nothing is done', async () => {
    const sessionId = await addSessionInUtc(studio, 3 * DAY_MS, { name: 'Secret' });
    const id = await addBooking(studio, await addClient(studio), sessionId);
    for (const path of ['', '/cancel', '/accept', '/calendar.ics']) {
      const { status, text } = await studio.pages.get(`/book/me/bookings/${id}${path}`);
      expect([path, status, text.includes('Secret')]).toEqual([path, 404, false]);
    }
    for (const path of ['/cancel', '/accept', '/undo', '/here']) {
      expect([path, (await studio.pages.post(`/book/me/bookings/${id}${path}`, { key: path })).status]).toEqual([
        path,
        404,
      ]);
    }
    expect((await studio.pages.get(`/book/me?cancelled=${id}`)).text).not.toContain('Secret');
    for (const wrong of [UNKNOWN, 'x', '..%2Fprofile']) {
      expect((await studio.pages.get(`/book/me/bookings/${wrong}`)).status).toBe(404);
    }
    expect((await bookingOf(studio, id)).status).toBe('confirmed');
  });

  test('what the studio writes of a class that it cancels stands with the booking, as text', async () => {
    const id = await booked();
    const { sessionId } = await bookingOf(studio, id);
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`, { reason: `Storm ${EVIL}` }));
    const own = await studio.page(`/book/me/bookings/${id}`);
    expect(own).toContain('This class was canceled</h1><p>Note from the studio: Storm &quot;&gt;&lt;img');
    const mine = await studio.page('/book/me');
    expect(mine).toMatch(/<h2>Canceled by the studio<\/h2>.*Flow.*<p>Note from the studio: Storm &quot;/s);
    expect(mine).not.toContain('<img src=x');
    await studio.time.skipTo(studio.time.now() + 4 * DAY_MS);
    const { get } = await pagesOf(studio, studio.clientId);
    expect((await get('/book/me')).text).not.toContain('Canceled by the studio');
    const past = (await get('/book/me/past')).text;
    expect(past).toContain('<p>Note from the studio: Storm ');
    expect(past).not.toContain('<img src=x');
  });

  test('a class that is cancelled without a reason says so alone', async () => {
    const id = await booked();
    const { sessionId } = await bookingOf(studio, id);
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`, {}));
    const own = await studio.page(`/book/me/bookings/${id}`);
    expect(own).toContain('This class was canceled');
    expect(own).not.toMatch(/The studio writes|session_cancelled/);
  });
});

describe('/book/me', () => {
  test('nothing booked: the classes that one took before', async () => {
    const taken = await addSessionInUtc(studio, HOUR_MS, { name: 'Flow' });
    const id = await addBooking(studio, studio.clientId, taken);
    const next = await addSessionInUtc(studio, 5 * DAY_MS, { name: 'Flow' });
    await addSessionInUtc(studio, 5 * DAY_MS, { name: 'Never' });
    await studio.time.moveTo(TEST_START + HOUR_MS - MINUTE_MS);
    await studio.post(`/v2/bookings/${id}/checkin`);
    await studio.time.moveTo(TEST_START + DAY_MS);
    const html = await studio.page('/book/me');
    expect(html).toContain('No upcoming classes.');
    expect(html).toMatch(new RegExp(`Book again.*Sat.*${bookStep(next)}`, 's'));
    expect(html).not.toContain('Never');
    const past = await studio.page('/book/me/past');
    expect(past).toContain('Attended');
    expect(await studio.page('/book/me/past?month=2026-02')).toContain('No classes this month.');
    expect((await studio.pages.get('/book/me/past?month=x')).status).toBe(200);
  });

  test('markup in names is text', async () => {
    const evil = await addClient(studio, { firstName: EVIL, lastName: EVIL, email: 'evil@example.com' });
    const own = await pagesOf(studio, evil);
    await sellPackage(studio, evil, { name: EVIL });
    const sessionId = await addSessionInUtc(studio, 3 * HOUR_MS, { name: EVIL, roomName: EVIL });
    const at = ['/book', `/book/class/${sessionId}`, bookStep(sessionId)];
    for (const path of at) expect((await own.get(path)).text).not.toContain('<img src=x');
    const id = await addBooking(studio, evil, sessionId);
    const paths = [
      '/book',
      '/book/me',
      '/book/me/past',
      `/book/me/bookings/${id}?new`,
      `/book/me/bookings/${id}/cancel`,
    ];
    for (const path of paths) expect((await own.get(path)).text).not.toContain('<img src=x');
  });

  test('strangers are led to signing in, with the page kept', async () => {
    const sessionId = await addSessionInUtc(studio, 3 * HOUR_MS);
    for (const path of ['/book/me', bookStep(sessionId)]) {
      const { status, headers } = await studio.app.fetch(new Request(`http://localhost${path}`));
      expect([status, headers.get('location')]).toEqual([303, `/book/sign-in?${new URLSearchParams({ next: path })}`]);
    }
    // Nobody can open the address of a form alone: the page that has it comes next.
    const headers = { origin: 'http://localhost' };
    const sent = new Request(`http://localhost/book/class/${sessionId}/remind`, { method: 'POST', headers, body: '' });
    const next = `/book/class/${sessionId}`;
    const { headers: answered } = await studio.app.fetch(sent);
    expect(answered.get('location')).toBe(`/book/sign-in?${new URLSearchParams({ next })}`);
    const html = await (await studio.app.fetch(new Request('http://localhost/book'))).text();
    expect(html).toContain(`href="${bookStep(sessionId)}"`);
  });
});
