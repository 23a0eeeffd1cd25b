import type { Read, Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { eitherId } from '../../kernel/aliases.ts';
import { type Caller, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { storedEmail, writingsOfEmail } from '../../kernel/emails.ts';
import {
  allOf,
  conflict,
  type Detail,
  invalid,
  invalidDetail,
  invalidParam,
  missingResource,
  requireRecent,
} from '../../kernel/problem.ts';
import { requireNotErased } from '../../records/erased.ts';
import { readableHolder } from '../../records/existing.ts';
import { isUniqueViolation } from '../../records/query.ts';
import { archived } from '../../records/store-changes.ts';
import { requireActive, siteOf } from '../named-sites.ts';
import { forgetPicture } from '../own-pictures.ts';
import type { Reactions } from '../reactions.ts';
import { brandDefaults } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';
import { type ClientRecord, CODES, type Code, clientExists, holderOfEmail, otherHolder } from './queries.ts';
import { Client, type ClientRow } from './record.ts';
import { indexClient, reindexClient } from './search.ts';
import type { CreateClientBody, UpdateClientBody } from './shapes.ts';
import { endFormerSignIns, requireSignInChange } from './sign-in-change.ts';

/** Fields that `client.updated` leaves out: notes for staff, and what has an event of its own. */
export const NOT_IN_EVENTS = ['notes', 'alerts', 'status', 'archivedAt'];

type NamedRecords = Pick<UpdateClientBody, 'homeLocationId' | 'homeSiteId' | 'referredByClientId'>;

/** The home that a body names by `homeLocationId` or its alias; undefined when it names none. */
const namedHome = (
  read: Read,
  caller: Caller,
  body: Pick<UpdateClientBody, 'homeLocationId' | 'homeSiteId'>,
): string | undefined => {
  const home = eitherId(body, 'homeLocationId', 'homeSiteId');
  return home && siteOf(read, caller, home).id;
};

/** @throws Problem 409 `site_inactive` when the home that a body names takes nothing new (rules.md "Archive"). */
const requireActiveHome = (read: Read, caller: Caller, body: NamedRecords, row?: ClientRow): void => {
  const id = namedHome(read, caller, body);
  const site = id === undefined || id === row?.homeLocationId ? undefined : Site.rows.find(read, id);
  if (site !== undefined) requireActive(site);
};

const checkReferrer = (read: Read, id: string | null | undefined, ownId?: string): void => {
  if (id === undefined || id === null) return;
  if (!clientExists(read, id)) throw missingResource('referredByClientId', 'client', id);
  if (id === ownId)
    throw invalidParam('referredByClientId', 'A client cannot refer itself. Send another ID.', { reason: 'itself' });
};

/**
 * Checks the site and the client that a body names; `row` is the client before a change. Imports do not check the home,
 * since their clients had it before.
 * @throws Problem 400 with both when they do not fit; 409 `site_inactive`.
 */
export const checkNamed = (read: Read, caller: Caller, body: NamedRecords, row?: ClientRow): void => {
  allOf(
    () => requireActiveHome(read, caller, body, row),
    () => checkReferrer(read, body.referredByClientId, row?.id),
  );
};

/** The most that the custom properties of a client may take, in bytes of JSON: a list has a hundred clients. */
const MAX_CUSTOM_BYTES = 16 * 1024;

/** @throws Problem 400 when the custom properties of a client, with those that it has already, are too large. */
const requireCompact = ({ customProperties }: ClientRow): void => {
  if (customProperties === null) return;
  const bytes = Buffer.byteLength(customProperties);
  if (bytes <= MAX_CUSTOM_BYTES) return;
  throw invalidParam(
    'customProperties',
    `The custom properties of a client can take up to ${MAX_CUSTOM_BYTES} bytes of JSON in total, but these take ${bytes}. ` +
      'Shorten them, or remove some with null.',
    { reason: 'too_much_data' },
  );
};

/**
 * Whether a body changes the marketing consent of a client, or sets it for the first time. A consent that says what is
 * stored is not a new consent: its time and source stay the proof of the first.
 * @param row the client before the change; undefined for a new one
 */
export const isNewConsent = (
  row: ClientRecord | undefined,
  sent: NonNullable<UpdateClientBody['marketingConsent']>,
): boolean => {
  const stored = row && Client.view(row).marketingConsent;
  const fields = Object.entries(sent);
  if (stored === undefined || stored.updatedAt === null) return fields.length > 0;
  return fields.some(([name, value]) => Reflect.get(stored, name) !== value);
};

/** The fields of a body that are not stored as they are sent: the email in lower case, the time of a new consent. */
const preparedFields = (
  tx: Tx,
  { email, marketingConsent }: Pick<CreateClientBody, 'email' | 'marketingConsent'>,
  row?: ClientRecord,
) => ({
  ...(typeof email === 'string' ? { email: storedEmail(email) } : {}),
  ...(marketingConsent !== undefined && isNewConsent(row, marketingConsent)
    ? { marketingConsent: { updatedAt: tx.now, ...marketingConsent } }
    : {}),
});

interface TakenCode {
  readonly param: Code;
  readonly value: string;
  /** The client who has it. */
  readonly id: string;
}

/**
 * The barcode and fob number that `row` would have and another client has, in whatever case. What `before` has already is
 * not looked at: databases of older versions may have two that differ in case only.
 */
const takenCodes = (read: Read, row: ClientRow, before?: ClientRow): TakenCode[] =>
  CODES.flatMap((param) => {
    const value = row[param];
    if (value === null || value === before?.[param]) return [];
    const id = otherHolder(read, param, value, row.id);
    return id === undefined ? [] : [{ param, value, id }];
  });

/** It names the client who has a code if the caller may read that client. */
const takenCode = (read: Read, caller: Caller, { param, value, id }: TakenCode): Detail => {
  const isReadable = readableHolder(read, caller, Client, { id, right: 'clients:read' }) !== undefined;
  const whose = isReadable
    ? `the client '${id}'. Use another one, or change that client.`
    : 'another client. Use another one.';
  return invalidDetail(param, `The ${param} '${value}' belongs to ${whose}`, { reason: 'already_used' });
};

/** @throws Problem 409 that names the client who has the email of `row`; 400 for its barcode or fob number. */
const requireFree = (read: Read, caller: Caller, row: ClientRow, codes: readonly TakenCode[]): void => {
  const byEmail = row.email === null ? undefined : holderOfEmail(read, row.email);
  if (byEmail !== undefined && byEmail !== row.id) {
    const message = `The client '${byEmail}' has the email '${row.email}'. Use that client, or send another email.`;
    const detail = { param: 'email', code: 'client_email_exists', message, clientId: byEmail };
    throw conflict('client_email_exists', message, [detail]);
  }
  if (codes.length > 0) throw invalid(codes.map((each) => takenCode(read, caller, each)));
};

/** Whether a row gets an email that an older version may have stored in another writing, which no unique index finds. */
const isOtherwiseWritten = ({ email }: ClientRow, before?: ClientRow): boolean =>
  email !== null && email !== before?.email && writingsOfEmail(email).length > 1;

/** Runs `write`, whose unique index checks the email; but for international domains only its error costs a query. */
const unlessTaken = <T>(
  tx: Tx,
  caller: Caller,
  { row, before }: { readonly row: ClientRow; readonly before?: ClientRow },
  write: () => T,
): T => {
  const codes = takenCodes(tx, row, before);
  if (codes.length > 0 || isOtherwiseWritten(row, before)) requireFree(tx, caller, row, codes);
  try {
    return write();
  } catch (error) {
    if (isUniqueViolation(error)) requireFree(tx, caller, row, codes);
    throw error;
  }
};

/** @throws Problem 409 `client_email_exists`; 400 when a site, referrer, barcode or fob number does not fit. */
export const createClient = (tx: Tx, caller: Caller, body: CreateClientBody, id: string = tx.id()): ClientRecord => {
  const { defaultSiteId, currency } = brandDefaults(tx);
  const home = namedHome(tx, caller, body) ?? defaultSiteId;
  requireSite(caller, home);
  checkReferrer(tx, body.referredByClientId);
  const row = Client.make(
    tx,
    { ...body, ...preparedFields(tx, body) },
    { id, homeLocationId: home, joinedAt: tx.now, waiver: null, marketingConsent: null },
  );
  requireRecent('joinedAt', row.joinedAt);
  requireCompact(row);
  const rowId = unlessTaken(tx, caller, { row }, () => Client.rows.insert(tx, row));
  indexClient(tx, rowId, row);
  tx.raise('client.created', home, { clientId: id, status: upperSnake(row.status), homeLocationId: home });
  return { ...row, nextBookingAt: null, currency };
};

/** Raises the events of an update: one for the fields, one for the status. */
export const raiseUpdate = (tx: Tx, before: ClientRecord, after: ClientRecord): void => {
  const site = after.homeLocationId;
  const difference = changesBetween(Client.view(before), Client.view(after), NOT_IN_EVENTS);
  if (isChanged(difference)) {
    tx.raise('client.updated', site, { clientId: after.id, ...eventChanges(Client.schema, difference) });
  }
  if (before.status === after.status) return;
  tx.raise(before.archivedAt === null ? 'client.status_changed' : 'client.restored', site, {
    clientId: after.id,
    status: upperSnake(after.status),
    previousStatus: upperSnake(before.status),
  });
};

/** The columns by which clients take part in leaderboards. */
const RANKED_BY = ['status', 'homeLocationId', 'leaderboardVisibility'] as const;

/**
 * Changes a client; `status: active` restores an archived one.
 * @throws Problem 409 `client_email_exists`, `client_archived` for any other status of an archived client,
 *   `client_erased` for any change of an erased one; 403 `permission_denied` for the email of someone who has signed in.
 */
export const updateClient = (
  tx: Tx,
  caller: Caller,
  row: ClientRecord,
  body: UpdateClientBody,
  reactions: Pick<Reactions, 'clientChanged'>,
): ClientRecord => {
  if (row.archivedAt !== null && body.status !== undefined && body.status !== 'active') {
    throw conflict('client_archived', "This client is archived. Restore it first with 'status': 'active'.");
  }
  const home = namedHome(tx, caller, body);
  checkReferrer(tx, body.referredByClientId, row.id);
  const patch = Client.columns({ ...body, ...preparedFields(tx, body, row) }, row);
  if (home !== undefined) patch.homeLocationId = home;
  if (body.status !== undefined) patch.archivedAt = null;
  const next: ClientRecord = { ...row, ...patch };
  if (!isChanged(changesBetween(Client.view(row), Client.view(next)))) return row;
  requireNotErased(tx, row.id, 'Create a new client instead.');
  requireSignInChange(caller, row, next);
  if (patch.joinedAt !== undefined) requireRecent('joinedAt', next.joinedAt);
  if (patch.customProperties !== undefined) requireCompact(next);
  patch.updatedAt = tx.now;
  next.updatedAt = tx.now;
  unlessTaken(tx, caller, { row: next, before: row }, () => Client.rows.update(tx, row.id, patch));
  endFormerSignIns(tx, row, next);
  if (patch.photoUrl !== undefined) forgetPicture(tx, next.id, next.photoUrl);
  reindexClient(tx, row, next);
  if (RANKED_BY.some((column) => row[column] !== next[column])) reactions.clientChanged(tx, row.id);
  raiseUpdate(tx, row, next);
  return next;
};

/** Archives a client and cancels their bookings ahead; the email stays taken. Archiving again changes nothing. */
export const archiveClient = (
  tx: Tx,
  row: ClientRecord,
  reactions: Pick<Reactions, 'clientArchived'>,
): ClientRecord => {
  if (row.archivedAt !== null) return row;
  // Stored before the bookings are canceled, so that no waitlist gives the client a seat.
  const next: ClientRecord = { ...row, ...archived<ClientRow>(tx, Client, row, { status: 'archived' }) };
  reactions.clientArchived(tx, row.id);
  reindexClient(tx, row, next);
  tx.raise('client.archived', row.homeLocationId, {
    clientId: row.id,
    status: 'ARCHIVED',
    previousStatus: upperSnake(row.status),
    archivedAt: tx.now,
  });
  return next;
};
