import { expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { addClient, addSession } from '../../../helpers/bookings.ts';
import { openMailStudio } from '../../../helpers/mails.ts';

/** The entry that a mail puts in the calendar of its reader. */
const entryOf = (content = '') => {
  const calendar = new ICAL.Component(ICAL.parse(content));
  const component = calendar.getFirstSubcomponent('vevent');
  if (component === null) return undefined;
  const { uid, sequence, summary, location, startDate } = new ICAL.Event(component);
  const method = calendar.getFirstPropertyValue('method');
  return { method, uid, sequence, summary, location, startsAt: startDate.toJSDate().toISOString() };
};

test('a booking that moves is one mail, which moves its entry to the other class', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const barre = await addSession(studio, { startsIn: 5 * DAY_MS, name: 'Barre', roomName: 'Loft' });
  const { id } = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  await studio.given(studio.post(`/v2/bookings/${id}/move`, { sessionId: barre }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  const [booked, moved] = mails.map(({ calendar }) => entryOf(calendar?.content));
  expect([mails.length, booked]).toMatchObject([2, { uid: id, summary: 'Flow', startsAt: '2026-03-05T08:00:00.000Z' }]);
  expect(moved).toMatchObject({
    ...{ method: 'REQUEST', uid: id, summary: 'Barre', location: 'Loft, Main' },
    startsAt: '2026-03-07T08:00:00.000Z',
  });
  expect(moved?.sequence).toBeGreaterThan(Number(booked?.sequence));
});
