import { type TInteger, Type } from '@sinclair/typebox';
import {
  described,
  extension,
  flag,
  instant,
  integer,
  line,
  nullable,
  nullableByExtension,
  object,
  oneOf,
  type Static,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import * as field from '../../records/fields.ts';
import { type RowOf, record } from '../../records/record.ts';

const STATUSES = ['pending', 'active', 'removed'] as const;

const text = () => Type.String();

const card = object(() => ({
  brand: described(
    nullableByExtension(text()),
    'The card brand, such as visa or mastercard. `null` for what is no card.',
  ),
  last4: described(text(), 'The last four digits of the card or account number.'),
  expMonth: described(
    nullableByExtension(Type.Integer()),
    'The month in which it expires, from 1 to 12. `null` for what is no card.',
  ),
  expYear: described(nullableByExtension(Type.Integer()), 'The year in which it expires. `null` for what is no card.'),
  funding: described(text(), '`credit`, `debit`, `prepaid`, or `unknown`.'),
  country: nullable(text()),
}));

type Card = Static<typeof card>;
type CardColumns = { readonly [Name in keyof Card]: Card[Name] | null } & { readonly type: string };

const cardOf = ({ type, brand, last4, expMonth, expYear, funding, country }: CardColumns) => {
  const isCard = type === 'card';
  return {
    brand: isCard ? (brand ?? 'unknown') : null,
    last4: last4 ?? '',
    expMonth: isCard ? (expMonth ?? 0) : null,
    expYear: isCard ? (expYear ?? 0) : null,
    funding: funding ?? 'unknown',
    country,
  };
};

const type = Type.Union([
  Type.Literal('card'),
  extension(Type.String(), "The processor's word for another way to pay."),
]);

const mandate = object(() => ({
  reference: described(nullable(text()), 'The reference by which the bank names it.'),
  acceptedAt: described(nullable(instant()), 'Time at which it was accepted.'),
}));

const cardText = () => Type.String({ maxLength: 255 });

/** What the processor calls it. Files have that beside the other fields. */
const reference = (description: string) =>
  field
    .text(line(255))
    .nullable()
    .internal()
    .moves(nullable(line(255)), description);
const ofCard = (description: string) =>
  field.text(cardText()).nullable().internal().personal().moves(nullable(cardText()), description);
const wholeOfCard = (schema: TInteger) =>
  field.integer(schema).nullable().internal().personal().moves(nullable(schema));

/** A card of a member, which the processor stores (records.md "Member payment methods"). */
export const PaymentMethod = record('payment_method', 'paymentMethods', () => ({
  clientId: field.id().internal(),
  type: field
    .text(line(50))
    .shownAs(type)
    .readOnly()
    .default('card')
    .described(
      '`card`, also for wallets. With other ways to pay, `sepa_debit`, `bacs_debit`, `us_bank_account` and others.',
    ),
  status: field
    .word(STATUSES)
    .readOnly()
    .default('pending')
    .described('`pending` until it is completed. Removed cards are not listed.'),
  processor: field
    .word(PROCESSOR_NAMES)
    .internal()
    .moves(oneOf(...PROCESSOR_NAMES)),
  mode: field
    .word(PROCESSOR_MODES)
    .internal()
    .moves(oneOf(...PROCESSOR_MODES)),
  account: reference('The connected account that has it; null for the own account.'),
  customerId: reference('The customer at the processor.'),
  setupId: reference('The setup at the processor.'),
  cardId: reference('The card at the processor.'),
  brand: ofCard('The card brand, such as visa or mastercard.'),
  last4: ofCard('The last four digits of the card number.'),
  expMonth: wholeOfCard(integer(1, 12)),
  expYear: wholeOfCard(integer(2000, 9999)),
  funding: ofCard('`credit`, `debit`, `prepaid`, or `unknown`.'),
  country: ofCard('The country of the issuer.'),
  fingerprint: ofCard('By what the processor knows the same number or account, whoever has saved it.'),
  bankName: field
    .text(cardText())
    .nullable()
    .readOnly()
    .personal()
    .extension('The bank of an account that is debited. `null` for cards.'),
  mandate: field
    .object(mandate)
    .nullable()
    .readOnly()
    .personal()
    .extension('What the holder of an account has agreed to. `null` for cards.'),
  isDefault: field.flag().readOnly().default(false).described('Whether it is charged by default.'),
  card: field.computed(card, cardOf).described('The card details that can be shown.'),
  billingName: field
    .text(cardText())
    .nullable()
    .readOnly()
    .personal()
    .described('The name on the card.')
    .moves(nullable(cardText()), 'The name on the card.'),
  needsDetaching: field
    .flag()
    .internal()
    .default(0)
    .moves(flag(), 'Whether it is removed here and not yet at the processor.'),
  /** The credential and idempotency key of the request that began the setup. */
  requestKey: field.text(text()).nullable().internal().personal(),
}));

export type PaymentMethodRow = RowOf<typeof PaymentMethod>;
