import type { Read } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import { endpointRows } from '../queries.ts';
import { signatureHeader } from '../signature.ts';
import type { WebhookEndpointRow } from '../tables.ts';
import type { Outgoing } from './send.ts';

/** Where an endpoint's deliveries go and with what, as its record says at this moment. */
export interface Target {
  readonly url: string;
  readonly secret: string;
  readonly customHeader: Readonly<Record<string, string>>;
}

/** The event as it is sent. */
export interface Message {
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
}

/** Reads targets, opening a sealed secret only when it changed. */
export type ReadTarget = (read: Read, endpointId: string) => Target | undefined;

interface Opened {
  readonly row: WebhookEndpointRow;
  readonly target: Target;
  /** The view in which the row was last read. */
  readonly seenIn: Read;
}

const sameBytes = (left: Uint8Array | null, right: Uint8Array | null): boolean =>
  left === null || right === null ? left === right : Buffer.compare(left, right) === 0;

const unchanged = (left: WebhookEndpointRow, right: WebhookEndpointRow): boolean =>
  left.url === right.url &&
  left.customHeaderName === right.customHeaderName &&
  sameBytes(left.secret, right.secret) &&
  sameBytes(left.customHeaderValue, right.customHeaderValue);

/** Answers undefined for an endpoint that is deleted or disabled. */
export const createTargets = (seal: Seal): ReadTarget => {
  const known = new Map<string, Opened>();
  const open = (row: WebhookEndpointRow): Target => ({
    url: row.url,
    secret: seal.open(row.secret),
    customHeader:
      row.customHeaderName === null || row.customHeaderValue === null
        ? {}
        : { [row.customHeaderName]: seal.open(row.customHeaderValue) },
  });
  return (read, endpointId) => {
    const before = known.get(endpointId);
    if (before?.seenIn === read) return before.target;
    const row = endpointRows.find(read, endpointId);
    if (row === undefined || row.status === 'disabled') {
      known.delete(endpointId);
      return undefined;
    }
    const target = before !== undefined && unchanged(before.row, row) ? before.target : open(row);
    known.set(endpointId, { row, target, seenIn: read });
    return target;
  };
};

/** The request of one attempt, signed for `nowMs`; section 6 "Request headers on each delivery". */
export const compose = (target: Target, message: Message, nowMs: number): Outgoing => {
  const timestamp = Math.floor(nowMs / 1000);
  return {
    url: target.url,
    body: message.body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'studiod-webhooks',
      'X-Service-Event-ID': message.eventId,
      'X-Service-Event-Type': message.eventType,
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Signature': signatureHeader(target.secret, timestamp, message.body),
      ...target.customHeader,
    },
  };
};
