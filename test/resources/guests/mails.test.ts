import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { openGuestStudio } from './set-up.ts';

const studio = forEachTest(() => openGuestStudio({ freeFirstVisit: true }));
const EMAIL = 'stranger@guests.example';
const FREE = { payment: 'free_first_visit', email: EMAIL };

/** Lets everything be sent, also what waits until a cancellation can no longer be undone. */
const settle = () => studio.time.moveTo(studio.time.now() + MINUTE_MS);
const subjects = () => studio.mails.filter(({ to }) => to === EMAIL).map(({ subject }) => subject);
const isInvitation = (subject: string) => subject.includes('invites you');

describe('a stranger is written to once', () => {
  test('of each kind about a session, however often a host brings and cancels them', async () => {
    const host = await studio.host();
    for (let time = 1; time <= 3; time += 1) {
      const { status, body } = await host.bring(FREE);
      expect(status).toBe(201);
      await settle();
      await host.post(`/guests/${body.id}/cancel`);
      await settle();
    }
    expect(subjects().filter(isInvitation)).toHaveLength(1);
    expect(subjects()).toHaveLength(2);
  });

  test('and not at all before an invitation: of a place in line that is canceled they learn nothing', async () => {
    const sessionId = await addSession(studio, { capacity: 2, waitlistEnabled: 1 });
    const host = await studio.host({ sessionId });
    await addBooking(studio, await addClient(studio), sessionId);
    const { body } = await host.bring({ ...FREE, joinWaitlist: true });
    expect(body.status).toBe('waitlisted');
    await settle();
    await host.post(`/guests/${body.id}/cancel`);
    await settle();
    expect(subjects()).toEqual([]);
  });

  test('nor of a place that is gone before the invitation, which comes once they are brought again', async () => {
    const host = await studio.host();
    const { body } = await host.bring(FREE);
    await host.post(`/guests/${body.id}/cancel`);
    await settle();
    expect(subjects()).toEqual([]);
    await host.bring(FREE);
    await settle();
    expect(subjects()).toEqual([expect.stringContaining('invites you')]);
  });

  test('whoever is brought again at once reads nothing of the cancellation', async () => {
    const host = await studio.host();
    const { body } = await host.bring(FREE);
    await studio.pass();
    await host.post(`/guests/${body.id}/cancel`);
    await host.bring(FREE);
    await settle();
    expect(subjects()).toEqual([expect.stringContaining('invites you')]);
  });
});

test('a guest who comes is told what the studio cancels', async () => {
  const host = await studio.host();
  await host.bring(FREE);
  await settle();
  await studio.given(studio.post(`/manage/sessions/${host.sessionId}/cancel`, {}));
  await settle();
  expect(subjects()).toHaveLength(2);
});

test('a guest is told that the class moves, and not of another instructor; no one reminds them', async () => {
  const teach = async (firstName: string): Promise<string> => {
    const person = { firstName, lastName: 'Ito', email: `${firstName}@example.com`, role: 'instructor' };
    return (await studio.given(studio.post('/v2/staff', person))).id;
  };
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS, instructorId: await teach('Ben') });
  const known = await addClient(studio, { email: EMAIL });
  const host = await studio.host({ sessionId });
  await host.bring({ email: EMAIL });
  await settle();
  const startTime = new Date(studio.time.now() + 4 * DAY_MS).toISOString().replace(/:\d\d\.\d+/, ':00.000');
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
  await settle();
  const substitute = { instructorId: await teach('Lena') };
  await studio.given(studio.post(`/manage/sessions/${sessionId}/substitute`, substitute));
  const choices = { channels: { email: true, sms: false, push: true }, reminderMinutesBefore: [60] };
  await studio.given((await studio.signIn(known)).prefer(choices));
  await settle();
  const kinds = (clientId: string) =>
    studio.db.query('select kind from messages where clientId = ? order by id').values(clientId).flat();
  expect(kinds(known)).toEqual(['guest_invitation', 'session_moved']);
  expect(kinds(host.id)).toContain('session_substituted');
  expect(kinds(host.id)).toContain('booking_reminder');
});

