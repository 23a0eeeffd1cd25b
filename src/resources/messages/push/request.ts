import { epochOf } from '../../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { kindOf } from '../kinds.ts';
import type { MessageRow } from '../record.ts';
import type { PushKeys } from './keys.ts';
import type { Target } from './subscriptions.ts';
import type { PushRequest } from './transport.ts';
import type { Notification } from './write.ts';

/** How long a push service keeps a notification for a device that is off: an older one is old news. */
export const KEPT_MS = 12 * HOUR_MS;
const LEAST_KEPT_MS = 5 * MINUTE_MS;

interface Sending {
  readonly row: MessageRow;
  /** Of the class that it is about. */
  readonly startTime: string | undefined;
  readonly notification: Notification;
  readonly target: Target;
  readonly keys: PushKeys;
  /** The public URL of this server, by which push services know who sends. */
  readonly subject: string;
  readonly nowMs: number;
}

/** Until when a message is worth showing: until the end of an offer, or the start of its class. */
const keptSeconds = ({ row: { dueAt, data }, startTime, nowMs }: Sending): number => {
  const { offerExpiresAt }: { readonly offerExpiresAt?: unknown } = JSON.parse(data);
  const until = typeof offerExpiresAt === 'string' ? epochOf(offerExpiresAt) : epochOf(dueAt) + KEPT_MS;
  const end = Math.min(until, startTime === undefined ? until : epochOf(startTime));
  return Math.ceil(Math.max(LEAST_KEPT_MS, Math.min(KEPT_MS, end - nowMs)) / 1000);
};

/** Encrypts and signs a notification. */
export const pushRequest = async (sending: Sending): Promise<PushRequest> => {
  const { row, notification, target, keys, subject } = sending;
  const { buildPushPayload } = await import('@block65/webcrypto-web-push');
  // A sandbox reaches a stand-in over HTTP; the library signs for HTTPS alone.
  const endpoint = target.endpoint.replace(/^http:/, 'https:');
  const { headers, body } = await buildPushPayload(
    {
      data: { ...notification },
      options: { ttl: keptSeconds(sending), urgency: kindOf(row.kind).isUrgent ? 'high' : 'normal' },
    },
    { endpoint, expirationTime: null, keys: target.keys },
    { subject, ...keys },
  );
  const { 'content-length': _, ...sent } = headers;
  return { url: target.endpoint, headers: sent, body };
};
