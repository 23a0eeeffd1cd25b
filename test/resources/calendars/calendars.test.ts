import { describe, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { calendarText } from '../../../src/resources/calendars/appointments.ts';
import { keepOlderHost, lacksOlderHost } from '../../../src/resources/calendars/names.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { keepMails, openMailStudio } from '../../helpers/mails.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { signedIn } from '../../helpers/people.ts';

/** The entries of a calendar, as a library for calendars reads them. */
const eventsIn = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        location: event.location,
        status: component.getFirstPropertyValue('status'),
        startsAt: event.startDate.toJSDate().toISOString(),
      };
    }),
  };
};

const textOf = async (studio: Awaited<ReturnType<typeof openStudioForMembers>>, path: string) => {
  const response = await studio.app.fetch(new Request(`http://localhost${path}`));
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), response };
};

describe('GET /public-api/v2/member/calendar', () => {
  test('200: a private address, with what the member has booked', async () => {
    const studio = await openStudioForMembers();
    const clientId = await addClient(studio);
    const member = await studio.signIn(clientId);
    const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS, roomName: 'Studio A' });
    const { body: booking } = await studio.post('/v2/bookings', { clientId, sessionId });
    const { status, body } = await studio.get('/public-api/v2/member/calendar', member.headers);
    expect([status, body.object]).toEqual([200, 'member_calendar']);
    const { pathname } = new URL(body.url);
    const { status: read, type, text, response } = await textOf(studio, pathname);
    expect([read, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(eventsIn(text)).toEqual({
      method: null,
      events: [
        {
          uid: booking.id,
          sequence: 0,
          summary: 'Flow',
          location: 'Studio A, Main',
          status: 'CONFIRMED',
          startsAt: '2026-03-05T08:00:00.000Z',
        },
      ],
    });
    const etag = response.headers.get('etag') ?? '';
    const again = await studio.app.fetch(
      new Request(`http://localhost${pathname}`, { headers: { 'if-none-match': etag } }),
    );
    expect(again.status).toBe(304);
    await studio.post(`/v2/bookings/${booking.id}/cancel`, {});
    expect(eventsIn((await textOf(studio, pathname)).text).events).toEqual([]);
  });

  test('404 for an address that was changed, of another client, or of a client who was archived', async () => {
    const studio = await openStudioForMembers();
    const clientId = await addClient(studio);
    const member = await studio.signIn(clientId);
    const { body } = await studio.get('/public-api/v2/member/calendar', member.headers);
    const { pathname } = new URL(body.url);
    const other = (await addClient(studio)).replaceAll('-', '');
    expect((await textOf(studio, pathname.replace(/[0-9a-f]{32}/, other))).status).toBe(404);
    expect((await textOf(studio, '/calendar/nothing.ics')).status).toBe(404);
    expect((await textOf(studio, pathname)).status).toBe(200);
    await studio.delete(`/v2/clients/${clientId}`);
    expect((await textOf(studio, pathname)).status).toBe(404);
  });
});

describe('GET /calendar/sites/{siteId}.ics', () => {
  test('200: the sessions that everybody may see, without anybody who booked them', async () => {
    const studio = await openStudioForMembers();
    const clientId = await addClient(studio, { firstName: 'Xenia' });
    const sessionId = await addSession(studio, { startsIn: DAY_MS, virtualUrl: 'https://video.example/secret' });
    await addSession(studio, { startsIn: DAY_MS, isPrivate: 1, name: 'Private' });
    await addSession(studio, { startsIn: 30 * DAY_MS, name: 'Later' });
    await studio.post('/v2/bookings', { clientId, sessionId });
    const { status, text } = await textOf(studio, `/calendar/sites/${MAIN_SITE}.ics`);
    expect(status).toBe(200);
    expect(eventsIn(text).events.map(({ summary, uid }) => [summary, uid])).toEqual([['Flow', sessionId]]);
    expect(text).not.toContain('Xenia');
    expect(text).not.toContain('secret');
    expect(text.replaceAll('\r\n ', '')).toContain(`URL;VALUE=URI:http://localhost/book/class/${sessionId}`);
    expect((await textOf(studio, '/calendar/sites/01950000-0000-7000-8000-00000000ffff.ics')).status).toBe(404);
  });
});

