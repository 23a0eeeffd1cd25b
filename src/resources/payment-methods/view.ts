import type { MethodRow } from '../../database/tables/methods.ts';
import type { PaymentMethodWire } from './shapes.ts';

/** What the record of the client tells of the default card. */
export const shortCard = ({ brand, last4, expMonth, expYear }: MethodRow) => ({ brand, last4, expMonth, expYear });

export const methodView = (row: MethodRow): PaymentMethodWire => ({
  id: row.id,
  object: 'payment_method',
  type: 'card',
  status: row.status as PaymentMethodWire['status'],
  isDefault: row.isDefault === 1,
  card: {
    brand: row.brand ?? 'unknown',
    last4: row.last4 ?? '',
    expMonth: row.expMonth ?? 0,
    expYear: row.expYear ?? 0,
    funding: row.funding ?? 'unknown',
    country: row.country,
  },
  billingName: row.billingName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
