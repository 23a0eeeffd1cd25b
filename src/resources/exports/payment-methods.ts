import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import { described, flag, id, instant, nullable, object, oneOf } from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import { pagesOf } from '../../records/pages.ts';
import { inList } from '../../records/query.ts';
import { Client } from '../clients/record.ts';
import { PaymentMethod, type PaymentMethodRow } from '../payment-methods/record.ts';

const { table: methods } = PaymentMethod;
const { table: clients } = Client;

const text = (description: string) => nullable(Type.String({ description }));
const whole = () => nullable(Type.Integer());

/** A saved card with its references at the processor, which no response shows. */
export const exportedMethod = object(() => ({
  id: id(),
  object: Type.Literal('payment_method'),
  clientId: id(),
  status: PaymentMethod.schema.properties.status,
  isDefault: flag(),
  processor: oneOf(...PROCESSOR_NAMES),
  mode: oneOf(...PROCESSOR_MODES),
  account: text('The connected account that has it; null for the own account.'),
  customerId: text('The customer at the processor.'),
  setupId: text('The setup at the processor.'),
  cardId: text('The card at the processor.'),
  brand: text('visa, mastercard and others.'),
  last4: text('The last four digits of the number.'),
  expMonth: whole(),
  expYear: whole(),
  funding: text('credit, debit, prepaid or unknown.'),
  country: text('The country of the issuer.'),
  billingName: text('The name on the card.'),
  needsDetaching: described(flag(), 'Whether it is removed here and not yet at the processor.'),
  createdAt: instant(),
  updatedAt: instant(),
}));

/** Every payment method, removed ones too, newest first. */
export const allMethodsPage = pagesOf<PaymentMethodRow>(methods, () => ({
  direction: 'descending',
  filters: {},
  sites: {
    within: sql`exists (select 1 from ${clients} where ${clients.id} = ${methods.clientId}
      and ${inList(clients.homeLocationId, 'reachable')})`,
  },
}));

export const exportedMethodView = (row: PaymentMethodRow): object => {
  const { requestKey: _, isDefault, needsDetaching, ...columns } = row;
  const { id: own, clientId, status, createdAt, updatedAt, ...card } = columns;
  return {
    id: own,
    object: 'payment_method',
    clientId,
    status,
    isDefault: isDefault === 1,
    ...card,
    needsDetaching: needsDetaching === 1,
    createdAt,
    updatedAt,
  };
};
