import { type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import type { LineItem } from './record.ts';
import type { LineInput } from './shapes.ts';

/** The line items of a payment and their sums, minor units. */
export interface Amounts {
  readonly lineItems: readonly LineItem[];
  readonly amount: number;
  readonly taxAmount: number;
  readonly discountAmount: number;
}

const checkLine = (item: LineItem, index: number, taxInclusive: boolean): Detail[] => {
  const gross = item.quantity * item.unitAmount;
  if (item.discountAmount > gross) {
    return [
      invalidDetail(
        `lineItems[${index}].discountAmount`,
        `The discount is more than the price of the line, ${gross}.`,
        { reason: 'more_than_price' },
      ),
    ];
  }
  if (taxInclusive && item.taxAmount > gross - item.discountAmount) {
    return [
      invalidDetail(`lineItems[${index}].taxAmount`, 'Prices here include tax, so the tax cannot exceed the line.', {
        reason: 'more_than_price',
      }),
    ];
  }
  return [];
};

/**
 * Adds up line items. Where prices include tax (settings, `payment.taxInclusive`), the tax of a line is part of its
 * price; elsewhere it is added.
 * @param type the `type` of lines that have none.
 * @throws Problem 400 with every line whose discount or tax is more than its price.
 */
export const amountsOf = (lines: readonly LineInput[], taxInclusive: boolean, type: string): Amounts => {
  const lineItems = lines.map((line): LineItem => {
    const { description, quantity = 1, unitAmount, taxAmount = 0, discountAmount = 0, referenceId = null } = line;
    const why = typeof line.discountReason === 'string' ? { discountReason: line.discountReason } : {};
    const amount = quantity * unitAmount - discountAmount + (taxInclusive ? 0 : taxAmount);
    const item = { description, quantity, unitAmount, taxAmount, discountAmount, ...why, amount };
    return { ...item, type: line.type ?? type, referenceId };
  });
  const details = lineItems.flatMap((item, index) => checkLine(item, index, taxInclusive));
  if (details.length > 0) throw invalid(details);
  const sum = (field: 'amount' | 'taxAmount' | 'discountAmount') =>
    lineItems.reduce((total, item) => total + item[field], 0);
  return { lineItems, amount: sum('amount'), taxAmount: sum('taxAmount'), discountAmount: sum('discountAmount') };
};
