import type { Read } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { codeWritten } from '../discount-codes/queries.ts';
import { takenOff } from '../discount-codes/redemptions.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { cardToCharge } from '../payments/charging/cards.ts';
import { methodOf } from '../payments/sale.ts';
import { Plan } from '../plans/record.ts';
import type { SellPackageBody } from './shapes.ts';

/** Whether a code takes off the whole price. Whether it can be used is checked by the sale. */
const isFreeByCode = (read: Read, { planId, price, discountCode }: SellPackageBody): boolean => {
  const code = typeof discountCode === 'string' ? codeWritten(read, discountCode) : undefined;
  const asked = price ?? Plan.rows.find(read, planId)?.price;
  return code !== undefined && asked !== undefined && takenOff(code, asked) === asked;
};

interface SaleToMake {
  readonly sale: SellPackageBody;
  /** The card by which the package renews, where nothing is charged to it now. */
  readonly cardId?: string;
}

/** A sale that a code makes free charges no card; what renews later renews by the card that it names, if any. */
export const saleToMake = (read: Read, caller: Caller, body: SellPackageBody, deps: ChargeDeps): SaleToMake => {
  if (methodOf(body) !== 'card' || !isFreeByCode(read, body)) return { sale: body };
  const { paymentMethodId, ...sale } = body;
  const card =
    typeof paymentMethodId === 'string' ? cardToCharge(read, caller, body.clientId, paymentMethodId, deps) : null;
  return { sale: { ...sale, paymentMethod: 'comp' }, ...(card === null ? {} : { cardId: card.id }) };
};
