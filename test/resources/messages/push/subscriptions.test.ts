import { afterEach, beforeEach, expect, test } from 'bun:test';
import { refusal } from '../../../helpers/member-sign-in.ts';
import { openPushStudio, SUBSCRIPTIONS } from './set-up.ts';

let opened: Awaited<ReturnType<typeof openPushStudio>>;
const PUSH = '/public-api/v2/member/push';

beforeEach(async () => {
  opened = await openPushStudio();
});
afterEach(() => opened.close());

const stored = () => opened.studio.count('pushSubscriptions');

/** Another device of a member. */
const anotherDevice = async (email: string, headers: Record<string, string>) => {
  const { idToken } = await opened.studio.given(opened.enter(email));
  return { headers: { ...headers, authorization: `Bearer ${idToken}` } };
};

test('201 a device subscribes, without an event, and knows it', async () => {
  const { studio, service } = opened;
  const ann = await opened.member();
  const before = await studio.get(PUSH, ann.headers);
  expect(before.body).toEqual({
    object: 'member_push',
    isOn: true,
    publicKey: expect.stringMatching(/^B[\w-]{86}$/),
    subscriptionId: null,
  });
  const { status, body } = await studio.post(SUBSCRIPTIONS, await service.browser(), ann.headers);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: body.id,
    object: 'push_subscription',
    clientId: ann.id,
    deviceId: ann.deviceId,
    isCurrent: true,
    host: new URL(service.origin).host,
    createdAt: body.createdAt,
    updatedAt: body.updatedAt,
  });
  expect(studio.events()).toEqual([]);
  expect((await studio.get(PUSH, ann.headers)).body.subscriptionId).toBe(body.id);
  expect((await studio.get(SUBSCRIPTIONS, ann.headers)).body.data).toEqual([body]);
});

test('the database has neither the address nor the keys as they are', async () => {
  const { studio } = opened;
  await opened.reached();
  const row = studio.db.query('select sealed, host from pushSubscriptions').get() as { sealed: Uint8Array };
  expect(Buffer.from(row.sealed).toString('latin1')).not.toContain('push/browser');
  const { publicKey } = studio.db.query('select publicKey, privateKey from pushKeys').get() as { publicKey: string };
  expect(publicKey).toMatch(/^B[\w-]{86}$/);
});

test('a device has one subscription, also when it is sent again', async () => {
  const { studio } = opened;
  const ann = await opened.reached();
  await opened.allow(ann, 'browser-1');
  await opened.allow(ann, 'another');
  expect(stored()).toBe(1);
  expect((await studio.get(SUBSCRIPTIONS, ann.headers)).body.data).toHaveLength(1);
});

test('a browser in which somebody else signs in gets nothing of the one before', async () => {
  const { studio } = opened;
  const ann = await opened.reached();
  const ben = await opened.member('ben@example.com');
  await opened.allow(ben, 'browser-1');
  expect((await studio.get(SUBSCRIPTIONS, ann.headers)).body.data).toEqual([]);
  expect((await studio.get(SUBSCRIPTIONS, ben.headers)).body.data).toHaveLength(1);
});

test('the eleventh subscription of a member ends the oldest', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  const first = ann.subscriptionId;
  for (let count = 0; count < 10; count += 1) {
    const { id: deviceId } = studio.db.query('select lower(hex(randomblob(16))) id').get() as { id: string };
    studio.db
      .query(`insert into memberDevices (id, clientId, kind, hash, lastSeenAt, createdAt, updatedAt)
        select ?, clientId, 'browser', randomblob(32), lastSeenAt, createdAt, updatedAt from memberDevices limit 1`)
      .run(deviceId);
    studio.db
      .query(`insert into pushSubscriptions (id, clientId, deviceId, host, endpointHash, sealed, createdAt, updatedAt)
        select ?1, clientId, ?1, host, randomblob(32), sealed, createdAt, updatedAt from pushSubscriptions limit 1`)
      .run(deviceId);
  }
  const last = await anotherDevice('ann@example.com', ann.headers);
  await studio.given(studio.post(SUBSCRIPTIONS, await service.browser(), last.headers));
  expect(stored()).toBe(10);
  expect(studio.count('pushSubscriptions where id = ?', first)).toBe(0);
});

