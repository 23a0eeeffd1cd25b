import type { Read, Tx } from '../../database/database.ts';
import { pack, unpack } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import { isTaken } from '../../database/query.ts';
import type { ClientRow } from '../../database/tables/clients.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { changesInEvents } from '../../events/changes.ts';
import { NO_ADDRESS } from '../../http/postal-address.ts';
import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { conflict, invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import type { Reactions } from '../reactions.ts';
import { brandDefaults, siteRows } from '../sites/queries.ts';
import {
  type ClientRecord,
  clientById,
  clientExists,
  holderOfBarcode,
  holderOfEmail,
  holderOfFobNumber,
  insertClient,
  setClient,
} from './queries.ts';
import { indexClient, reindexClient } from './search.ts';
import { type Alerts, Client, type ClientWire, type CreateClientBody, type UpdateClientBody } from './shapes.ts';
import { clientView, NO_CONSENT, NO_WAIVER } from './view.ts';

/** Fields that no event tells: notes for staff, and what has an event of its own. */
const UNTOLD = ['notes', 'alerts', 'status', 'archivedAt'];
const NO_CONTACT = { name: null, phone: null, email: null, relationship: null };
const NO_ALERTS: Alerts = { red: null, yellow: null };

const statusInEvents = (row: ClientRow) => upperSnake(row.status as ClientWire['status']);

/** @throws Problem 404 when there is no such client or the caller may not see it. */
export const findClient = (read: Read, caller: Caller, id: string): ClientRecord => {
  const row = clientById(read, id);
  if (row === undefined || !reachesSite(caller, row.homeLocationId)) throw notFound('client', id);
  return row;
};

/** The home that a body names by `homeLocationId` or its alias; undefined when it names none. */
const namedHome = (read: Read, caller: Caller, body: UpdateClientBody): string | undefined => {
  const { homeLocationId, homeSiteId } = body;
  if (homeLocationId !== undefined && homeSiteId !== undefined && homeLocationId !== homeSiteId) {
    throw invalidParam(
      'homeSiteId',
      "'homeLocationId' and 'homeSiteId' mean the same. Send one of them, or both with the same id.",
    );
  }
  const id = homeLocationId ?? homeSiteId;
  if (id === undefined) return undefined;
  if (siteRows.find(read, id) === undefined) {
    throw missingResource(homeLocationId === undefined ? 'homeSiteId' : 'homeLocationId', 'site', id);
  }
  requireSite(caller, id);
  return id;
};

const checkReferrer = (read: Read, id: string | null | undefined, ownId?: string): void => {
  if (id === undefined || id === null) return;
  if (!clientExists(read, id)) throw missingResource('referredByClientId', 'client', id);
  if (id === ownId) throw invalidParam('referredByClientId', 'A client cannot have referred itself. Send another id.');
};

/**
 * The columns that a body sets; `current` is the row it changes, absent for a new one. Waiver, consent and alerts keep
 * what the body leaves out of them; every other object and list is replaced.
 */
const columnsOf = (tx: Tx, body: UpdateClientBody, current?: ClientRow): Partial<ClientRow> => {
  const { homeLocationId: _home, homeSiteId: _alias, email, joinedAt, address, emergencyContact, tags, ...rest } = body;
  const { customProperties, alerts, waiver, marketingConsent, metadata, ...plain } = rest;
  const keptAlerts = unpack<Alerts>(current?.alerts ?? null) ?? NO_ALERTS;
  const keptWaiver = unpack<object>(current?.waiver ?? null) ?? NO_WAIVER;
  const keptConsent = unpack<object>(current?.marketingConsent ?? null) ?? NO_CONSENT;
  return {
    ...plain,
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(joinedAt === undefined ? {} : { joinedAt: isoInstant(epochOf(joinedAt)) }),
    ...(address === undefined ? {} : { address: pack(address && { ...NO_ADDRESS, ...address }) }),
    ...(emergencyContact === undefined
      ? {}
      : { emergencyContact: pack(emergencyContact && { ...NO_CONTACT, ...emergencyContact }) }),
    ...(tags === undefined ? {} : { tags: pack(tags) }),
    ...(customProperties === undefined ? {} : { customProperties: pack(customProperties) }),
    ...(alerts === undefined ? {} : { alerts: pack(alerts && { ...keptAlerts, ...alerts }) }),
    ...(waiver === undefined ? {} : { waiver: pack({ ...keptWaiver, ...utc(waiver, 'signedAt') }) }),
    ...(marketingConsent === undefined
      ? {}
      : { marketingConsent: pack({ ...keptConsent, updatedAt: tx.now, ...utc(marketingConsent, 'updatedAt') }) }),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(current?.metadata ?? null, metadata) }),
  };
};

/** `value` with its instant in UTC. */
const utc = <Field extends string>(value: { readonly [key in Field]?: string | null }, field: Field): object => {
  const instant = value[field];
  return typeof instant === 'string' ? { ...value, [field]: isoInstant(epochOf(instant)) } : value;
};

const usedBy = (param: string, value: string, id: string) =>
  invalidParam(param, `The ${param} '${value}' belongs to the client '${id}'. Use another one, or change that client.`);

