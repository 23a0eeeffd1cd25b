import { Type } from '@sinclair/typebox';
import { id, instant, object } from '../../kernel/schemas.ts';
import { unpack } from '../../records/json.ts';
import { pagesOf } from '../../records/pages.ts';
import { sitesOfClients } from '../clients/queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../payment-methods/record.ts';
import { valuesIn } from './exported-family.ts';

const { table: methods } = PaymentMethod;

export const exportedMethod = object(() => ({
  id: id(),
  object: Type.Literal('payment_method'),
  clientId: id(),
  ...Type.Pick(PaymentMethod.schema, ['type', 'status', 'isDefault', 'bankName', 'mandate']).properties,
  ...PaymentMethod.state.properties,
  createdAt: instant(),
  updatedAt: instant(),
}));

export const allMethodsPage = pagesOf<PaymentMethodRow>(methods, () => ({
  direction: 'descending',
  filters: {},
  sites: sitesOfClients(methods.clientId),
}));

export const exportedMethodView = (row: PaymentMethodRow): object =>
  valuesIn(exportedMethod, {
    ...row,
    object: 'payment_method',
    isDefault: row.isDefault === 1,
    mandate: unpack(row.mandate),
    ...PaymentMethod.stateOf(row),
  });
