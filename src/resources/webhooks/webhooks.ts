import type { Read, Tx } from '../../database/database.ts';
import { pack, unpackList } from '../../database/json.ts';
import type { Seal } from '../../database/seal.ts';
import { eventTypes as knownTypes } from '../../events/catalogue.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { transition } from '../../kernel/machine.ts';
import { didYouMean } from '../../kernel/nearest.ts';
import { conflict, type Detail, forbidden, invalid, notFound } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';
import { isKept } from '../../webhooks/retention.ts';
import { customHeaderRefusal } from '../../webhooks/sending/custom-header.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { writeSubscriptions } from '../../webhooks/subscriptions.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../webhooks/tables.ts';
import { Site } from '../sites/record.ts';
import { deleteEndpoint, deliveryRows, endpointRows } from './queries.ts';
import type { CreateWebhookBody, UpdateWebhookBody } from './shapes.ts';
import { type EndpointStatus, verbs } from './states.ts';

/** What keeps and makes the secrets of endpoints. */
export interface Secrets {
  readonly seal: Seal;
  readonly random: Random;
}

/** How long after a rotation another one is refused; rules.md "Webhook endpoint". */
const ROTATION_GAP_MS = 10_000;

const PATTERNS = new Set<string>([
  '*',
  ...knownTypes,
  ...knownTypes.map((type) => type.replace(/\..*/, '.*')),
  LEGACY_CHECK_IN,
]);

const isReachable = (caller: Caller, row: WebhookEndpointRow): boolean =>
  caller.siteIds === null ||
  (row.locationScope === 'selected' && unpackList<string>(row.locationIds).every((id) => reachesSite(caller, id)));

/** @throws Problem 404 when there is no such endpoint or it tells of sites that are not the caller's. */
export const findWebhook = (read: Read, caller: Caller, id: string): WebhookEndpointRow => {
  const row = endpointRows.find(read, id);
  if (row === undefined || !isReachable(caller, row)) throw notFound('webhook endpoint', id);
  return row;
};

/** @throws Problem 404 when the endpoint has no such delivery in its history of 7 days. */
export const findDelivery = (read: Read, endpoint: WebhookEndpointRow, deliveryId: string): WebhookDeliveryRow => {
  const row = deliveryRows.find(read, deliveryId);
  if (row?.endpointId !== endpoint.id || !isKept(read, row)) throw notFound('webhook delivery', deliveryId);
  return row;
};

const detail = (param: string, message: string, code = 'parameter_invalid'): Detail => ({ param, code, message });

/** Everything that is wrong with a registration and can be told without a look-up of its URL. */
const problemsOf = (read: Read, body: UpdateWebhookBody, scope: string, locationIds: readonly string[]): Detail[] => {
  const problems: Detail[] = [];
  for (const [index, type] of (body.eventTypes ?? []).entries()) {
    if (PATTERNS.has(type)) continue;
    problems.push(
      detail(`eventTypes[${index}]`, `There is no event type '${type}'.${didYouMean(type, PATTERNS)} See /docs.`),
    );
  }
  if (scope === 'selected' && locationIds.length === 0) {
    problems.push(
      detail('locationIds', "Name at least one location, or set 'locationScope' to 'all'.", 'parameter_missing'),
    );
  }
  if (scope === 'all' && (body.locationIds ?? []).length > 0) {
    problems.push(detail('locationIds', "Locations are named only with 'locationScope': 'selected'."));
  }
  const known = new Set(Site.rows.findAll(read, body.locationIds ?? []).map(({ id }) => id));
  for (const [index, id] of (body.locationIds ?? []).entries()) {
    if (known.has(id)) continue;
    problems.push(detail(`locationIds[${index}]`, `There is no site with the id '${id}'.`, 'resource_missing'));
  }
  const { customHeader } = body;
  const refusal = customHeader ? customHeaderRefusal(customHeader.name, customHeader.value) : undefined;
  if (refusal !== undefined) problems.push(detail('customHeader', refusal, 'custom_header_not_allowed'));
  return problems;
};

/** The endpoint's location scope after a request. @throws Problem 400 with all that is wrong, 403 for other sites. */
const scopeAfter = (read: Read, caller: Caller, body: UpdateWebhookBody, current?: WebhookEndpointRow) => {
  const locationScope = body.locationScope ?? current?.locationScope ?? 'all';
  const kept = locationScope === 'selected' ? unpackList<string>(current?.locationIds ?? null) : [];
  const locationIds = [...new Set(body.locationIds ?? kept)];
  const problems = problemsOf(read, body, locationScope, locationIds);
  if (problems.length > 0) throw invalid(problems);
  if (caller.siteIds !== null && locationScope === 'all') {
    throw forbidden('This credential is restricted to some sites. Select locations among them.', 'site_not_allowed');
  }
  for (const siteId of locationIds) requireSite(caller, siteId);
  return { locationScope, locationIds };
};

