import type { Read } from '../../../database/database.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, notFound } from '../../../kernel/problem.ts';
import { demoId, MEMBER } from '../../demo-ids.ts';
import type { Secrets } from '../../program.ts';
import { notificationSettings } from '../../settings/queries.ts';
import type { MailPorts } from '../ports.ts';
import { pushJobQueue } from './jobs.ts';
import {
  CreatePushSubscription,
  DeletedPushSubscription,
  MemberPush,
  PushSubscription,
  type PushSubscriptionRow,
} from './record.ts';
import { remindOnDevices, sendsPush } from './schedule.ts';
import {
  endSubscription,
  findSubscription,
  subscribe,
  subscriptionOfDevice,
  subscriptionPage,
} from './subscriptions.ts';

interface PushDeps extends Pick<MailPorts, 'push'> {
  readonly secrets: Pick<Secrets, 'seal'>;
}

const EXAMPLE = {
  id: demoId(38, 3),
  object: 'push_subscription',
  clientId: MEMBER,
  deviceId: demoId(38, 1),
  isCurrent: true,
  host: 'push.example.com',
  createdAt: '2026-03-02T15:00:00.000Z',
  updatedAt: '2026-03-02T15:00:00.000Z',
};

const PUBLIC_KEY = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';

const subscriptionView =
  ({ deviceId }: Pick<MemberCaller, 'deviceId'>) =>
  (row: PushSubscriptionRow) => ({ ...PushSubscription.view(row), isCurrent: row.deviceId === deviceId });

/** Notifications on the devices of a member (messages.md "Push"). */
export const pushOperations = ({ push, secrets: { seal } }: PushDeps) => {
  const isOn = (read: Read, siteId: string): boolean =>
    push !== undefined && sendsPush(notificationSettings(read, siteId));
  return memberOnlyOperations(({ list, read, write }) => [
    read(
      'GET /public-api/v2/member/push',
      'getMemberPush',
      {
        summary: 'Retrieve how this device gets push notifications',
        description:
          'Subscribe with `publicKey` as the `applicationServerKey`, and send the subscription of the browser to ' +
          '`POST /public-api/v2/member/push-subscriptions`.',
        response: MemberPush,
        isExtension: true,
        isInteractive: true,
        answers: { 200: { object: 'member_push', isOn: true, publicKey: PUBLIC_KEY, subscriptionId: null } },
      },
      (view, { caller: { siteId, deviceId } }) => ({
        object: 'member_push',
        isOn: isOn(view, siteId),
        publicKey: isOn(view, siteId) ? (push?.publicKey() ?? null) : null,
        subscriptionId: subscriptionOfDevice(view, deviceId)?.id ?? null,
      }),
    ),
    list(
      'GET /public-api/v2/member/push-subscriptions',
      'listMemberPushSubscriptions',
      {
        summary: "List the member's push subscriptions",
        description: 'The devices that get push notifications. Returns the newest first.',
        response: PushSubscription.list,
        isExtension: true,
      },
      (view, { caller, page }) => ({
        page: subscriptionPage(view, page, { clientId: caller.clientId }, null),
        view: subscriptionView(caller),
      }),
    ),
    write(
      'POST /public-api/v2/member/push-subscriptions',
      'createMemberPushSubscription',
      {
        summary: 'Send push notifications to this device',
        description:
          'Send what `PushSubscription.toJSON()` of the browser gives. A device has one subscription: a new one ' +
          'replaces it. A member has up to ten, and the oldest ends for an eleventh. It ends with the sign-in of ' +
          'the device, and when the push service responds with 404 or 410. Returns 404 while the studio sends no ' +
          'push notifications.',
        body: CreatePushSubscription,
        status: 201,
        response: PushSubscription.schema,
        errors: [404, 409],
        isExtension: true,
        isInteractive: true,
        answers: { 201: EXAMPLE },
      },
      (tx, { caller, body }) => {
        const { clientId, siteId, deviceId } = caller;
        if (push === undefined || !isOn(tx, siteId)) throw notFound('push', 'member');
        if (deviceId === undefined) {
          throw conflict(
            'member_sign_in_off',
            'Subscriptions end with a sign-in on this server. Have the member sign in here.',
          );
        }
        const row = subscribe(tx, { clientId, deviceId }, body, { seal, problemOf: push.problemOf });
        remindOnDevices(tx, pushJobQueue, clientId);
        return subscriptionView(caller)(row);
      },
    ),
    write(
      'DELETE /public-api/v2/member/push-subscriptions/:id',
      'deleteMemberPushSubscription',
      {
        summary: 'End a push subscription',
        description: 'The device gets no further push notifications.',
        response: DeletedPushSubscription,
        errors: [404],
        isExtension: true,
        isInteractive: true,
        answers: { 200: { id: EXAMPLE.id, object: 'push_subscription', deleted: true } },
      },
      (tx, { caller: { clientId }, id }) => {
        endSubscription(tx, findSubscription(tx, clientId, id).id);
        return { id, object: 'push_subscription', deleted: true };
      },
    ),
  ]);
};
