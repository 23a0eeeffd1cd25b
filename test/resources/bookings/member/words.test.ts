import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addClient, addSession } from '../../../helpers/bookings.ts';
import { openStudioForMembers, setBooking } from '../../../helpers/members.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

/** What is said to staff of somebody else, and names of what members do not send. */
const FOR_STAFF = /\b(?:client|member|requireCredit|no-show)\b|PATCH|Sell/i;

const book = async (sessionId: string) => {
  const { status, body } = await member.post('/bookings', { sessionId });
  return [status, body.error?.code, body.error?.message];
};

test('409 a member without a package reads that, and staff read what they can do', async () => {
  const sessionId = await addSession(studio);
  expect(await book(sessionId)).toEqual([
    409,
    'no_eligible_package',
    'You have no package for this session. Ask the studio for a package, or choose another session.',
  ]);
  const body = { clientId: member.id, sessionId, requireCredit: true };
  expect((await studio.post('/v2/bookings', body)).body.error.message).toContain('Sell a package');
});

test('409 every refusal of a booking, a cancellation and a check-in speaks to the member', async () => {
  await setBooking(studio, {
    memberRequiresCredit: false,
    maxActiveBookingsPerClient: 2,
    allowMemberLateCancel: false,
  });
  const [first, same, soon] = [
    await addSession(studio),
    await addSession(studio),
    await addSession(studio, { startsIn: HOUR_MS }),
  ];
  const later = await addSession(studio, { startsIn: 48 * HOUR_MS });
  const refusals: [string, string][] = [];
  const refused = async (method: string, path: string, sent: object = {}) => {
    const { status, body } = await member.send(method, path, sent);
    if (status < 400) throw new Error(JSON.stringify(body));
    refusals.push([body.error.code, body.error.message]);
  };
  await member.post('/bookings', { sessionId: first });
  await refused('POST', '/bookings', { sessionId: first });
  await refused('POST', '/bookings', { sessionId: same });
  const { id: late } = (await member.post('/bookings', { sessionId: soon })).body;
  await refused('POST', '/bookings', { sessionId: later });
  await refused('POST', `/bookings/${late}/cancel`);
  await refused('POST', '/check-in', { sessionId: later });
  await studio.post(`/v2/bookings/${late}/checkin`);
  await refused('POST', `/bookings/${late}/cancel`);
  await studio.time.moveTo(studio.time.now() + 2 * HOUR_MS);
  await studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' });
  await refused('POST', '/bookings', { sessionId: same });
  expect(refusals.map(([code]) => code)).toEqual([
    'already_booked',
    'booking_overlap',
    'booking_limit_reached',
    'late_cancel_not_allowed',
    'resource_missing',
    'already_checked_in',
    'client_suspended',
  ]);
  expect(refusals.filter(([, message]) => FOR_STAFF.test(message))).toEqual([]);
  const { body } = await member.post('/check-in', {});
  expect([body.status, body.message]).toEqual(['invalid', 'Your account is suspended. Ask at the front desk.']);
});
