import { afterEach, expect, test } from 'bun:test';
import { MEMBER_LIMITS } from '../../../src/resources/live/member-operations.ts';
import { MAIN_SITE, type Studio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { bearer, FROM_APP, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const PATH = '/public-api/v2/member/live';

const streams: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.close();
});

const openMember = async () => {
  const { studio, enter } = await openForMembers();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const { body } = await enter('ann@example.com');
  const headers = bearer(body.idToken);
  const open = async (query = '', more: Record<string, string> = {}) => {
    const stream = await openStream(studio, `${PATH}${query}`, { ...headers, ...more });
    streams.push(stream);
    await stream.next();
    return stream;
  };
  return { studio, clientId, headers, open };
};
const lastEvent = (studio: Studio) => (studio.db.query('select max(id) as id from events').get() as { id: string }).id;

test('tells own bookings, and of others only that a session has changed', async () => {
  const { studio, clientId, open } = await openMember();
  const [sessionId, other] = [await addSession(studio), await addClient(studio)];
  const stream = await open();
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.headers.get('cache-control')).toBe('no-store');
  const bookingId = await addBooking(studio, clientId, sessionId);
  const own = await stream.next();
  expect(own).toEqual({
    id: expect.any(String),
    data: { id: own?.id, type: 'booking.created', version: expect.any(String), bookingId, sessionId },
  });
  const theirs = await addBooking(studio, other, sessionId);
  const changed = await stream.next();
  expect(changed).toEqual({
    id: lastEvent(studio),
    data: { id: changed?.id, type: 'session.changed', version: expect.any(String), sessionId },
  });
  await studio.given(studio.post(`/v2/bookings/${theirs}/cancel`, {}));
  const cancelled = await stream.next();
  expect(JSON.stringify([changed, cancelled])).not.toMatch(new RegExp(`${other}|${theirs}|cancel`));
});

test('tells of the named sessions, of own bookings in any, and of a private session only to who has a place in it', async () => {
  const { studio, clientId, open } = await openMember();
  const [named, another, secret] = [
    await addSession(studio),
    await addSession(studio),
    await addSession(studio, { isPrivate: 1 }),
  ];
  const other = await addClient(studio);
  const stream = await open(`?session_id=${named}&session_id=${secret}`);
  await addBooking(studio, other, another);
  await addBooking(studio, other, secret);
  await addBooking(studio, other, named);
  expect((await stream.next())?.data).toMatchObject({ type: 'session.changed', sessionId: named });
  const bookingId = await addBooking(studio, clientId, secret);
  expect((await stream.next())?.data).toMatchObject({ type: 'booking.created', bookingId, sessionId: secret });
  await addBooking(studio, await addClient(studio), secret);
  expect((await stream.next())?.data).toMatchObject({ type: 'session.changed', sessionId: secret });
  const mine = await addBooking(studio, clientId, another);
  expect((await stream.next())?.data).toMatchObject({ type: 'booking.created', bookingId: mine });
});

test('tells nothing of sessions of another site', async () => {
  const { studio, open } = await openMember();
  const { id: siteId } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
  const [there, here] = [await addSession(studio, { siteId }), await addSession(studio)];
  const stream = await open();
  await studio.given(studio.post(`/manage/sessions/${there}/cancel`));
  await studio.given(studio.post(`/manage/sessions/${here}/cancel`));
  expect((await stream.next())?.data).toMatchObject({ type: 'session.changed', sessionId: here });
});

test('goes on after Last-Event-ID, and asks to read anew after one that is gone', async () => {
  const { studio, clientId, open } = await openMember();
  const sessionId = await addSession(studio);
  const seen = lastEvent(studio);
  const bookingId = await addBooking(studio, clientId, sessionId);
  const stream = await open('', { 'last-event-id': seen });
  expect((await stream.next())?.data).toMatchObject({ type: 'booking.created', bookingId });
  expect(await (await open('', { 'last-event-id': UNKNOWN })).next()).toEqual({ event: 'reset', data: {} });
});

test('ends with the device of the member, before it tells anything more', async () => {
  const { studio, clientId, headers, open } = await openMember();
  const stream = await open();
  await studio.given(studio.post('/public-api/v2/member/sign-out', {}, headers));
  await addBooking(studio, clientId, await addSession(studio));
  expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'signed_out' } });
  expect(await stream.next()).toBeUndefined();
});

test('HEAD answers at once, without a stream', async () => {
  const { studio, headers } = await openMember();
  const response = await studio.app.fetch(new Request(`http://localhost${PATH}`, { method: 'HEAD', headers }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await response.text()).toBe('');
});

test('429 for one stream too many of a member, and the desk has its own', async () => {
  const { studio, headers, open } = await openMember();
  for (let count = 0; count < MEMBER_LIMITS.perCredential; count += 1) await open();
  const refused = await studio.get(PATH, headers);
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '20',
  ]);
  streams.push(await openStream(studio, '/manage/live'));
  await streams[0]?.close();
  await open();
});

test('401 for strangers, 400 for what is no session or too many of them, and nothing is changed', async () => {
  const { studio, headers, open } = await openMember();
  expect(refusal(await studio.get(PATH, FROM_APP))[0]).toBe(401);
  expect(refusal(await studio.get(`${PATH}?session_id=x`, headers))).toEqual([400, 'parameter_invalid']);
  const many = Array.from({ length: 101 }, () => `session_id=${UNKNOWN}`).join('&');
  expect(refusal(await studio.get(`${PATH}?${many}`, headers))).toEqual([400, 'parameter_invalid']);
  expect(refusal(await studio.get(PATH, { ...headers, 'x-site-id': '' }))).toEqual([400, 'site_required']);
  studio.events();
  await open(`?session_id=${MAIN_SITE}`);
  expect(studio.events()).toEqual([]);
});
