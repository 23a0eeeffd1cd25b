import { Type } from '@sinclair/typebox';
import { matching } from '../../../kernel/patterns.ts';
import { deletedShape, described, flag, id, nullable, optional, shape } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type RowOf, record } from '../../../records/record.ts';

/** A browser of a member that gets notifications. It ends with the device: a foreign key removes it. */
export const PushSubscription = record('push_subscription', 'pushSubscriptions', () => ({
  clientId: field.id(),
  deviceId: field
    .id()
    .described('The device that gets the notifications. The subscription ends when it is signed out.'),
  isCurrent: field.derived(described(flag(), 'Whether it is the device making this request.')),
  host: field.text(Type.String()).described('The push service of the browser.'),
  endpointHash: field.bytes(),
  sealed: field.bytes(),
}));

export type PushSubscriptionRow = RowOf<typeof PushSubscription>;

export const DeletedPushSubscription = deletedShape('push_subscription', {});

const MAX_ENDPOINT = 2_000;
/** An uncompressed point of P-256 (65 bytes), and 16 bytes. */
const [KEY, SECRET] = ['^B[A-Za-z0-9_-]{86}=?$', '^[A-Za-z0-9_-]{22}(==)?$'];

/** What `PushSubscription.toJSON()` of a browser gives. */
export const CreatePushSubscription = shape('CreatePushSubscriptionRequest', () => ({
  endpoint: described(
    Type.String({ format: 'uri', maxLength: MAX_ENDPOINT }),
    "The address at the browser's push service. It starts with https://.",
  ),
  keys: described(
    Type.Object(
      {
        p256dh: matching(KEY, "must be the browser's public key in base64url", {
          description: 'The public key for which notifications are encrypted.',
        }),
        auth: matching(SECRET, "must be the browser's secret in base64url", {
          description: 'The secret that authenticates notifications.',
        }),
      },
      { additionalProperties: false },
    ),
    'The keys of the browser.',
  ),
  expirationTime: optional(
    described(
      nullable(Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      'Ignored: the push service reports subscriptions that have ended.',
    ),
  ),
}));

/** Whether and how the device of a member gets notifications. */
export const MemberPush = shape('MemberPush', () => ({
  object: Type.Literal('member_push'),
  isOn: described(flag(), 'Whether the studio sends push notifications.'),
  publicKey: described(
    nullable(Type.String()),
    'The `applicationServerKey` with which browsers subscribe. `null` while `isOn` is false.',
  ),
  subscriptionId: described(nullable(id()), 'The subscription of this device. `null` if it has none.'),
}));
