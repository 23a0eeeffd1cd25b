import type { Language } from '../translate.ts';

/** A receipt as a page that a member prints. */
const en = {
  receipt: 'Receipt',
  number: 'Invoice {number}',
  paid: 'Paid {day}',
  for: 'For {name}',
  item: 'Item',
  quantity: 'Quantity',
  amount: 'Amount',
  discount: 'Discount',
  tax: 'Tax',
  taxIncluded: 'Tax in the price',
  total: 'Total',
  paidBy: 'Paid by',
  refunded: 'Refunded {day}',
  card: 'Card',
  cash: 'Cash',
  external: 'Elsewhere',
  account_credit: 'Account credit',
  comp: 'Free',
};

export type ReceiptWords = Readonly<Record<keyof typeof en, string>>;

const de: ReceiptWords = {
  receipt: 'Beleg',
  number: 'Rechnung {number}',
  paid: 'Bezahlt am {day}',
  for: 'Für {name}',
  item: 'Posten',
  quantity: 'Menge',
  amount: 'Betrag',
  discount: 'Rabatt',
  tax: 'Steuer',
  taxIncluded: 'Im Preis enthaltene Steuer',
  total: 'Summe',
  paidBy: 'Bezahlt mit',
  refunded: 'Erstattet am {day}',
  card: 'Karte',
  cash: 'Bar',
  external: 'Anderswo',
  account_credit: 'Guthaben',
  comp: 'Kostenlos',
};

const es: ReceiptWords = {
  receipt: 'Recibo',
  number: 'Factura {number}',
  paid: 'Pagado el {day}',
  for: 'Para {name}',
  item: 'Concepto',
  quantity: 'Cantidad',
  amount: 'Importe',
  discount: 'Descuento',
  tax: 'Impuesto',
  taxIncluded: 'Impuesto incluido',
  total: 'Importe total',
  paidBy: 'Pagado con',
  refunded: 'Reembolsado el {day}',
  card: 'Tarjeta',
  cash: 'Efectivo',
  external: 'En otro lugar',
  account_credit: 'Saldo',
  comp: 'Cortesía',
};

const fr: ReceiptWords = {
  receipt: 'Reçu',
  number: 'Facture {number}',
  paid: 'Payé le {day}',
  for: 'Pour {name}',
  item: 'Article',
  quantity: 'Quantité',
  amount: 'Montant',
  discount: 'Remise',
  tax: 'Taxe',
  taxIncluded: 'Taxe incluse dans le prix',
  total: 'Total',
  paidBy: 'Payé par',
  refunded: 'Remboursé le {day}',
  card: 'Carte',
  cash: 'Espèces',
  external: 'Ailleurs',
  account_credit: 'Avoir',
  comp: 'Offert',
};

export const receiptWords: Readonly<Record<Language, ReceiptWords>> = { en, de, es, fr };
