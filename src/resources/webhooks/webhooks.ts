import type { Read, Tx } from '../../database/database.ts';
import { longChange, unfinishedChanges } from '../../database/long-change.ts';
import { rightsToRead } from '../../events/rights.ts';
import { type Caller, requireRights } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { conflict, type Detail, invalidParam } from '../../kernel/problem.ts';
import { applyTransition, type Transition } from '../../kernel/transitions.ts';
import { pack, unpackList } from '../../records/json.ts';
import { setColumns, storeChanges } from '../../records/store-changes.ts';
import { type EndpointOwners, readableOf, withheldFrom } from '../../webhooks/endpoint-owners.ts';
import { redeliveryJobs } from '../../webhooks/failed-deliveries.ts';
import { jobDeletion } from '../../webhooks/jobs.ts';
import { type EndpointStatus, WebhookEndpoint, type WebhookEndpointRow } from '../../webhooks/record.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { writeSubscriptions } from '../../webhooks/subscriptions.ts';
import type { Secrets } from '../program.ts';
import { countEndpoints } from './queries.ts';
import { locationsAfter } from './registration.ts';
import type { CreateWebhookBody, UpdateWebhookBody } from './shapes.ts';

export interface EndpointDeps {
  readonly secrets: Secrets;
  readonly owners: EndpointOwners;
}

const isSameSet = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size === right.size && left.isSubsetOf(right);

/** An endpoint with its signing secret, which is stored sealed and answered once. */
interface WithSecret {
  readonly row: WebhookEndpointRow;
  readonly secret: string;
}

/** The time after a rotation in which another one is rejected (rules.md "Webhook endpoint"). */
const ROTATION_GAP_MS = 10_000;

const NOT_DISABLED = [
  'webhook_not_disabled',
  'This webhook is not disabled. Only a disabled webhook can be enabled.',
] as const;

/** `enableWebhook` is the only transition by its owner; the others follow from deliveries (rules.md "Webhook endpoint"). */
const ENABLE: Transition<EndpointStatus> = { to: 'enabled', rejects: { enabled: NOT_DISABLED, failing: NOT_DISABLED } };

const hasHeader = (
  { customHeaderName, customHeaderValue }: WebhookEndpointRow,
  { name, value }: NonNullable<UpdateWebhookBody['customHeader']>,
  { seal }: Secrets,
): boolean => customHeaderName === name && customHeaderValue !== null && seal.open(customHeaderValue) === value;

/** The columns of the header that a body sends; none when `row` has the same one, since each sealing gives other bytes. */
const headerColumns = ({ customHeader }: UpdateWebhookBody, secrets: Secrets, row?: WebhookEndpointRow) => {
  if (customHeader === undefined) return {};
  if (customHeader !== null && row !== undefined && hasHeader(row, customHeader, secrets)) return {};
  return {
    customHeaderName: customHeader?.name ?? null,
    customHeaderValue: customHeader === null ? null : secrets.seal.seal(customHeader.value),
  };
};

const secretColumns = (secret: string, { seal }: Secrets) => ({
  secret: seal.seal(secret),
  secretLast4: secret.slice(-4),
});

const subscribe = (tx: Tx, { id, eventTypes, locationScope, locationIds }: WebhookEndpointRow): void =>
  writeSubscriptions(tx, id, unpackList(eventTypes), locationScope === 'all' ? null : unpackList(locationIds));

/** The maximum number of endpoints that a brand can have (conventions.md "Values"): each event may go to all of them. */
const MAX_ENDPOINTS = 100;

/** @throws Problem 403 for a type or family that the caller may not read; `*` is what they may read. */
const requireReadable = (caller: Caller, eventTypes: readonly string[]): void => {
  for (const pattern of eventTypes) if (pattern !== '*') requireRights(caller, rightsToRead(pattern));
};

/** The columns that make a caller answer for an endpoint from now on: it gets what they may read. */
const answering = (
  read: Read,
  { owners }: Pick<EndpointDeps, 'owners'>,
  caller: Caller,
  row: WebhookEndpointRow,
): Partial<WebhookEndpointRow> => {
  const credential = { credentialId: caller.credentialId, credentialScopes: null };
  const whole = owners.find(read, credential);
  const hasFewer = typeof whole === 'string' || !isSameSet(whole.scopes, caller.scopes);
  return {
    ...credential,
    ...(hasFewer ? { credentialScopes: pack([...caller.scopes]) } : {}),
    ...withheldFrom(read, row, caller),
  };
};

/**
 * Registers an endpoint. It gets what the caller may read, as long as they may.
 * @throws Problem 400 with everything that is wrong, 403 for locations of other sites and events that the caller may not
 *   read.
 */
export const createWebhook = (
  tx: Tx,
  caller: Caller,
  body: CreateWebhookBody,
  ofUrl: readonly Detail[],
  { secrets, owners }: EndpointDeps,
): WithSecret => {
  const locations = locationsAfter(tx, caller, body, ofUrl);
  if (countEndpoints(tx) >= MAX_ENDPOINTS) {
    const message = `There are already ${MAX_ENDPOINTS} webhook endpoints, which is the limit. Delete one first.`;
    throw invalidParam('', message, { reason: 'limit_reached', max: MAX_ENDPOINTS });
  }
  requireReadable(caller, body.eventTypes);
  const secret = newSecret(secrets.random);
  const row = WebhookEndpoint.make(
    tx,
    { ...body, ...locations },
    { ...headerColumns(body, secrets), ...secretColumns(secret, secrets) },
  );
  Object.assign(row, answering(tx, { owners }, caller, row));
  WebhookEndpoint.rows.insert(tx, row);
  subscribe(tx, row);
  return { row, secret };
};

