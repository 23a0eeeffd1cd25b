import { beforeEach, describe, expect, test } from 'bun:test';
import { countUnfinished } from '../../../src/database/long-changes.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { copyBookings } from '../../helpers/copy-bookings.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { waitFor } from '../../helpers/wait.ts';

let keyId: string;
const studio = forEachTest(openStudioForMembers);
beforeEach(() => {
  keyId = (studio.db.query("select id from apiKeys where name = 'test'").get() as { id: string }).id;
});

type Origin = readonly [type: string, actor: string | null, requestId: string | null];
/** The events since the last call, oldest first, as the log of events shows them. */
const origins = async (): Promise<Origin[]> => {
  const ids = new Set(studio.eventsInFull().map(({ id }) => id));
  const { data } = (await studio.get('/manage/events?limit=100')).body;
  return data
    .filter(({ id }: { id: string }) => ids.has(id))
    .map(({ type, actor, requestId }: { type: string; actor: string; requestId: string }) => [type, actor, requestId])
    .reverse();
};
const asRequest = (id: string, headers: Record<string, string> = {}) => ({ 'x-request-id': id, ...headers });
const book = (clientId: string, sessionId: string, headers = {}) =>
  studio.post('/v2/bookings', { clientId, sessionId }, headers);

describe('an event names its actor and its request', () => {
  test('a key, a staff member and a member, also when their writes are committed together', async () => {
    const [first, second, third] = [await addClient(studio), await addClient(studio), await addClient(studio)];
    await sellPackage(studio, third);
    const sessionId = await addSession(studio);
    const staff = await addStaffKey(studio, { role: 'manager' });
    const member = await studio.signIn(third);
    // The first request of a person links them to their client.
    await studio.given(member.get('/profile'));
    const answers = await Promise.all([
      book(first, sessionId, asRequest('by-key')),
      book(second, sessionId, asRequest('by-staff', staff.headers)),
      member.post('/bookings', { sessionId }, asRequest('by-member')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const expected: Origin[] = [
      ['booking.created', keyId, 'by-key'],
      ['booking.created', staff.id, 'by-staff'],
      ['booking.created', third, 'by-member'],
    ];
    expect((await origins()).filter(([type]) => type === 'booking.created').toSorted()).toEqual(expected.toSorted());
  });

  test('every event of a flow, also of what it writes on the way', async () => {
    const clientId = await addClient(studio);
    const { payment } = await sellPackage(studio, clientId);
    const response = await studio.post(`/v2/payments/${payment.id}/refund`, { reason: 'other' }, asRequest('refund'));
    expect([response.status, response.body.error]).toEqual([200, undefined]);
    const found = await origins();
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.map(([type]) => [type, keyId, 'refund']));
  });

  test('every part of a change that takes several transactions, whatever else is written meanwhile', async () => {
    const [busy, other, clientId] = [await addSession(studio), await addSession(studio), await addClient(studio)];
    copyBookings(studio.db, await addBooking(studio, clientId, busy), 1_500);
    const [cancelled, booked] = await Promise.all([
      studio.post(`/manage/sessions/${busy}/cancel`, {}, asRequest('cancel')),
      book(clientId, other, asRequest('book')),
    ]);
    expect([cancelled.status, booked.status]).toEqual([200, 201]);
    await waitFor(() => countUnfinished(studio.store.view()) === 0);
    const raised = studio.db
      .query('select type, requestId, count(*) as n from events group by 1, 2 order by 1')
      .all() as { type: string; requestId: string | null; n: number }[];
    expect(raised.filter(({ type }) => type === 'booking.cancelled')).toEqual([
      { type: 'booking.cancelled', requestId: 'cancel', n: 1_501 },
    ]);
    expect(raised.filter(({ requestId }) => requestId === 'book')).toEqual([
      { type: 'booking.created', requestId: 'book', n: 1 },
    ]);
  });

  test('a job', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    await addBooking(studio, await addClient(studio), sessionId);
    await studio.time.moveTo(TEST_START + 3 * HOUR_MS);
    const found = await origins();
    expect(found).toContainEqual(['session.completed', 'job:ended sessions', null]);
    expect(found.every(([, actor]) => actor?.startsWith('job:'))).toBe(true);
  });

  test('nobody, and no request, for what no operation wrote', async () => {
    await studio.store.write((tx) => tx.raise('ping', MAIN_SITE, { message: 'x' } as never));
    expect((await origins()).map(([, ...origin]) => origin)).toEqual([[null, null]]);
  });
});

describe('filters', () => {
  const typesOf = async (query: string, headers = {}): Promise<string[]> => {
    const { status, body } = await studio.get(`/manage/events?${query}`, headers);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data.map(({ type }: { type: string }) => type);
  };

  test('by actor and request, in the indexes and before', async () => {
    const staff = await addStaffKey(studio, { role: 'manager' });
    const [clientId, sessionId] = [await addClient(studio), await addSession(studio)];
    await book(clientId, sessionId, asRequest('mine', staff.headers));
    const restricted = await studio.withKey({ siteIds: [MAIN_SITE] });
    const check = async () => {
      for (const headers of [{}, restricted]) {
        expect(await typesOf(`actor=${staff.id}`, headers)).toEqual(['booking.created']);
        expect(await typesOf(`actor=${staff.id}&type=client.created`, headers)).toEqual([]);
        expect(await typesOf('request_id=mine', headers)).toEqual(['booking.created']);
        expect(await typesOf(`request_id=mine&actor=${keyId}`, headers)).toEqual([]);
        expect(await typesOf(`client_id=${clientId}&request_id=mine`, headers)).toEqual(['booking.created']);
      }
    };
    await check();
    for (let more = 0; more < 130; more += 1) await addClient(studio);
    expect(studio.db.query("select isNew from events where requestId = 'mine'").values()).toEqual([[0]]);
    await check();
  });

  test('a credential of another site sees none of them', async () => {
    const { body: other } = await studio.post('/v2/sites', { name: 'Riverside' });
    await book(await addClient(studio), await addSession(studio), asRequest('mine'));
    const headers = await studio.withKey({ siteIds: [other.id] });
    expect(await typesOf('request_id=mine', headers)).toEqual([]);
    expect(await typesOf(`actor=${keyId}`, headers)).toEqual(['site.created']);
  });
});

test('webhooks get neither', async () => {
  await addClient(studio);
  const { body } = studio.db.query('select body from events order by id desc').get() as { body: string };
  expect(Object.keys(JSON.parse(body))).toEqual([
    'id',
    'object',
    'type',
    'apiVersion',
    'createdAt',
    'livemode',
    'data',
  ]);
});
