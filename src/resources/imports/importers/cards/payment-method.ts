import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import { type Caller, requirePermission } from '../../../../kernel/caller.ts';
import { type Detail, invalid, invalidParam } from '../../../../kernel/problem.ts';
import { flag, integer, line, nullable, object, oneOf, optional, type Static } from '../../../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../../../payments-processor/port.ts';
import { pack } from '../../../../records/json.ts';
import { isUniqueViolation } from '../../../../records/query.ts';
import { Client } from '../../../clients/record.ts';
import { exportedMethodView } from '../../../exports/payment-methods.ts';
import { reachesClient } from '../../../member-links/queries.ts';
import { customerOf, customerRows, methodOfCard } from '../../../payment-methods/queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../../payment-methods/record.ts';
import { clientReference, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { idOf } from '../identity.ts';
import { clientOf, requireNotErased, requireReach } from '../references.ts';

const reference = () => optional(nullable(line(255)));
const text = () => optional(nullable(Type.String({ maxLength: 255 })));

const ImportPaymentMethod = object(() => ({
  ...identityFields,
  ...clientReference,
  status: optional(PaymentMethod.schema.properties.status),
  isDefault: optional(flag()),
  processor: optional(oneOf(...PROCESSOR_NAMES)),
  mode: optional(oneOf(...PROCESSOR_MODES)),
  account: reference(),
  customerId: reference(),
  setupId: reference(),
  cardId: reference(),
  brand: text(),
  last4: text(),
  expMonth: optional(nullable(integer(1, 12))),
  expYear: optional(nullable(integer(2000, 9999))),
  funding: text(),
  country: text(),
  billingName: text(),
  needsDetaching: optional(flag()),
}));

type Row = Static<typeof ImportPaymentMethod>;

/** What every card needs: the processor that has it, and its references there once it is saved. @throws Problem 400 */
const requiredFields = ({ processor, mode, status = 'active', customerId, cardId }: Row) => {
  const needed = { processor, mode, ...(status === 'active' ? { customerId, cardId } : {}) };
  const missing = Object.entries(needed).flatMap(([param, value]): Detail[] => {
    if (value !== undefined && value !== null) return [];
    return [{ param, code: 'parameter_missing', message: `'${param}' is missing. The processor knows it.` }];
  });
  if (processor === undefined || mode === undefined || missing.length > 0) throw invalid(missing);
  return { processor, mode, status };
};

/** @throws Problem 400 when another payment method is the same card: removing one would remove the other. */
const checkCard = (tx: Tx, caller: Caller, { cardId }: PaymentMethodRow): void => {
  const other = cardId === null ? undefined : methodOfCard(tx, cardId);
  if (other === undefined) return;
  const name = reachesClient(tx, caller, other.clientId)
    ? `The payment method '${other.id}'`
    : 'Another payment method';
  throw invalidParam('cardId', `${name} is the card '${cardId}'. Leave one of them out.`);
};

/** Remembers who the client is at the processor, so that further cards are saved with the same customer. */
const keepCustomer = (tx: Tx, { clientId, processor, mode, account, customerId }: PaymentMethodRow): void => {
  const key = { clientId, processor, mode, account: account ?? '' };
  if (customerId === null || customerOf(tx, key) !== undefined) return;
  customerRows.insert(tx, { ...key, id: tx.id(), customerId, createdAt: tx.now });
};

const insert = (tx: Tx, row: PaymentMethodRow): void => {
  try {
    PaymentMethod.rows.insert(tx, row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalidParam('isDefault', 'The client has another default card. Only one can be the default.');
  }
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requirePermission(caller, 'settings:processor');
  if (row.id === undefined && typeof row.cardId !== 'string') {
    throw invalidParam('id', "'id' is missing. Send it, or the 'cardId' of a saved card.", 'parameter_missing');
  }
  const { processor, mode, status } = requiredFields(row);
  const client = clientOf(tx, caller, row);
  if (status !== 'removed') requireNotErased(tx, client.id);
  const at = atCreation(tx, row.createdAt);
  const isDefault = status === 'active' && row.isDefault === true;
  const { brand = null, last4 = null, expMonth = null, expYear = null, funding = null, country = null } = row;
  const { account = null, customerId = null, setupId = null, cardId = null, billingName = null } = row;
  const made = PaymentMethod.make(
    at,
    {},
    {
      id: idOf(tx, row.id),
      clientId: client.id,
      status,
      processor,
      mode,
      account,
      customerId,
      setupId,
      cardId,
      brand,
      last4,
      expMonth,
      expYear,
      funding,
      country,
      billingName,
      isDefault: Number(isDefault),
      needsDetaching: Number(status === 'removed' && row.needsDetaching === true),
      updatedAt: utc(row.updatedAt) ?? at.now,
    },
  );
  checkCard(tx, caller, made);
  insert(tx, made);
  keepCustomer(tx, made);
  if (isDefault) Client.rows.update(tx, client.id, { defaultCard: pack({ brand, last4, expMonth, expYear }) });
  return made.id;
};

const find = (read: Read, { id: given, cardId }: Row, caller: Caller) => {
  if (given !== undefined) return PaymentMethod.rows.find(read, given);
  const found = typeof cardId === 'string' ? methodOfCard(read, cardId) : undefined;
  return found !== undefined && reachesClient(read, caller, found.clientId) ? found : undefined;
};

/**
 * Saved cards are identified by id, or by their card at the processor. They are references to what that has: a card goes
 * on working with the same keys and account.
 */
export const importPaymentMethods = importFamily(ImportPaymentMethod, {
  name: 'payment_methods',
  // No operation saves a card for somebody else: callers who may charge cards and set up the processor may bring them in.
  rights: { create: ['recordPayment'], update: ['recordPayment'] },
  find,
  create,
  reach: (tx, caller, record) => requireReach(tx, caller, 'payment method', record),
  shown: (_tx, record) => exportedMethodView(record),
});