test('mails put a booking in a calendar, move it across a change of clock, and take it out', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  // The clock changes in New York on 8 March.
  const { body: session } = await studio.post('/manage/sessions', {
    name: 'Flow; with, all "signs"\\',
    siteId: MAIN_SITE,
    startTime: '2026-03-07T18:00:00-05:00',
    durationMinutes: 60,
    capacity: 5,
  });
  const { body: booking } = await studio.post('/v2/bookings', { clientId, sessionId: session.id });
  await studio.time.moveTo(studio.time.now() + 60_000);
  await studio.patch(`/manage/sessions/${session.id}`, { startTime: '2026-03-08T18:00:00-04:00' });
  await studio.time.moveTo(studio.time.now() + 60_000);
  await studio.post(`/v2/bookings/${booking.id}/cancel`, {});
  await studio.time.moveTo(studio.time.now() + 60_000);
  const sent = mails.flatMap(({ calendar }) => (calendar === null ? [] : [eventsIn(calendar.content)]));
  expect(sent.map(({ method, events: [event] }) => [method, event?.uid, event?.status, event?.startsAt])).toEqual([
    ['REQUEST', booking.id, 'CONFIRMED', '2026-03-07T23:00:00.000Z'],
    ['REQUEST', booking.id, 'CONFIRMED', '2026-03-08T22:00:00.000Z'],
    ['CANCEL', booking.id, 'CANCELLED', '2026-03-08T22:00:00.000Z'],
  ]);
  const sequences = sent.map(({ events: [event] }) => event?.sequence ?? -1);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(sent[0]?.events[0]?.summary).toBe('Flow; with, all "signs"\\');
});

test('names of people and of the studio come through parameters as they are (RFC 6868), and the seat is taken', async () => {
  const { studio, mails } = await openMailStudio();
  const hostile = 'Ann "A" ^n ^ B; C: D, \\E';
  await studio.given(studio.patch('/v2/settings', { notification: { fromName: hostile } }));
  const clientId = await addClient(studio, { email: 'ann@example.com', firstName: hostile, lastName: 'Lee' });
  const sessionId = await addSession(studio);
  await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  const [event] = new ICAL.Component(ICAL.parse(mails[0]?.calendar?.content ?? '')).getAllSubcomponents('vevent');
  const [attendee, organizer] = [event?.getFirstProperty('attendee'), event?.getFirstProperty('organizer')];
  expect(attendee?.getFirstParameter('cn')).toBe(`${hostile} Lee`);
  expect([attendee?.getFirstParameter('partstat'), attendee?.getFirstParameter('rsvp')]).toEqual(['ACCEPTED', 'FALSE']);
  expect(organizer?.getFirstParameter('cn')).toBe(hostile);
  const line = calendarText([], { name: 'Two\nlines' });
  expect(line).toContain('X-WR-CALNAME:Two lines\r\n');
});

test('an online class is at the address of its ticket, whatever room it is taught in', async () => {
  const { transport, mails } = keepMails();
  const studio = await openStudioForMembers({ mail: transport });
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const sessionId = await addSession(studio, {
    startsIn: DAY_MS,
    isVirtual: 1,
    roomName: 'Studio A',
    virtualUrl: 'https://video.example/secret',
  });
  const { id } = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  const [mail] = mails;
  const ticket = `http://localhost/book/me/bookings/${id}`;
  const [event] = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? '')).getAllSubcomponents('vevent');
  expect([event?.getFirstPropertyValue('location'), event?.getFirstPropertyValue('url')]).toEqual([ticket, ticket]);
  expect(mail?.text).toContain('Online');
  expect(mail?.text).toContain('Studio A');
  const member = await studio.signIn(clientId);
  const { body } = await studio.get('/public-api/v2/member/calendar', member.headers);
  const { text } = await textOf(studio, new URL(body.url).pathname);
  expect(text.replaceAll('\r\n ', '')).toContain(`LOCATION:${ticket}`);
  expect(text + mail?.calendar?.content).not.toContain('secret');
});

