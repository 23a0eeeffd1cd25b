import type { MessageKind } from '../record.ts';
import type { Notification } from './write.ts';

/** An encrypted notification, as a push service gets it (RFC 8030, RFC 8291). */
export interface PushRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What goes to a device, before and after its encryption. */
export interface OutgoingPush {
  readonly messageId: string;
  readonly clientId: string;
  readonly subscriptionId: string;
  readonly kind: MessageKind;
  readonly notification: Notification;
  readonly request: PushRequest;
}

/** How a request ended. It arrived exactly when `failure` is null. */
export interface PushAnswer {
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly status: number | null;
  /** The header `Retry-After`; null without one. */
  readonly retryAfter: string | null;
}

/** Sends to a push service. Rejects for a fault of the program alone, whatever the push service does. */
export type SendPush = (push: OutgoingPush) => Promise<PushAnswer>;
