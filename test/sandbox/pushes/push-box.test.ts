import { expect, test } from 'bun:test';
import type { OutgoingPush } from '../../../src/resources/messages/push/transport.ts';
import { PushBox } from '../../../src/sandbox/pushes/push-box.ts';

const pushTo = (url: string): OutgoingPush => ({
  messageId: 'message',
  clientId: 'client',
  subscriptionId: 'subscription',
  kind: 'waitlist_offered',
  notification: { title: 'A spot opened up: Flow', body: 'Thursday', url: '/book/me', tag: 'message' },
  request: { url, headers: { ttl: '7200' }, body: new Uint8Array([1, 2, 3]) },
});

test('keeps what devices show and what their push service gets, and sends nothing to hosts of no one', () => {
  const box = new PushBox({ now: () => 0 });
  const hosts = ['push.example.com', 'push.example', 'a.test', 'fcm.googleapis.com', 'example.com.evil.net'];
  expect(hosts.map((host) => box.keep(pushTo(`https://${host}/1`)))).toEqual([true, true, true, false, false]);
  expect(box.list()[0]).toEqual({
    id: 'push_1',
    object: 'sandbox_push',
    sentAt: '1970-01-01T00:00:00.000Z',
    messageId: 'message',
    kind: 'waitlist_offered',
    clientId: 'client',
    subscriptionId: 'subscription',
    title: 'A spot opened up: Flow',
    body: 'Thursday',
    url: '/book/me',
    request: { url: 'https://push.example.com/1', headers: { ttl: '7200' }, body: 'AQID' },
  });
  box.empty();
  expect(box.list()).toEqual([]);
});

test('who waits gets the first one, and nobody waits after the end', async () => {
  const box = new PushBox({ now: () => 0 });
  const { signal } = new AbortController();
  const waiting = box.listOrWait(30, signal);
  box.keep(pushTo('https://push.example.com/1'));
  expect((await waiting).map(({ id }) => id)).toEqual(['push_1']);
  box.empty();
  const ended = box.listOrWait(30, signal);
  box.release();
  expect(await ended).toEqual([]);
});
