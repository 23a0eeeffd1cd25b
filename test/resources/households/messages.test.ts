import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addSession } from '../../helpers/bookings.ts';
import { addChild, addHousehold } from '../../helpers/households.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { openForMembers } from '../../helpers/member-sign-in.ts';
import { createClient } from '../../helpers/sales.ts';

const open = async () => {
  const { studio, mails } = await openMailStudio();
  const father = await createClient(studio, { firstName: 'Rui', email: 'rui@example.com' });
  const { id } = await addHousehold(studio, father);
  const mother = await createClient(studio, { firstName: 'Ana', email: 'ana@example.com' });
  await studio.given(
    studio.post(`/manage/households/${id}/members`, { clientId: mother, role: 'adult', hasAgreed: true }),
  );
  const child = await addChild(studio, id);
  const pass = async () => studio.time.moveTo(studio.time.now() + 60_000);
  return { studio, mails, father, mother, child, id, pass };
};

test('mails about a dependant go to the adults, with the name in subject and calendar', async () => {
  const { studio, mails, child, pass } = await open();
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
  await pass();
  expect(mails.map(({ to }) => to).sort()).toEqual(['ana@example.com', 'rui@example.com']);
  expect(mails.every(({ subject }) => subject.startsWith('Mia: '))).toBe(true);
  expect(mails.every(({ calendar }) => calendar?.content.includes('SUMMARY:Mia: Flow'))).toBe(true);
});

test('and no subject has the name of a dependant who was erased since', async () => {
  const { studio, mails, child, pass } = await open();
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
  await pass();
  await studio.time.moveTo(studio.time.now() + 2.5 * DAY_MS);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBeGreaterThan(1);
  const subjects = () => studio.db.query('select subject from messages where subject is not null').values().flat();
  expect(subjects().every((subject) => String(subject).startsWith('Mia: '))).toBe(true);
  await studio.given(studio.post(`/manage/clients/${child}/erase`, {}));
  expect(subjects().every((subject) => String(subject).startsWith('[erased]: '))).toBe(true);
});

test('each link of such a mail opens the page as the dependant', async () => {
  const { studio, mails } = await openForMembers();
  const father = await createClient(studio, { firstName: 'Rui', email: 'rui@example.com' });
  const child = await addChild(studio, (await addHousehold(studio, father)).id);
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  const links = [...(mails.at(-1)?.text ?? '').matchAll(/\/book\/me\/bookings\/\S+/g)].map(([link]) => link);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !link.endsWith(`?for=${child}`))).toEqual([]);
});

test('each adult’s own preferences decide, and who has left gets none', async () => {
  const { studio, mails, child, mother, id, pass } = await open();
  const preferences = {
    channels: { email: true, sms: false, push: false },
    categories: { bookings: { email: false, sms: false, push: false } },
  };
  await studio.given(
    studio.send('PUT', '/v2/member/notifications/preferences', preferences, { 'x-client-id': mother }),
  );
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
  await pass();
  expect(mails.map(({ to }) => to)).toEqual(['rui@example.com']);
  mails.length = 0;
  await studio.given(studio.delete(`/manage/households/${id}/members/${mother}`));
  const other = await addSession(studio, { startsIn: 4 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId: other }));
  await pass();
  expect(mails.map(({ to }) => to)).toEqual(['rui@example.com']);
});

test('what waits for one adult follows the class, whatever became of the mail to another', async () => {
  const { studio, child, mother, father, pass } = await open();
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const { id: bookingId } = await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
  await pass();
  const reminders = () =>
    studio.db
      .query(
        `select clientId, status, sourceId from messages where kind = 'booking_reminder' and channel = 'email' order by id`,
      )
      .all() as { clientId: string; status: string; sourceId: string }[];
  const waiting = () => reminders().filter(({ status }) => status === 'scheduled');
  expect(new Set(waiting().map(({ clientId }) => clientId))).toEqual(new Set([father, mother]));
  const before = waiting().filter(({ clientId }) => clientId === father);
  await studio.given(studio.delete(`/v2/clients/${mother}`));
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { durationMinutes: 75 }));
  await pass();
  expect(waiting()).toEqual(before);
  // One was sent, and the other still waits, when the class moves.
  studio.db.run("update messages set status = 'sent' where status = 'scheduled' and clientId = ?", [father]);
  const startTime = new Date(studio.time.now() + 4 * DAY_MS).toISOString();
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
  await pass();
  const moved = waiting();
  expect(new Set(moved.map(({ clientId }) => clientId))).toEqual(new Set([father]));
  expect(moved.every(({ sourceId }) => sourceId.startsWith(bookingId) && sourceId.endsWith(startTime))).toBe(true);
  expect(moved).toHaveLength(before.length);
});

test('an invited client is told; accepting takes signing in', async () => {
  const { studio, mails, id, pass } = await open();
  await createClient(studio, { firstName: 'Eva', email: 'eva@example.com' });
  // Still March 2 where Eva is at home.
  await studio.given(studio.time.skipTo(Date.parse('2026-03-03T02:00:00Z')));
  await studio.given(studio.post(`/manage/households/${id}/invitations`, { email: 'eva@example.com' }));
  await studio.given(studio.post(`/manage/households/${id}/invitations`, { email: 'nobody@example.com' }));
  await pass();
  expect(mails.map(({ to }) => to)).toEqual(['eva@example.com']);
  expect(mails[0]?.text).toContain('Reed');
  expect(mails[0]?.text).toContain('March 16');
});