const headerColumns = ({ customHeader }: UpdateWebhookBody, { seal }: Secrets) => {
  if (customHeader === undefined) return {};
  return {
    customHeaderName: customHeader?.name ?? null,
    customHeaderValue: customHeader === null ? null : seal.seal(customHeader.value),
  };
};

const secretColumns = (secret: string, { seal }: Secrets) => ({
  secret: seal.seal(secret),
  secretLast4: secret.slice(-4),
});

const subscribe = (tx: Tx, row: WebhookEndpointRow): void =>
  writeSubscriptions(
    tx,
    row.id,
    unpackList(row.eventTypes),
    row.locationScope === 'all' ? null : unpackList(row.locationIds),
  );

/** Registers an endpoint; answers it with its signing secret, which is never shown again. */
export const createWebhook = (tx: Tx, caller: Caller, body: CreateWebhookBody, secrets: Secrets) => {
  const { locationScope, locationIds } = scopeAfter(tx, caller, body);
  const secret = newSecret(secrets.random);
  const row: WebhookEndpointRow = {
    id: tx.id(),
    name: body.name,
    url: body.url,
    eventTypes: JSON.stringify(body.eventTypes),
    locationScope,
    locationIds: pack(locationIds),
    customHeaderName: null,
    customHeaderValue: null,
    ...headerColumns(body, secrets),
    ...secretColumns(secret, secrets),
    secretRotatedAt: null,
    status: 'enabled',
    consecutiveFailures: 0,
    skippedWhileDisabled: 0,
    disabledAt: null,
    lastSuccessAt: null,
    lastFailureAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  endpointRows.insert(tx, row);
  subscribe(tx, row);
  return { row, secret };
};

/** Changes an endpoint; its status is changed by deliveries and `enable` only. */
export const updateWebhook = (
  tx: Tx,
  caller: Caller,
  row: WebhookEndpointRow,
  body: UpdateWebhookBody,
  secrets: Secrets,
): WebhookEndpointRow => {
  const { locationScope, locationIds } = scopeAfter(tx, caller, body, row);
  if (Object.keys(body).length === 0) return row;
  const next: WebhookEndpointRow = {
    ...row,
    name: body.name ?? row.name,
    url: body.url ?? row.url,
    eventTypes: body.eventTypes === undefined ? row.eventTypes : JSON.stringify(body.eventTypes),
    locationScope,
    locationIds: pack(locationIds),
    ...headerColumns(body, secrets),
    updatedAt: tx.now,
  };
  endpointRows.update(tx, row.id, next);
  subscribe(tx, next);
  return next;
};

/** Deletes an endpoint for good: what waits for it and its history go too. */
export const removeWebhook = (tx: Tx, row: WebhookEndpointRow): void => deleteEndpoint(tx, row.id);

/**
 * Gives an endpoint a new secret; the old one is dead with the commit.
 * @throws Problem 409 `secret_rotation_conflict` within 10 s of another rotation, or when it is disabled.
 */
export const rotateSecret = (tx: Tx, row: WebhookEndpointRow, secrets: Secrets) => {
  if (row.status === 'disabled') {
    throw conflict('secret_rotation_conflict', 'This webhook is disabled. Enable it first, then rotate its secret.');
  }
  if (row.secretRotatedAt !== null && tx.nowMs - epochOf(row.secretRotatedAt) < ROTATION_GAP_MS) {
    throw conflict(
      'secret_rotation_conflict',
      'The secret was rotated a moment ago. Use the secret of that answer, or wait 10 seconds.',
    );
  }
  const secret = newSecret(secrets.random);
  const patch = { ...secretColumns(secret, secrets), secretRotatedAt: tx.now, updatedAt: tx.now };
  endpointRows.update(tx, row.id, patch);
  return { row: { ...row, ...patch }, secret };
};

/**
 * Lets deliveries begin again; what was raised meanwhile is neither queued nor sent.
 * @throws Problem 409 `webhook_not_disabled`.
 */
export const enable = (tx: Tx, row: WebhookEndpointRow): WebhookEndpointRow => {
  const status = transition<EndpointStatus>(verbs.enable, row.status as EndpointStatus);
  const patch = { status, consecutiveFailures: 0, disabledAt: null, updatedAt: tx.now };
  endpointRows.update(tx, row.id, patch);
  return { ...row, ...patch };
};
