import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import { type Caller, requirePermission } from '../../../../kernel/caller.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { object, type Static } from '../../../../kernel/schemas.ts';
import { requireNotErased } from '../../../../records/erased.ts';
import { pack } from '../../../../records/json.ts';
import { Client } from '../../../clients/record.ts';
import { exportedMethodView } from '../../../exports/payment-methods.ts';
import { reachesClient } from '../../../member-links/queries.ts';
import { defaultCardOf } from '../../../payment-methods/payment-methods.ts';
import { customerOf, customerRows, methodOfCard } from '../../../payment-methods/queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../../payment-methods/record.ts';
import { clientReference, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { idOf, insertOnce, required } from '../identity.ts';
import { clientOf, requireReach } from '../references.ts';

const ImportPaymentMethod = object(() => ({
  ...PaymentMethod.imported.properties,
  ...Type.Partial(PaymentMethod.state).properties,
  ...identityFields,
  ...clientReference,
}));

type Row = Static<typeof ImportPaymentMethod>;

/** @throws Problem 400 when another payment method is the same card: removing one would remove the other. */
const checkCard = (tx: Tx, caller: Caller, { cardId }: PaymentMethodRow): void => {
  const other = cardId === null ? undefined : methodOfCard(tx, cardId);
  if (other === undefined) return;
  const name = reachesClient(tx, caller, other.clientId)
    ? `The payment method '${other.id}'`
    : 'Another payment method';
  throw invalidParam('cardId', `${name} is the card '${cardId}'. Leave one of them out.`, { reason: 'not_accepted' });
};

/** Remembers who the client is at the processor, so that further cards are saved with the same customer. */
const keepCustomer = (tx: Tx, { clientId, processor, mode, account, customerId }: PaymentMethodRow): void => {
  const key = { clientId, processor, mode, account: account ?? '' };
  if (customerId === null || customerOf(tx, key) !== undefined) return;
  customerRows.insert(tx, { ...key, id: tx.id(), customerId, mergedAt: null, createdAt: tx.now });
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requirePermission(caller, 'settings:processor');
  if (row.id === undefined && typeof row.cardId !== 'string') {
    throw invalidParam('id', "'id' is missing. Send it, or the 'cardId' of a saved card.", 'parameter_missing');
  }
  const { status = 'active', customerId, cardId } = row;
  const saved = status === 'active' ? { customerId, cardId } : {};
  const needed = { processor: row.processor, mode: row.mode, ...saved };
  const { processor, mode } = required(needed, 'The processor knows it.');
  const client = clientOf(tx, caller, row);
  if (status !== 'removed') requireNotErased(tx, client.id, 'Leave the row out.');
  const at = atCreation(tx, row.createdAt);
  const isDefault = status === 'active' && row.isDefault === true;
  const made = PaymentMethod.make(
    at,
    {},
    {
      ...PaymentMethod.restored(row),
      id: idOf(tx, row.id),
      clientId: client.id,
      status,
      processor,
      mode,
      isDefault: Number(isDefault),
      needsDetaching: Number(status === 'removed' && row.needsDetaching === true),
      updatedAt: utc(row.updatedAt) ?? at.now,
    },
  );
  checkCard(tx, caller, made);
  insertOnce(tx, PaymentMethod, made, () =>
    invalidParam('isDefault', 'The client has another default card. Only one can be the default.', {
      reason: 'not_accepted',
    }),
  );
  keepCustomer(tx, made);
  if (isDefault) Client.rows.update(tx, client.id, { defaultCard: pack(defaultCardOf(made)) });
  return made.id;
};

const find = (read: Read, { id: given, cardId }: Row, caller: Caller) => {
  if (given !== undefined) return PaymentMethod.rows.find(read, given);
  const found = typeof cardId === 'string' ? methodOfCard(read, cardId) : undefined;
  return found !== undefined && reachesClient(read, caller, found.clientId) ? found : undefined;
};

/** Identified by id, or by their card at the processor, which continues working with the same keys and account. */
export const importPaymentMethods = importFamily(ImportPaymentMethod, {
  // No operation saves a card for someone else: callers who may charge cards and set up the processor may bring them in.
  rights: { create: ['recordPayment'], update: ['recordPayment'] },
  find,
  create,
  reach: (tx, caller, record) => requireReach(tx, caller, 'payment method', record),
  shown: (_tx, record) => exportedMethodView(record),
});
