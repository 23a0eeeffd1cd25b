import { type Detail, invalid } from '../../kernel/problem.ts';
import type { LineInput, LineItem } from './shapes.ts';

/** What a payment amounts to, minor units. */
export interface Amounts {
  readonly lineItems: readonly LineItem[];
  readonly amount: number;
  readonly taxAmount: number;
  readonly discountAmount: number;
}

const wrong = (param: string, message: string): Detail => ({ param, code: 'parameter_invalid', message });

const checkLine = (item: LineItem, index: number, taxInclusive: boolean): Detail[] => {
  const gross = item.quantity * item.unitAmount;
  if (item.discountAmount > gross) {
    return [wrong(`lineItems[${index}].discountAmount`, `The discount is more than the price of the line, ${gross}.`)];
  }
  if (taxInclusive && item.taxAmount > gross - item.discountAmount) {
    return [wrong(`lineItems[${index}].taxAmount`, 'Prices include tax here: the tax cannot be more than the line.')];
  }
  return [];
};

/**
 * Line items with their amounts, and their sums. Where prices include tax, the tax of a line is a part of it;
 * elsewhere it comes on top (settings, `payment.taxInclusive`).
 * @param type what a line is about unless it says so.
 * @throws Problem 400 with every line that cannot be.
 */
export const amountsOf = (lines: readonly LineInput[], taxInclusive: boolean, type: string): Amounts => {
  const lineItems = lines.map((line): LineItem => {
    const { quantity = 1, unitAmount, taxAmount = 0, discountAmount = 0 } = line;
    const amount = quantity * unitAmount - discountAmount + (taxInclusive ? 0 : taxAmount);
    const { description, referenceId = null } = line;
    return {
      description,
      quantity,
      unitAmount,
      taxAmount,
      discountAmount,
      amount,
      type: line.type ?? type,
      referenceId,
    };
  });
  const details = lineItems.flatMap((item, index) => checkLine(item, index, taxInclusive));
  if (details.length > 0) throw invalid(details);
  const sum = (field: 'amount' | 'taxAmount' | 'discountAmount') =>
    lineItems.reduce((total, item) => total + item[field], 0);
  return { lineItems, amount: sum('amount'), taxAmount: sum('taxAmount'), discountAmount: sum('discountAmount') };
};
