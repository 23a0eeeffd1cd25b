import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import type { MethodRow } from '../../database/tables/methods.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { conflict, notFound, type Problem } from '../../kernel/problem.ts';
import type { Card } from '../../payments-processor/port.ts';
import { clientById } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { renewedBy } from '../packages/queries.ts';
import { paymentSettings } from '../settings/queries.ts';
import { activeMethods, defaultCardOf, methodRows } from './queries.ts';
import { shortCard } from './view.ts';

/** @throws Problem 404 when the member has no such card, or none any more. */
export const findMethod = (read: Read, { clientId }: MemberCaller, id: string): MethodRow => {
  const row = methodRows.find(read, id);
  if (row === undefined || row.clientId !== clientId || row.status === 'removed') {
    throw notFound('payment method', id);
  }
  return row;
};

const homeOf = (tx: Tx, clientId: string): string => {
  const client = clientById(tx, clientId);
  if (client === undefined) throw new Error(`a payment method refers to the client '${clientId}', who does not exist`);
  return client.homeLocationId;
};

type Told = 'payment_method.added' | 'payment_method.removed' | 'payment_method.default_changed';

const tell = (tx: Tx, type: Told, row: MethodRow): void => {
  tx.raise(type, homeOf(tx, row.clientId), {
    paymentMethodId: row.id,
    clientId: row.clientId,
    brand: row.brand ?? 'unknown',
    last4: row.last4 ?? '',
    isDefault: row.isDefault === 1,
  });
};

const change = (tx: Tx, row: MethodRow, patch: Partial<MethodRow>): MethodRow => {
  const written = { ...patch, updatedAt: tx.now };
  methodRows.update(tx, row.id, written);
  return { ...row, ...written };
};

/** Lets the client's record tell of the default card, or of none. */
const noteDefault = (tx: Tx, clientId: string, card: MethodRow | undefined): void =>
  Client.rows.update(tx, clientId, { defaultCard: card === undefined ? null : pack(shortCard(card)) });

const cardColumns = (card: Card): Partial<MethodRow> => ({
  cardId: card.id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  funding: card.funding,
  country: card.country,
  billingName: card.billingName,
});

/** @throws Problem 409 `payment_method_setup_failed` when the member has as many cards as the settings allow. */
export const requireRoom = (read: Read, clientId: string, siteId: string): void => {
  const { maxSavedMethods } = paymentSettings(read, siteId);
  if (activeMethods(read, clientId).length < maxSavedMethods) return;
  const message = `At most ${maxSavedMethods} cards can be saved here. Remove one first.`;
  throw conflict('payment_method_setup_failed', message, [{ param: 'id', code: 'too_many_saved_methods', message }]);
};

/** The card is confirmed at the processor: from now on it can be charged. The first one is the default. */
export const activateMethod = (tx: Tx, row: MethodRow, card: Card): MethodRow => {
  const isDefault = defaultCardOf(tx, row.clientId) === undefined;
  const active = change(tx, row, { ...cardColumns(card), status: 'active', isDefault: Number(isDefault) });
  if (isDefault) noteDefault(tx, row.clientId, active);
  tell(tx, 'payment_method.added', active);
  return active;
};

/** The processor knows something newer of a card, such as its new expiry. */
export const refreshMethod = (tx: Tx, row: MethodRow, card: Card): void => {
  if (row.status !== 'active') return;
  const fresh = change(tx, row, cardColumns(card));
  if (fresh.isDefault === 1) noteDefault(tx, row.clientId, fresh);
};

/**
 * Makes a card the one that is charged where none is named.
 * @throws Problem 409 `payment_method_setup_incomplete` for one that is not saved yet.
 */
export const makeDefault = (tx: Tx, row: MethodRow): MethodRow => {
  if (row.isDefault === 1) return row;
  if (row.status !== 'active') {
    throw conflict('payment_method_setup_incomplete', 'This card is not saved yet. Complete it first.');
  }
  const before = defaultCardOf(tx, row.clientId);
  if (before !== undefined) change(tx, before, { isDefault: 0 });
  const now = change(tx, row, { isDefault: 1 });
  noteDefault(tx, row.clientId, now);
  tell(tx, 'payment_method.default_changed', now);
  return now;
};

const inUse = (packageId: string): Problem =>
  conflict(
    'payment_method_in_use',
    `The package '${packageId}' renews by this card. Bind it to another card, or stop its renewal first.`,
  );

/** @throws Problem 409 `payment_method_in_use` while a package renews by the card. */
export const requireUnused = (read: Read, row: MethodRow): void => {
  const packageId = renewedBy(read, row.id);
  if (packageId !== undefined) throw inUse(packageId);
};

/**
 * Takes a card away; of the default the newest that remains becomes the default.
 * @param isGoneThere the processor has forgotten it already.
 */
export const removeMethod = (tx: Tx, row: MethodRow, isGoneThere: boolean): MethodRow => {
  if (row.status === 'removed') return row;
  const isLeftThere = Number(!isGoneThere && row.setupId !== null);
  const removed = change(tx, row, { status: 'removed', isDefault: 0, isLeftThere });
  if (row.status !== 'active') return removed;
  tell(tx, 'payment_method.removed', removed);
  if (row.isDefault === 0) return removed;
  const [next] = activeMethods(tx, row.clientId);
  if (next === undefined) noteDefault(tx, row.clientId, undefined);
  else makeDefault(tx, next);
  return removed;
};