test('whoever keeps the place on a pass of their own is reminded from then on', async () => {
  const host = await studio.host({ sessionId: await addSession(studio, { startsIn: 3 * DAY_MS }) });
  const known = await addClient(studio, { email: EMAIL });
  const { body } = await host.bring({ email: EMAIL });
  await sellPackage(studio, known);
  await settle();
  const reminders = () =>
    studio.db
      .query("select status from messages where kind = 'booking_reminder' and clientId = ?")
      .values(known)
      .flat();
  expect(reminders()).toEqual([]);
  await studio.given(host.post(`/bookings/${host.bookingId}/cancel`));
  await settle();
  expect([(await studio.bookingOf(body.id)).hostBookingId, reminders()]).toEqual([null, ['scheduled', 'scheduled']]);
});

test('an address that refused stays refused after its client is erased, whoever brings it', async () => {
  const host = await studio.host();
  const { body } = await host.bring(FREE);
  await settle();
  const mail = studio.mails.find(({ to }) => to === EMAIL);
  const [, token] = /\/book\/guest\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
  await studio.send('POST', `/public-api/v2/guests/${token}/stop-mails`, undefined, { 'x-service-api-key': '' });
  const { clientId } = await studio.bookingOf(body.id);
  expect((await studio.post(`/manage/clients/${clientId}/erase`, {})).status).toBe(200);
  const other = await studio.host({ sessionId: await addSession(studio, { startsIn: 3 * DAY_MS }) });
  const again = await other.bring({ ...FREE, email: EMAIL.toUpperCase() });
  expect([again.status, (await studio.bookingOf(again.body.id)).clientId === clientId]).toEqual([201, false]);
  await settle();
  expect(subjects()).toHaveLength(1);
});

describe('a guest who signs in', () => {
  test('409 takes back no cancellation: the host has the credit back', async () => {
    const known = await addClient(studio, { email: EMAIL });
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    const guest = await studio.signIn(known);
    for (const cancel of [
      () => guest.post(`/bookings/${body.id}/cancel`),
      () => host.post(`/bookings/${host.bookingId}/cancel`),
    ]) {
      await cancel();
      const undone = await guest.post(`/bookings/${body.id}/undo`);
      expect([undone.status, undone.body.error?.code]).toEqual([409, 'already_processed']);
    }
    expect(await studio.bookingOf(body.id)).toMatchObject({ status: 'cancelled', creditOutcome: 'restored' });
    expect(await studio.rest(host.packageId)).toBe(10);
  });
});

test('whoever is erased stands in the subject of no invitation', async () => {
  const host = await studio.host();
  await studio.given(studio.patch(`/v2/clients/${host.id}`, { firstName: 'Ondine' }));
  await host.bring(FREE);
  await settle();
  const invitation = () =>
    studio.db.query(`select subject from messages where kind = 'guest_invitation'`).values().flat();
  expect(invitation()).toEqual([expect.stringContaining('Ondine')]);
  await studio.given(studio.post(`/manage/clients/${host.id}/erase`, {}));
  expect(invitation()).toEqual([expect.stringContaining('[erased]')]);
  expect(JSON.stringify(studio.db.query('select * from messages').all())).not.toContain('Ondine');
});

test('nor in that of one to a guest who has moved to another session, as older versions allowed', async () => {
  const host = await studio.host();
  await studio.given(studio.patch(`/v2/clients/${host.id}`, { firstName: 'Ondine' }));
  const { body } = await host.bring({ email: EMAIL });
  await settle();
  const sessionId = await addSession(studio, { startsIn: 50 * HOUR_MS });
  studio.db.run('update bookings set sessionId = ? where id = ?', [sessionId, body.id]);
  await studio.given(studio.post(`/manage/clients/${host.id}/erase`, {}));
  const subjects = studio.db.query(`select subject from messages where kind = 'guest_invitation'`).values().flat();
  expect(subjects).toEqual([expect.stringContaining('[erased]')]);
});

test('nor in that of one to a household', async () => {
  await studio.given(studio.patch('/v2/settings', { membership: { households: 'members' } }));
  const member = await studio.signIn(await addClient(studio, { firstName: 'Ondine', email: 'ondine@guests.example' }));
  await addClient(studio, { email: EMAIL });
  const members = [{ clientId: member.id, role: 'adult', isPayer: true, hasAgreed: true }];
  await studio.given(studio.post('/manage/households', { name: 'House', members }));
  await studio.given(member.post('/household/invitations', { email: EMAIL }));
  await settle();
  const invitation = () =>
    studio.db.query(`select subject from messages where kind = 'household_invitation'`).values().flat();
  expect(invitation()).toEqual([expect.stringContaining('Ondine')]);
  await studio.given(studio.post(`/manage/clients/${member.id}/erase`, {}));
  expect(invitation()).toEqual([expect.stringContaining('[erased]')]);
});