/** What decides which events go where. */
const DIRECTIONS = ['url', 'eventTypes', 'locationScope', 'locationIds'] as const;

/**
 * Whoever says where the events of an endpoint go answers for it, also with the same values, so that keys can be replaced.
 * It would be a way to what they may not read themselves.
 * @throws Problem 403 with what the endpoint gets and the caller may not read.
 */
const takeOver = (
  tx: Tx,
  { owners }: Pick<EndpointDeps, 'owners'>,
  caller: Caller,
  row: WebhookEndpointRow,
): Partial<WebhookEndpointRow> => {
  const before = owners.find(tx, row);
  if (typeof before !== 'string') {
    for (const pattern of readableOf(row, before)) requireRights(caller, rightsToRead(pattern));
  }
  return answering(tx, { owners }, caller, row);
};

/**
 * Changes an endpoint; what it has already changes nothing.
 * @throws Problem 400 with everything that is wrong, 403 for locations of other sites, and for events that the caller may
 *   not read.
 */
export const updateWebhook = (
  tx: Tx,
  caller: Caller,
  row: WebhookEndpointRow,
  body: UpdateWebhookBody,
  ofUrl: readonly Detail[],
  { secrets, owners }: EndpointDeps,
): WebhookEndpointRow => {
  const locations = locationsAfter(tx, caller, body, ofUrl, row);
  const columns = WebhookEndpoint.columns({ ...body, ...locations });
  const changed = { ...row, ...columns, ...headerColumns(body, secrets, row) };
  const isDirected = DIRECTIONS.some((name) => body[name] !== undefined);
  if (isDirected) requireReadable(caller, body.eventTypes ?? []);
  const next = storeChanges(tx, WebhookEndpoint, row, {
    ...changed,
    ...(isDirected ? takeOver(tx, { owners }, caller, changed) : {}),
  });
  if (next !== row) subscribe(tx, next);
  return next;
};

export const webhookDeletions = unfinishedChanges<object>('webhook');

const DELIVERIES = 'select id from webhookDeliveries where endpointId = ? limit ?';

/** What is deleted with an endpoint: an event that was to be sent again, or a delivery. */
type Belonging = { readonly eventId: string } | { readonly id: string };

/** Begins to delete an endpoint: it receives nothing more. Its queued events and its history are deleted after the commit. */
export const beginDeletion = (tx: Tx, { id }: WebhookEndpointRow): void => {
  WebhookEndpoint.rows.update(tx, id, { status: 'disabled', disabledAt: tx.now, updatedAt: tx.now });
  writeSubscriptions(tx, id, [], null);
  jobDeletion.begin(tx, id, {});
  webhookDeletions.store(tx, id, {});
};

/** Deletes the deliveries of an endpoint, and the endpoint itself at last. */
export const webhookDeletion = longChange(webhookDeletions, {
  rows({ tx, id }, limit): Belonging[] {
    const eventIds = redeliveryJobs.keysIn(tx, id, limit);
    if (eventIds.length > 0) return eventIds.map((eventId) => ({ eventId }));
    return tx.db.query<{ id: string }, [string, number]>(DELIVERIES).all(id, limit);
  },
  change({ tx, id }, belonging: Belonging) {
    if ('eventId' in belonging) redeliveryJobs.cancel(tx, belonging.eventId, id);
    else tx.db.query('delete from webhookDeliveries where id = ?').run(belonging.id);
    return undefined;
  },
  end: ({ tx, id }) => tx.db.query('delete from webhookEndpoints where id = ?').run(id),
});

/**
 * Gives an endpoint a new secret; the old one is invalid from the commit on.
 * @throws Problem 409 `secret_rotation_conflict` within 10 s of another rotation, or when the endpoint is disabled.
 */
export const rotateSecret = (tx: Tx, row: WebhookEndpointRow, secrets: Secrets): WithSecret => {
  if (row.status === 'disabled') {
    throw conflict('secret_rotation_conflict', 'This webhook is disabled. Enable it first, then rotate its secret.');
  }
  if (row.secretRotatedAt !== null && tx.nowMs - epochOf(row.secretRotatedAt) < ROTATION_GAP_MS) {
    throw conflict(
      'secret_rotation_conflict',
      'The secret was rotated a moment ago. Use the secret in that response, or wait 10 seconds.',
    );
  }
  const secret = newSecret(secrets.random);
  const change = { ...secretColumns(secret, secrets), secretRotatedAt: tx.now };
  return { row: setColumns(tx, WebhookEndpoint, row, change), secret };
};

/**
 * Enables a disabled endpoint. Events that were raised while it was disabled are not sent. Where the credential that
 * answers for it may do so no more, the caller does from now on.
 * @throws Problem 409 `webhook_not_disabled`, 403 for events that the caller would answer for and may not read.
 */
export const enableWebhook = (
  tx: Tx,
  caller: Caller,
  row: WebhookEndpointRow,
  { owners }: Pick<EndpointDeps, 'owners'>,
): WebhookEndpointRow => {
  const status = applyTransition(ENABLE, row.status);
  const owner = owners.find(tx, row);
  if (typeof owner === 'string') requireReadable(caller, unpackList(row.eventTypes));
  const enabled = setColumns(tx, WebhookEndpoint, row, {
    ...(typeof owner === 'string' ? answering(tx, { owners }, caller, row) : withheldFrom(tx, row, owner)),
    status,
    consecutiveFailures: 0,
    disabledAt: null,
    disabledReason: null,
  });
  // Events that follow in this transaction go to it.
  tx.cached.clear();
  return enabled;
};
