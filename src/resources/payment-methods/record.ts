import { Type } from '@sinclair/typebox';
import { described, nullable, object } from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import * as field from '../../records/fields.ts';
import { type RowOf, record } from '../../records/record.ts';

const STATUSES = ['pending', 'active', 'removed'] as const;

const text = () => Type.String();

const card = object(() => ({
  brand: described(text(), 'visa, mastercard and others.'),
  last4: described(text(), 'The last four digits of the number.'),
  expMonth: described(Type.Integer(), 'The month in which it expires, 1 to 12.'),
  expYear: described(Type.Integer(), 'The year in which it expires.'),
  funding: described(text(), 'credit, debit, prepaid or unknown.'),
  country: nullable(text()),
}));

interface CardColumns {
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  readonly funding: string | null;
  readonly country: string | null;
}

const cardOf = ({ brand, last4, expMonth, expYear, funding, country }: CardColumns) => ({
  brand: brand ?? 'unknown',
  last4: last4 ?? '',
  expMonth: expMonth ?? 0,
  expYear: expYear ?? 0,
  funding: funding ?? 'unknown',
  country,
});

const internalText = () => field.text(text()).nullable().internal();
const internalInteger = () => field.integer(Type.Integer()).nullable().internal().personal();

/** A card of a member, which the processor stores (records.md "Member payment methods"). */
export const PaymentMethod = record('payment_method', 'paymentMethods', () => ({
  clientId: field.id().internal(),
  type: field.computed(Type.Literal('card'), () => 'card' as const).described('Always card.'),
  status: field
    .word(STATUSES)
    .readOnly()
    .default('pending')
    .described('pending until it is completed; removed cards are not listed.'),
  processor: field.word(PROCESSOR_NAMES).internal(),
  mode: field.word(PROCESSOR_MODES).internal(),
  /** The connected account that has the card; null for the platform's own. */
  account: internalText(),
  /** The ids at the processor of the customer, of the setup, and of the card once it is saved. */
  customerId: internalText(),
  setupId: internalText(),
  cardId: internalText(),
  brand: internalText().personal(),
  last4: internalText().personal(),
  expMonth: internalInteger(),
  expYear: internalInteger(),
  funding: internalText().personal(),
  country: internalText().personal(),
  isDefault: field.flag().readOnly().default(false).described('Whether it is charged by default.'),
  card: field.computed(card, cardOf).described('What may be shown of the card.'),
  billingName: field.text(text()).nullable().readOnly().personal().described('The name on the card.'),
  /** Removed here and not yet at the processor. */
  needsDetaching: field.flag().internal().default(0),
  /** The credential and idempotency key of the request that began the setup. */
  requestKey: internalText().personal(),
}));

export type PaymentMethodRow = RowOf<typeof PaymentMethod>;