test('a subscription ends with sign-out, with the end of its device, an archived client, an erasure and a merge', async () => {
  const { studio } = opened;
  const out = await opened.reached();
  await studio.given(studio.post('/public-api/v2/member/sign-out', {}, out.headers));
  expect(stored()).toBe(0);

  const first = await anotherDevice('ann@example.com', out.headers);
  const second = await anotherDevice('ann@example.com', out.headers);
  const { deviceId } = await opened.allow(first);
  await studio.given(studio.delete(`/public-api/v2/member/devices/${deviceId}`, second.headers));
  expect(stored()).toBe(0);

  await opened.reached('ben@example.com');
  const ben = studio.db.query('select clientId id from pushSubscriptions').get() as { id: string };
  await studio.given(studio.delete(`/v2/clients/${ben.id}`));
  expect(stored()).toBe(0);

  const cleo = await opened.reached('cleo@example.com');
  await studio.given(studio.post(`/manage/clients/${cleo.id}/erase`, {}));
  expect(stored()).toBe(0);

  const [dan, kept] = [await opened.reached('dan@example.com'), await opened.member('kept@example.com')];
  await studio.given(studio.post(`/manage/clients/${kept.id}/merge`, { clientId: dan.id, keepClientId: kept.id }));
  expect(stored()).toBe(0);
});

test('200 a member ends a subscription, and 404 one of somebody else', async () => {
  const { studio } = opened;
  const [ann, ben] = [await opened.reached(), await opened.reached('ben@example.com')];
  expect((await studio.delete(`${SUBSCRIPTIONS}/${ann.subscriptionId}`, ben.headers)).status).toBe(404);
  const { status, body } = await studio.delete(`${SUBSCRIPTIONS}/${ann.subscriptionId}`, ann.headers);
  expect([status, body]).toEqual([200, { id: ann.subscriptionId, object: 'push_subscription', deleted: true }]);
  expect(studio.events()).toEqual([]);
  expect(stored()).toBe(1);
});

test('404 while the studio sends none, which says so', async () => {
  const { studio, service } = opened;
  const ann = await opened.member();
  await studio.given(studio.patch('/v2/settings', { notification: { webPush: false } }));
  expect((await studio.get(PUSH, ann.headers)).body).toMatchObject({ isOn: false, publicKey: null });
  const response = await studio.post(SUBSCRIPTIONS, await service.browser(), ann.headers);
  expect(refusal(response)).toEqual([404, 'resource_not_found']);
  expect(studio.events()).toEqual([]);
});

test('400 addresses that are not public, and keys that are none', async () => {
  const { studio, service } = opened;
  const ann = await opened.member();
  const subscription = await service.browser();
  for (const endpoint of [
    'https://10.0.0.7/push',
    'https://printer.local/x',
    'https://169.254.169.254/',
    'ftp://a.example',
  ]) {
    const { status, body } = await studio.post(SUBSCRIPTIONS, { ...subscription, endpoint }, ann.headers);
    expect([endpoint, status, body.error?.param]).toEqual([endpoint, 400, 'endpoint']);
  }
  const short = { ...subscription, keys: { ...subscription.keys, auth: 'short' } };
  expect((await studio.post(SUBSCRIPTIONS, short, ann.headers)).status).toBe(400);
  const noPoint = { ...subscription, keys: { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` } };
  const { status, body } = await studio.post(SUBSCRIPTIONS, noPoint, ann.headers);
  expect([status, body.error.param]).toEqual([400, 'keys.p256dh']);
  expect([stored(), studio.events()]).toEqual([0, []]);
});

test('401 without a sign-in, and 403 for a key that acts for the member', async () => {
  const { studio, service } = opened;
  const ann = await opened.member();
  const subscription = await service.browser();
  expect((await studio.post(SUBSCRIPTIONS, subscription, { 'x-service-api-key': '' })).status).toBe(401);
  const response = await studio.post(SUBSCRIPTIONS, subscription, { 'x-client-id': ann.id });
  expect(response.status).toBeOneOf([401, 403]);
});
