import { describe, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

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
          uid: `${booking.id}@localhost`,
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
    expect(eventsIn(text).events.map(({ summary, uid }) => [summary, uid])).toEqual([
      ['Flow', `${sessionId}@localhost`],
    ]);
    expect(text).not.toContain('Xenia');
    expect(text).not.toContain('secret');
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
    ['REQUEST', `${booking.id}@localhost`, 'CONFIRMED', '2026-03-07T23:00:00.000Z'],
    ['REQUEST', `${booking.id}@localhost`, 'CONFIRMED', '2026-03-08T22:00:00.000Z'],
    ['CANCEL', `${booking.id}@localhost`, 'CANCELLED', '2026-03-08T22:00:00.000Z'],
  ]);
  const sequences = sent.map(({ events: [event] }) => event?.sequence ?? -1);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(sent[0]?.events[0]?.summary).toBe('Flow; with, all "signs"\\');
});