test('mails say that answers are not read, and how to cancel', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  await studio.given(studio.post('/v2/bookings', { clientId, sessionId: await addSession(studio) }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  expect(mails[0]?.text).toContain('Replies to it are not read. To cancel, ');
});

test('entries of bookings that an older version put into calendars keep their names', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const sessionId = await addSession(studio);
  const older = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  // As the migration leaves it, and the first start after it.
  studio.db.run(`insert into appliance (name, value) values ('calendarNames', json_object('until', '${older.id}'))`);
  expect(lacksOlderHost(studio.store.view())).toBe(true);
  await studio.store.write((tx) => keepOlderHost(tx, 'book.example'));
  await studio.store.write((tx) => keepOlderHost(tx, 'other.example'));
  expect(lacksOlderHost(studio.store.view())).toBe(false);
  const newer = await addClient(studio, { email: 'bob@example.com' });
  const next = await studio.given(studio.post('/v2/bookings', { clientId: newer, sessionId }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  await studio.given(studio.post(`/v2/bookings/${older.id}/cancel`, {}));
  await studio.time.moveTo(studio.time.now() + 60_000);
  const names = mails.flatMap(({ calendar }) => (calendar === null ? [] : [eventsIn(calendar.content).events[0]?.uid]));
  expect(names).toContain(`${older.id}@book.example`);
  expect(names).toContain(next.id);
  expect(names.every((name) => name === `${older.id}@book.example` || name === next.id)).toBe(true);
});

describe('the address of a calendar', () => {
  const openCalendar = async () => {
    const studio = await openStudioForMembers();
    const clientId = await addClient(studio, { email: 'ann@example.com' });
    const member = await studio.signIn(clientId);
    const read = async (): Promise<string | null> => {
      const { body } = await studio.get('/public-api/v2/member/calendar', member.headers);
      return body.url === null ? null : new URL(body.url).pathname;
    };
    const path = await read();
    if (path === null) throw new Error('no address');
    const statusOf = async (of: string) => (await textOf(studio, of)).status;
    studio.events();
    return { studio, clientId, member, read, path, statusOf };
  };

  test('200 POST renews it, again and again: each older one is 404', async () => {
    const { studio, member, read, path, statusOf } = await openCalendar();
    const paths = [path];
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await studio.post('/public-api/v2/member/calendar/address', {}, member.headers);
      expect([status, body.object]).toEqual([200, 'member_calendar']);
      paths.push(new URL(body.url).pathname);
    }
    expect(new Set(paths).size).toBe(3);
    expect(await read()).toBe(paths[2] ?? '');
    expect(await Promise.all(paths.map(statusOf))).toEqual([404, 404, 200]);
    expect(studio.events()).toEqual([]);
  });

  test('200 DELETE withdraws it until it is renewed', async () => {
    const { studio, member, read, path, statusOf } = await openCalendar();
    const { status, body } = await studio.send(
      'DELETE',
      '/public-api/v2/member/calendar/address',
      undefined,
      member.headers,
    );
    expect([status, body]).toEqual([200, { object: 'member_calendar', url: null }]);
    expect([await read(), await statusOf(path)]).toEqual([null, 404]);
    await studio.given(studio.post('/public-api/v2/member/calendar/address', {}, member.headers));
    const renewed = (await read()) ?? '';
    expect(renewed).not.toBe(path);
    expect([await statusOf(renewed), await statusOf(path)]).toEqual([200, 404]);
    expect(studio.events()).toEqual([]);
  });

  test('200 the desk renews it and does not learn it; 403 without the permission; 409 for an erased client', async () => {
    const { studio, clientId, read, path, statusOf } = await openCalendar();
    const renew = `/manage/clients/${clientId}/calendar-address`;
    const trainer = await signedIn(studio, { role: 'instructor' });
    studio.events();
    expect((await studio.post(renew, {}, trainer.headers)).status).toBe(403);
    const { status, body } = await studio.post(renew, {});
    expect([status, body]).toEqual([200, { object: 'renewed_calendar_address', clientId }]);
    expect([await statusOf(path), await statusOf((await read()) ?? '')]).toEqual([404, 200]);
    expect(studio.events()).toEqual([]);
    await studio.given(studio.post(`/manage/clients/${clientId}/erase`, {}));
    const erased = await studio.post(renew, {});
    expect([erased.status, erased.body.error.code]).toEqual([409, 'client_erased']);
  });

  test('it ends with another email, but not with the same one or another name', async () => {
    const { studio, clientId, path, statusOf } = await openCalendar();
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { firstName: 'Anna', email: 'Ann@Example.com' }));
    expect(await statusOf(path)).toBe(200);
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { email: 'anna@example.com' }));
    expect(await statusOf(path)).toBe(404);
    // The former sign-in has ended as well: whoever has the new email signs in and finds another address.
    const renewed = await studio.signIn(clientId);
    const { body } = await studio.get('/public-api/v2/member/calendar', renewed.headers);
    expect(await statusOf(new URL(body.url).pathname)).toBe(200);
  });

  test('it ends with a merge, for both, and with an erasure', async () => {
    const { studio, clientId, member, path, statusOf } = await openCalendar();
    const other = await addClient(studio, { email: 'other@example.com' });
    const second = await studio.signIn(other);
    const { body } = await studio.post('/public-api/v2/member/calendar/address', {}, second.headers);
    await studio.given(studio.post(`/manage/clients/${clientId}/merge`, { clientId: other }));
    expect([await statusOf(path), await statusOf(new URL(body.url).pathname)]).toEqual([404, 404]);
    const kept = (await studio.get('/public-api/v2/member/calendar', member.headers)).body.url;
    expect(await statusOf(new URL(kept).pathname)).toBe(200);
    await studio.given(studio.post(`/manage/clients/${clientId}/erase`, {}));
    expect(await statusOf(new URL(kept).pathname)).toBe(404);
    // Also where the row of the client is there again, as in a restored backup.
    expect(studio.count('calendarAddresses where number = 2')).toBe(1);
  });
});

test('robots may fetch calendars and do not index them; pages of any website read the schedule of a site', async () => {
  const studio = await openStudioForMembers();
  const { response } = await textOf(studio, `/calendar/sites/${MAIN_SITE}.ics`);
  const { text } = await textOf(studio, '/robots.txt');
  expect(text).toContain('Allow: /calendar/\n');
  const headers = ['x-robots-tag', 'access-control-allow-origin'];
  expect(headers.map((name) => response.headers.get(name))).toEqual(['noindex', '*']);
  const member = await studio.signIn(await addClient(studio));
  const { body } = await studio.get('/public-api/v2/member/calendar', member.headers);
  const own = await textOf(studio, new URL(body.url).pathname);
  expect(headers.map((name) => own.response.headers.get(name))).toEqual(['noindex', null]);
  const missing = await textOf(studio, '/calendar/none.ics');
  expect([missing.status, missing.response.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
});