/** Says who has what a unique index refused. */
const refuseTaken = (read: Read, row: ClientRow): void => {
  const byEmail = holderOfEmail(read, row.email);
  if (byEmail !== undefined && byEmail !== row.id) {
    const message = `The client '${byEmail}' has the email '${row.email}'. Use that client, or send another email.`;
    const detail = { param: 'email', code: 'client_email_exists', message, clientId: byEmail };
    throw conflict('client_email_exists', message, [detail]);
  }
  const byBarcode = row.barcode === null ? undefined : holderOfBarcode(read, row.barcode);
  if (byBarcode !== undefined && byBarcode !== row.id) throw usedBy('barcode', String(row.barcode), byBarcode);
  const byFob = row.fobNumber === null ? undefined : holderOfFobNumber(read, row.fobNumber);
  if (byFob !== undefined && byFob !== row.id) throw usedBy('fobNumber', String(row.fobNumber), byFob);
};

/** Runs `write`; the unique indexes guard email, barcode and fob number, and only their refusal costs a question. */
const unlessTaken = <T>(tx: Tx, row: ClientRow, write: () => T): T => {
  try {
    return write();
  } catch (error) {
    if (isTaken(error)) refuseTaken(tx, row);
    throw error;
  }
};

/**
 * Takes a new client in.
 * @throws Problem 409 `client_email_exists`; 400 when a site, referrer, barcode or fob number does not fit.
 */
export const createClient = (tx: Tx, caller: Caller, body: CreateClientBody, id: string = tx.id()): ClientRecord => {
  const defaults = brandDefaults(tx);
  const home = namedHome(tx, caller, body) ?? defaults.defaultSiteId;
  requireSite(caller, home);
  checkReferrer(tx, body.referredByClientId);
  const row: ClientRecord = {
    rowId: 0,
    id,
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    phone: null,
    dateOfBirth: null,
    gender: null,
    address: null,
    photoUrl: null,
    preferredLocale: null,
    timezone: null,
    status: 'active',
    homeLocationId: home,
    emergencyContact: null,
    barcode: null,
    fobNumber: null,
    leadSource: null,
    referredByClientId: null,
    joinedAt: tx.now,
    tags: null,
    customProperties: null,
    notes: null,
    alerts: null,
    waiver: null,
    marketingConsent: null,
    bookings: 0,
    visits: 0,
    noShows: 0,
    lateCancels: 0,
    firstVisitAt: null,
    lastVisitAt: null,
    metadata: null,
    externalId: null,
    archivedAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
    defaultCard: null,
    owed: 0,
    nextBookingAt: null,
    currency: defaults.currency,
    ...columnsOf(tx, body),
  };
  const { rowId: _given, ...columns } = row;
  row.rowId = unlessTaken(tx, row, () => insertClient(tx, columns));
  indexClient(tx, row.rowId, row);
  tx.raise('client.created', home, { clientId: id, status: statusInEvents(row), homeLocationId: home });
  return row;
};

/** Tells what an update did: the fields, and the turn of the status by itself. */
const tellUpdate = (tx: Tx, before: ClientRecord, after: ClientRecord): void => {
  const site = after.homeLocationId;
  const difference = changesBetween(clientView(before), clientView(after), UNTOLD);
  if (isChanged(difference))
    tx.raise('client.updated', site, { clientId: after.id, ...changesInEvents(Client, difference) });
  if (before.status === after.status) return;
  const type = before.archivedAt === null ? 'client.status_changed' : 'client.restored';
  tx.raise(type, site, {
    clientId: after.id,
    status: statusInEvents(after),
    previousStatus: statusInEvents(before),
  });
};

/**
 * Changes a client; `status: active` restores an archived one.
 * @throws Problem 409 `client_email_exists`, or `client_archived` for any other status of an archived client.
 */
export const updateClient = (tx: Tx, caller: Caller, row: ClientRecord, body: UpdateClientBody): ClientRecord => {
  if (row.archivedAt !== null && body.status !== undefined && body.status !== 'active') {
    throw conflict('client_archived', "This client is archived. Restore it first with 'status': 'active'.");
  }
  const home = namedHome(tx, caller, body);
  checkReferrer(tx, body.referredByClientId, row.id);
  const patch: Partial<ClientRow> = columnsOf(tx, body, row);
  if (home !== undefined) patch.homeLocationId = home;
  if (body.status !== undefined) patch.archivedAt = null;
  const next: ClientRecord = { ...row, ...patch };
  if (!isChanged(changesBetween(clientView(row), clientView(next)))) return row;
  patch.updatedAt = tx.now;
  next.updatedAt = tx.now;
  unlessTaken(tx, next, () => setClient(tx, row.id, patch));
  reindexClient(tx, row, next);
  tellUpdate(tx, row, next);
  return next;
};

/** Archives a client: what is booked ahead is cancelled, the email stays taken. Twice is the same as once. */
export const archiveClient = (
  tx: Tx,
  row: ClientRecord,
  reactions: Pick<Reactions, 'clientArchived'>,
): ClientRecord => {
  if (row.archivedAt !== null) return row;
  reactions.clientArchived(tx, row.id);
  const archivedAt = tx.now;
  setClient(tx, row.id, { status: 'archived', archivedAt, updatedAt: archivedAt });
  tx.raise('client.archived', row.homeLocationId, {
    clientId: row.id,
    status: 'ARCHIVED',
    previousStatus: statusInEvents(row),
    archivedAt,
  });
  return { ...row, status: 'archived', archivedAt, updatedAt: archivedAt };
};
