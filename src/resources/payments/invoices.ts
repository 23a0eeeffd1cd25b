import type { Tx } from '../../database/database.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { brandSettings } from '../settings/queries.ts';
import { nextNumber, noteNumber } from './queries.ts';

const DIGITS = 6;

/**
 * The invoice number of a payment that is complete now: `2026-000001` and on without a gap within each year of the
 * brand's time zone. It is taken in the payment's own transaction, so that a refusal leaves no hole.
 */
export const invoiceNumber = (tx: Tx): string => {
  const year = Number(localDateAt(tx.nowMs, brandSettings(tx).defaultTimezone).slice(0, 4));
  return `${year}-${String(nextNumber(tx, year)).padStart(DIGITS, '0')}`;
};

const OURS = /^(\d{4})-(\d{6,12})$/;

/** A payment came in with a number of its own: where it is one of this series, the series goes on behind it. */
export const noteInvoiceNumber = (tx: Tx, invoiceNumber: string): void => {
  const [, year, number] = OURS.exec(invoiceNumber) ?? [];
  if (year !== undefined) noteNumber(tx, Number(year), Number(number));
};
