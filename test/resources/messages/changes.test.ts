import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const open = async () => {
  const { studio, mails } = await openMailStudio();
  /** The mails since the last call: for whom, and what each says before its foot. */
  const said = async (): Promise<string[]> => {
    await studio.time.moveTo(studio.time.now() + 1000);
    return mails.splice(0).map(({ to, subject, text }) => `${to}\n${subject}\n${text.split('\n\n-- ')[0]}`);
  };
  const ann = await addClient(studio, { firstName: 'Ann', email: 'ann@example.com' });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS, capacity: 1 });
  const bookingId = await addBooking(studio, ann, sessionId);
  return { studio, said, ann, sessionId, bookingId };
};

test('whoever waits for a class that moves or changes its instructor is told that they wait, and of no spot', async () => {
  const { studio, said, sessionId } = await open();
  const teach = async (firstName: string): Promise<string> => {
    const person = { firstName, lastName: 'Ito', email: `${firstName}@example.com`, role: 'instructor' };
    return (await studio.given(studio.post('/v2/staff', person))).id;
  };
  const [ben, lena] = [await teach('Ben'), await teach('Lena')];
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { instructorId: ben }));
  await joinWaitlist(studio, await addClient(studio, { firstName: 'Bo', email: 'bo@example.com' }), sessionId);
  await said();
  const startTime = new Date(studio.time.now() + 4 * DAY_MS).toISOString().replace(/:\d\d\.\d+/, ':00.000');
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
  const toBo = async (): Promise<string> => (await said()).find((each) => each.startsWith('bo@')) ?? '';
  const moved = await toBo();
  expect(moved).toContain('It is now on Friday, March 6 at 3:00 AM. You are still on the waitlist.');
  expect(moved).not.toMatch(/still booked|Cancel/);
  await studio.given(studio.post(`/manage/sessions/${sessionId}/substitute`, { instructorId: lena }));
  const substituted = await toBo();
  expect(substituted).toContain('You joined the waitlist for a class with Ben Ito. You are still on it.');
  expect(substituted).not.toMatch(/still booked|Cancel/);
});

test('whoever booked a class that takes longer is told when it ends, as the dry run says', async () => {
  const { studio, said, sessionId } = await open();
  await said();
  const change = { durationMinutes: 90 };
  const { body } = await studio.patch(`/manage/sessions/${sessionId}?dry_run=true`, change);
  expect([body.notified.length, body.becomesFreeToCancel]).toEqual([1, true]);
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, change));
  const [longer = '', ...others] = await said();
  expect(others).toEqual([]);
  expect(longer).toStartWith('ann@example.com\nNew end time: Flow, Thursday, March 5, 3:00 AM');
  expect(longer).toContain('Flow has a new end time, Ann\n\nIt now ends at 4:30 AM. You are still booked.');
  expect(longer).toContain(
    'Before\nThursday, March 5\n3:00 AM to 4:00 AM\n\nNow\nThursday, March 5\n3:00 AM to 4:30 AM',
  );
});

test('a class that moves to a site in another zone says its former time by the clock of the former site', async () => {
  const { studio, said, ann } = await open();
  const { id: siteId } = await studio.given(
    studio.post('/v2/sites', { name: 'Coast', timezone: 'America/Los_Angeles' }),
  );
  const times = { startDate: '2026-03-06', endDate: '2026-03-06', startTime: '18:00', durationMinutes: 60 };
  const { id } = await studio.given(studio.post('/v2/schedules', { name: 'Rest', siteId: MAIN_SITE, ...times }));
  const [session] = studio.db.query<{ id: string }, [string]>('select id from sessions where scheduleId = ?').all(id);
  await addBooking(studio, ann, session?.id ?? '');
  await said();
  await studio.given(studio.patch(`/v2/schedules/${id}`, { siteId, timezone: 'America/Los_Angeles' }));
  const [moved = ''] = await said();
  expect(moved).toContain('Before\nFriday, March 6\n6:00 PM to 7:00 PM\nMain');
  expect(moved).toContain('Now\nFriday, March 6\n6:00 PM to 7:00 PM\nCoast');
});

test('a fee without a saved card is paid at the front desk', async () => {
  const { studio, said, bookingId } = await open();
  const payment = { autoChargeFees: true, feeChargeDelayHours: 2, lateCancelFee: 1500, feesApplyTo: 'all' };
  await studio.given(studio.patch('/v2/settings', { payment }));
  await studio.given(studio.time.skipTo(studio.time.now() + 3 * DAY_MS - HOUR_MS));
  await said();
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`, {}));
  const [cancelled = ''] = await said();
  expect(cancelled).toEndWith('Late cancels cost $15.');
});

test('a new email of someone who has not signed in yet is told to no one', async () => {
  const { studio, said, ann } = await open();
  await said();
  await studio.given(studio.patch(`/v2/clients/${ann}`, { email: 'new@example.com' }));
  expect(await said()).toEqual([]);
  studio.db.run('update clients set hasSignedIn = 1');
  await studio.given(studio.patch(`/v2/clients/${ann}`, { email: 'newer@example.com' }));
  const [told = '', ...others] = await said();
  expect(others).toEqual([]);
  expect(told).toStartWith('new@example.com\n');
});
