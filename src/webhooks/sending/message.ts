import { readOnce } from '../../database/committed-view.ts';
import type { Read } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { OwnerColumns } from '../endpoint-owners.ts';
import type { WebhookEndpointRow } from '../record.ts';
import { signatureHeader } from '../signature.ts';
import type { OutgoingRequest } from './send.ts';

export interface Target {
  readonly url: string;
  readonly secret: string;
  readonly customHeader: Readonly<Record<string, string>>;
  readonly isDisabled: boolean;
  readonly owner: OwnerColumns;
}

export interface Message {
  readonly eventId: string;
  readonly eventType: string;
  readonly siteId: string;
  readonly body: string;
}

/** Reads a target. Returns undefined for an endpoint that gets nothing, such as one that is deleted. */
export type ReadTarget = (read: Read, endpointId: string) => Target | undefined;

type TargetRow = Pick<WebhookEndpointRow, 'url' | 'status' | 'secret' | 'customHeaderName' | 'customHeaderValue'> &
  OwnerColumns;

const FIND = `select url, status, secret, customHeaderName, customHeaderValue, credentialId, credentialScopes
  from webhookEndpoints where id = ?`;

/** Targets by their endpoints. Attempts that begin together read them once. */
export const createTargets = (seal: Seal): ReadTarget => {
  const open = (row: TargetRow): Target => ({
    url: row.url,
    secret: seal.open(row.secret),
    customHeader:
      row.customHeaderName === null || row.customHeaderValue === null
        ? {}
        : { [row.customHeaderName]: seal.open(row.customHeaderValue) },
    isDisabled: row.status === 'disabled',
    owner: row,
  });
  const find = (read: Read, endpointId: string): Target | null => {
    const row = read.db.query<TargetRow, [string]>(FIND).get(endpointId);
    return row === null ? null : open(row);
  };
  return (read, endpointId) => readOnce(read, `target ${endpointId}`, () => find(read, endpointId)) ?? undefined;
};

/** The targets of the queue, without endpoints that are disabled. A redelivery or a ping goes to these too. */
export const withoutDisabled =
  (readTarget: ReadTarget): ReadTarget =>
  (read, endpointId) => {
    const target = readTarget(read, endpointId);
    return target?.isDisabled === true ? undefined : target;
  };

/** The request of one attempt, signed at `nowMs` (events.md "Delivery"). */
export const buildRequest = (target: Target, message: Message, nowMs: number): OutgoingRequest => {
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
