import type { Node } from '../http/openapi/json.ts';
import { MEMBER, SITES, STAFF } from '../resources/demo-ids.ts';
import { SANDBOX_KEY } from './demo/credentials.ts';

const NOW = '2026-03-02T08:00:00.000Z';
const CLOCK: Node = { object: 'sandbox_clock', now: NOW, mode: 'running' };
const TOKEN = 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6InNhbmRib3gifQ...';

const list = (url: string, item: Node): Node => ({
  object: 'list',
  url,
  data: [item],
  hasMore: false,
  nextCursor: null,
  previousCursor: null,
});

const MESSAGE: Node = {
  id: 'msg_1',
  object: 'sandbox_message',
  receivedAt: NOW,
  query: '',
  headers: { 'content-type': 'application/json' },
  body: '{"hello":"inbox"}',
  answered: 200,
};

const MAIL: Node = {
  id: 'mail_1',
  object: 'sandbox_mail',
  sentAt: NOW,
  from: 'studio@sandbox.example',
  to: 'dana.rivera@members.example',
  subject: 'Booked: Vinyasa',
  text: 'You are booked, Dana',
  answer: null,
};

const EVENT: Node = {
  id: 'evt_01900000-0000-7000-8000-000000000001',
  object: 'event',
  type: 'client.updated',
  apiVersion: '2026-01-10',
  createdAt: NOW,
  livemode: true,
  data: { clientId: MEMBER, siteId: SITES.downtown },
  actor: 'api_key:00ff0000-0000-7000-8000-000000000001',
  requestId: 'req_01900000-0000-7000-8000-000000000001',
};

const PUSH = {
  id: 'push_1',
  object: 'sandbox_push',
  sentAt: '2026-03-02T08:00:00.000Z',
  messageId: '01900000-0000-7000-8000-000000000002',
  kind: 'waitlist_offered',
  clientId: MEMBER,
  subscriptionId: '01900000-0000-7000-8000-000000000003',
  title: 'A spot opened up: Morning Flow',
  body: 'Tuesday, March 3, 7:00 AM. It is yours until Monday, March 2, 10:00 AM.',
  url: '/book/me/bookings/01900000-0000-7000-8000-000000000004/accept',
  request: {
    url: 'https://push.example.com/device',
    headers: { 'content-encoding': 'aes128gcm', ttl: '7200', urgency: 'high' },
    body: 'DGv6ra1nlYgDCS1FRnbzlw...',
  },
};

/** What the operations of the sandbox answer, by their ids. */
export const SANDBOX_ANSWERS: Readonly<Record<string, Node>> = {
  getSandboxClock: CLOCK,
  moveSandboxClock: CLOCK,
  resetSandbox: {
    object: 'sandbox_reset',
    apiKey: SANDBOX_KEY,
    siteId: SITES.downtown,
    clientId: MEMBER,
    sessionId: '01900000-0000-7000-8000-000000000001',
    memberToken: TOKEN,
  },
  createSandboxMemberToken: { idToken: TOKEN, expiresAt: '2026-03-02T09:00:00.000Z' },
  signInToSandbox: { object: 'sandbox_sign_in', staffId: STAFF.owner, role: 'owner' },
  listSandboxEvents: list('/sandbox/events', EVENT),
  receiveInSandboxInbox: { received: true },
  listSandboxInbox: list('/sandbox/inbox/mine', MESSAGE),
  emptySandboxInbox: { id: 'mine', object: 'sandbox_inbox', deleted: true },
  listSandboxMails: list('/sandbox/mailbox', MAIL),
  emptySandboxMailbox: { object: 'sandbox_mailbox', deleted: true },
  getSandboxMail: {
    ...MAIL,
    messageId: '01900000-0000-7000-8000-000000000002@sandbox.example',
    fromName: 'Demo Studio',
    replyTo: null,
    calendar: null,
    unsubscribeUrl: null,
    html: '<!doctype html>...',
  },
  listSandboxPushes: list('/sandbox/pushes', PUSH),
  emptySandboxPushes: { object: 'sandbox_pushes', deleted: true },
  confirmSandboxCard: { status: 'succeeded' },
  approveSandboxCard: { status: 'succeeded' },
  decideSandboxCharge: { status: 'succeeded' },
};
