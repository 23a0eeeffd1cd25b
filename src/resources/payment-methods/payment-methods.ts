import type { Read, Tx } from '../../database/database.ts';
import { conflict } from '../../kernel/problem.ts';
import type { Card } from '../../payments-processor/port.ts';
import { pack } from '../../records/json.ts';
import { setColumns } from '../../records/store-changes.ts';
import { clientById } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { renewedBy } from '../packages/queries.ts';
import { paymentSettings } from '../settings/queries.ts';
import { activeMethods, defaultMethodOf, onlyDeclined } from './queries.ts';
import { PaymentMethod, type PaymentMethodRow } from './record.ts';

const homeOf = (tx: Tx, clientId: string): string => {
  const client = clientById(tx, clientId);
  if (client === undefined) throw new Error(`a payment method refers to the client '${clientId}', who does not exist`);
  return client.homeLocationId;
};

type MethodEvent = 'payment_method.added' | 'payment_method.removed' | 'payment_method.default_changed';

const raiseMethodEvent = (tx: Tx, type: MethodEvent, row: PaymentMethodRow): void => {
  tx.raise(type, homeOf(tx, row.clientId), {
    paymentMethodId: row.id,
    clientId: row.clientId,
    brand: row.brand ?? (row.type === 'card' ? 'unknown' : row.type),
    last4: row.last4 ?? '',
    isDefault: row.isDefault === 1,
  });
};

const change = (tx: Tx, row: PaymentMethodRow, patch: Partial<PaymentMethodRow>): PaymentMethodRow =>
  setColumns(tx, PaymentMethod, row, patch);

/** What the record of a client shows of the default. Of what is no card, its type is in the place of a brand. */
export const defaultCardOf = ({ type, brand, last4, expMonth, expYear }: PaymentMethodRow) => ({
  brand: brand ?? type,
  last4,
  expMonth,
  expYear,
});

const setDefaultOfClient = (tx: Tx, clientId: string, row: PaymentMethodRow | undefined): void => {
  Client.rows.update(tx, clientId, { defaultCard: row === undefined ? null : pack(defaultCardOf(row)) });
};

const cardColumns = (card: Card): Partial<PaymentMethodRow> => {
  const { id: cardId, type, brand, last4, expMonth, expYear, funding, country, billingName, bankName } = card;
  const details = { type, brand, last4, expMonth, expYear, funding, country, billingName, bankName };
  const { fingerprint, mandate } = card;
  const common = { ...details, cardId, fingerprint };
  // What is read again of an account does not have its mandate.
  return mandate === null ? common : { ...common, mandate: pack(mandate) };
};

const isBelowLimit = (read: Read, clientId: string, siteId: string): boolean =>
  activeMethods(read, clientId).length < paymentSettings(read, siteId).maxSavedMethods;

/** @throws Problem 409 `payment_method_limit` when the member has as many cards as the settings allow. */
export const requireBelowLimit = (read: Read, clientId: string, siteId: string): void => {
  if (isBelowLimit(read, clientId, siteId)) return;
  const { maxSavedMethods } = paymentSettings(read, siteId);
  throw conflict('payment_method_limit', `At most ${maxSavedMethods} cards can be saved here. Remove one first.`);
};

/** Whether the settings of the client's home allow one more saved card. */
export const canSaveMore = (tx: Tx, clientId: string): boolean => isBelowLimit(tx, clientId, homeOf(tx, clientId));

/** Activates a payment method whose card the processor has saved. The first one is the default. */
export const activateMethod = (tx: Tx, row: PaymentMethodRow, card: Card): PaymentMethodRow => {
  const isDefault = defaultMethodOf(tx, row.clientId) === undefined;
  const active = change(tx, row, { ...cardColumns(card), status: 'active', isDefault: Number(isDefault) });
  if (isDefault) setDefaultOfClient(tx, row.clientId, active);
  raiseMethodEvent(tx, 'payment_method.added', active);
  return active;
};

/** Saves what a member has chosen on the device to pay with. Doing so again changes nothing. */
export const methodChosen = (tx: Tx, methodId: string, card: Card): void => {
  const row = PaymentMethod.rows.find(tx, methodId);
  if (row?.status === 'pending') activateMethod(tx, row, card);
};

export const refreshMethod = (tx: Tx, row: PaymentMethodRow, card: Card): void => {
  if (row.status !== 'active') return;
  const refreshed = change(tx, row, cardColumns(card));
  if (refreshed.isDefault === 1) setDefaultOfClient(tx, row.clientId, refreshed);
};

/** @throws Problem 409 `payment_method_setup_incomplete` for a payment method that is not active. */
export const makeDefault = (tx: Tx, row: PaymentMethodRow): PaymentMethodRow => {
  if (row.isDefault === 1) return row;
  if (row.status !== 'active') {
    throw conflict('payment_method_setup_incomplete', 'This card has not been saved yet. Complete it first.');
  }
  const before = defaultMethodOf(tx, row.clientId);
  if (before !== undefined) change(tx, before, { isDefault: 0 });
  const next = change(tx, row, { isDefault: 1 });
  setDefaultOfClient(tx, row.clientId, next);
  raiseMethodEvent(tx, 'payment_method.default_changed', next);
  return next;
};

/** A card that pays becomes the default where the default has been charged, and has never paid. */
export const cardPaid = (tx: Tx, methodId: string): void => {
  const row = PaymentMethod.rows.find(tx, methodId);
  if (row === undefined || row.status !== 'active' || row.isDefault === 1) return;
  const before = defaultMethodOf(tx, row.clientId);
  if (before === undefined || onlyDeclined(tx, before)) makeDefault(tx, row);
};

/** @throws Problem 409 `payment_method_in_use` while a package renews by the card. */
export const requireUnused = (read: Read, row: PaymentMethodRow): void => {
  const packageId = renewedBy(read, row.id);
  if (packageId === undefined) return;
  throw conflict(
    'payment_method_in_use',
    `The package '${packageId}' renews with this card. Choose another card for it, or turn off its renewal first.`,
  );
};

/** The newest of the others becomes the default. `isDetached`: the processor has removed it already. */
export const removeMethod = (tx: Tx, row: PaymentMethodRow, isDetached: boolean): PaymentMethodRow => {
  if (row.status === 'removed') return row;
  const needsDetaching = Number(!isDetached && row.setupId !== null);
  const removed = change(tx, row, { status: 'removed', isDefault: 0, needsDetaching });
  if (row.status !== 'active') return removed;
  raiseMethodEvent(tx, 'payment_method.removed', removed);
  if (row.isDefault === 0) return removed;
  const [next] = activeMethods(tx, row.clientId);
  if (next === undefined) setDefaultOfClient(tx, row.clientId, undefined);
  else makeDefault(tx, next);
  return removed;
};
