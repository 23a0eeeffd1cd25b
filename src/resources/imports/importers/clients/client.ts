import type { Read, Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { conflict, invalidDetail, invalidParam, missingResource } from '../../../../kernel/problem.ts';
import { instant, object, type Static } from '../../../../kernel/schemas.ts';
import { archiveClient, createClient, updateClient } from '../../../clients/clients.ts';
import { mergedInto, mergedIntoByExternalId } from '../../../clients/merges/queries.ts';
import {
  balancesOf,
  type ClientRecord,
  clientById,
  clientPage,
  findClient,
  holderOfEmail,
} from '../../../clients/queries.ts';
import { type Balance, Client } from '../../../clients/record.ts';
import { CreateWalkIn } from '../../../clients/shapes.ts';
import type { clientState } from '../../../exports/shapes.ts';
import { reachesClient } from '../../../member-links/queries.ts';
import { setBalances } from '../../../payments/charging/arrears.ts';
import { putNotificationPreferences, putUnitPreferences } from '../../../preferences/preferences.ts';
import { PutNotificationPreferences, PutUnitPreferences } from '../../../preferences/shapes.ts';
import type { ImportReactions } from '../../../reactions.ts';
import { brandCurrency } from '../../../settings/queries.ts';
import { ImportClient } from '../../shapes.ts';
import { atCreation, backdated, utc } from '../dates.ts';
import { type Importing, importFamily } from '../family.ts';
import { byExternalId, finderOf, idOf, requireIdentity } from '../identity.ts';
import { siteNamed } from '../references.ts';

const times = { createdAt: instant(), updatedAt: instant() };
const notifications = object({ ...PutNotificationPreferences.properties, ...times });
const units = object({ ...PutUnitPreferences.properties, ...times });

/** Stores what a new client chose in the studio from which a file comes. */
const importPreferences = (tx: Tx, clientId: string, state: Static<typeof clientState> | undefined): void => {
  const { notificationPreferences = null, unitPreferences = null } = state ?? {};
  if (notificationPreferences !== null) {
    const above = 'state.notificationPreferences.';
    const { createdAt, updatedAt, ...body } = requireValid(notifications, notificationPreferences, above);
    putNotificationPreferences(tx, clientId, body, { createdAt: utc(createdAt), updatedAt: utc(updatedAt) });
  }
  if (unitPreferences !== null) {
    const { createdAt, updatedAt, ...body } = requireValid(units, unitPreferences, 'state.unitPreferences.');
    putUnitPreferences(tx, clientId, body, { createdAt: utc(createdAt), updatedAt: utc(updatedAt) });
  }
};

type Row = Static<typeof ImportClient>;

/** The client of a row: by its id, its external id or its email. */
const find = finderOf(clientById, clientPage, [
  'email',
  (read, { email }: Row, caller) => {
    const holder = typeof email === 'string' ? holderOfEmail(read, email) : undefined;
    return holder !== undefined && reachesClient(read, caller, holder) ? clientById(read, holder) : undefined;
  },
]);

/** Whether another system knows the person of a row as someone else than the holder of their email. */
const isSomebodyElse = (read: Read, { id, externalId }: Row, holder: string): boolean => {
  const existing = clientById(read, holder)?.externalId ?? null;
  return id !== holder && typeof externalId === 'string' && existing !== null && existing !== externalId;
};

/** The email may be a parent's. @throws Problem 409 `client_email_exists` unless the caller has the first keep it. */
const withOwnEmail = (read: Read, row: Row, { caller, sharedEmail }: Importing): Row => {
  const { email, ...others } = row;
  const holder = typeof email === 'string' ? holderOfEmail(read, email) : undefined;
  if (holder === undefined || !reachesClient(read, caller, holder) || !isSomebodyElse(read, row, holder)) return row;
  if (sharedEmail === 'keep-first') return others;
  const message =
    `Two people have the email '${email}': this one, and the client with the external ID '${clientById(read, holder)?.externalId}'. ` +
    "An email belongs to one client. Correct it, or import with shared_email=keep-first (studiod import: '--shared-email keep-first'): " +
    'the first keeps it, and the others are imported without an email.';
  throw conflict('client_email_exists', message, [invalidDetail('email', message, 'client_email_exists')]);
};

/** The body that `createClient` or `updateClient` would get. A row without an email leaves the email as it is. */
const bodyOf = (
  read: Read,
  caller: Caller,
  { id, createdAt, updatedAt, archivedAt, status, homeLocationName, email, ...row }: Row,
) => {
  const { referredByClientId: _id, referredByClientExternalId: _externalId, ...others } = row;
  const { accountBalance: _owed, accountBalances: _all, erasedAt: _erased, state: _state, ...fields } = others;
  const home =
    homeLocationName === undefined
      ? {}
      : { homeLocationId: siteNamed(read, caller, homeLocationName, 'homeLocationName') };
  const contact = typeof email === 'string' ? { email } : {};
  const body = { ...home, ...contact, ...fields };
  return status === undefined || status === 'archived' ? body : { ...body, status };
};

/** @throws Problem 400 for a client who is erased and not archived. */
const checkStates = ({ status, archivedAt, erasedAt }: Row): void => {
  if (status === 'archived') return;
  for (const [param, value] of Object.entries({ archivedAt, erasedAt })) {
    if (typeof value !== 'string') continue;
    throw invalidParam(param, `Only an archived client has '${param}'. Send 'archived' as the status, too.`, {
      reason: 'contradiction',
    });
  }
};

/**
 * What a row says is owed in each currency; undefined when it does not say. A row of another system has one balance, in
 * the currency of the business unless it names one.
 * @throws Problem 400 when both fields are there and differ, or a currency is there twice.
 */
const owedBy = (read: Read, { accountBalance, accountBalances }: Row): readonly Balance[] | undefined => {
  const currency = brandCurrency(read);
  const one = accountBalance && { currency, ...accountBalance };
  if (accountBalances === undefined) return one && [one];
  if (new Set(accountBalances.map((each) => each.currency)).size < accountBalances.length) {
    throw invalidParam('accountBalances', 'A currency was sent twice. Send one amount for each currency.', {
      reason: 'contradiction',
    });
  }
  const amountIn = (balances: readonly Balance[]) =>
    balances.find((each) => each.currency === one?.currency)?.amount ?? 0;
  if (one === undefined || amountIn(accountBalances) === one.amount) return accountBalances;
  throw invalidParam('accountBalance', "'accountBalance' and 'accountBalances' differ. Leave one of them out.", {
    reason: 'contradiction',
  });
};

const sameBalances = (left: readonly Balance[], right: readonly Balance[]): boolean => {
  const text = (balances: readonly Balance[]) =>
    JSON.stringify(balances.flatMap(({ amount, currency }) => (amount < 0 ? [`${currency} ${amount}`] : [])).sort());
  return text(left) === text(right);
};

/** @throws Problem 409 for a client who was merged: their fields now belong to the client who stayed. */
const requireNotMerged = (read: Read, { id, externalId }: Row): void => {
  const byId = id === undefined ? undefined : mergedInto(read, id);
  const kept = byId ?? (typeof externalId === 'string' ? mergedIntoByExternalId(read, externalId) : undefined);
  if (kept === undefined) return;
  const message = `This client was merged into the client '${kept}'. Leave the row out.`;
  throw conflict('client_merged', message, [
    invalidDetail(byId === undefined ? 'externalId' : 'id', message, 'client_merged'),
  ]);
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireNotMerged(tx, row);
  const body = requireValid(CreateWalkIn, bodyOf(tx, caller, row));
  requireIdentity(row, ['email', row.email], "it, or an 'externalId' by which a second import finds the client again");
  checkStates(row);
  const record = createClient(atCreation(tx, row.createdAt), caller, body, idOf(tx, row.id));
  if (row.status === 'archived') archiveClient(backdated(tx, row.archivedAt), record, { clientArchived() {} });
  const { erasedAt, updatedAt } = row;
  setBalances(tx, record.id, owedBy(tx, row) ?? []);
  if (typeof erasedAt === 'string') Client.rows.update(tx, record.id, { erasedAt: utc(erasedAt) });
  if (updatedAt !== undefined) Client.rows.update(tx, record.id, { updatedAt: utc(updatedAt) });
  importPreferences(tx, record.id, row.state);
  return record.id;
};

const update = (tx: Tx, caller: Caller, record: ClientRecord, row: Row, reactions: ImportReactions): boolean => {
  findClient(tx, caller, record.id);
  if (row.status === 'archived' && record.archivedAt === null) {
    throw invalidParam(
      'status',
      'An import does not archive existing clients, because that cancels their bookings. Archive the client separately.',
      { reason: 'kept_by_import' },
    );
  }
  const [owed, existing] = [owedBy(tx, row), balancesOf(tx, record.id)];
  if (owed !== undefined && !sameBalances(owed, existing)) {
    throw invalidParam(
      row.accountBalances === undefined ? 'accountBalance.amount' : 'accountBalances',
      'An import does not change what an existing client owes. Leave the column out, and record a payment.',
      { reason: 'kept_by_import' },
    );
  }
  const { lastName, ...fields } = bodyOf(tx, caller, row);
  // An empty cell leaves what is there.
  const body = lastName === undefined || lastName === '' ? fields : { ...fields, lastName };
  return updateClient(tx, caller, record, body, reactions) !== record;
};

/** Sets who referred a client, once all rows are imported: the referrer may be in a later row. */
const setReferrer = (tx: Tx, caller: Caller, row: Row, id: string): boolean => {
  const { referredByClientId, referredByClientExternalId: externalId } = row;
  const external = byExternalId(tx, caller, clientPage, externalId, 'referredByClientExternalId');
  if (typeof externalId === 'string' && external === undefined) {
    throw missingResource('referredByClientExternalId', 'client', externalId);
  }
  const referrer = referredByClientId ?? external?.id;
  const record = clientById(tx, id);
  if (referrer === undefined || record === undefined) return false;
  const at = row.updatedAt === undefined ? tx : backdated(tx, record.updatedAt);
  return updateClient(at, caller, record, { referredByClientId: referrer }, { clientChanged() {} }) !== record;
};

/** Clients are identified by id, external id or email. */
export const importClients = importFamily(ImportClient, {
  searchIndex: 'clientSearch',
  prepare: withOwnEmail,
  rights: {
    create: ['createClient'],
    also: ({ status, accountBalance, accountBalances = [] }) => [
      ...(status === 'archived' ? ['deleteClient'] : []),
      // Arrears are settled by payments.
      ...([accountBalance, ...accountBalances].some((owed) => (owed?.amount ?? 0) < 0) ? ['recordPayment'] : []),
    ],
    update: ['updateClient'],
  },
  find,
  create,
  update,
  finish: setReferrer,
});
