// Paying with any way that the account at the processor has switched on, chosen on the device of the member.

import type { Read } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { isPayerOf } from '../../payment-methods/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import type { Holder } from '../charging/queries.ts';

interface PaymentChoice {
  readonly payOnDevice?: boolean | undefined;
}

/** The way to pay that a request names. */
export const anyWayOf = ({ payOnDevice }: PaymentChoice, isKept = false): Pick<Holder, 'isAnyWay' | 'isKept'> =>
  payOnDevice === true ? { isAnyWay: true, isKept } : {};

/** @throws Problem 400 where the studio takes cards alone, a saved card is named too, or an adult does not pay for the dependant. */
export const requireWaysToPay = (
  read: Read,
  { clientId, adultId, siteId }: Pick<MemberCaller, 'clientId' | 'adultId' | 'siteId'>,
  { payOnDevice, paymentMethodId }: PaymentChoice & { readonly paymentMethodId?: string | null | undefined },
): void => {
  if (payOnDevice !== true) return;
  if (typeof paymentMethodId === 'string') {
    throw invalidParam('payOnDevice', "Send either 'paymentMethodId' or 'payOnDevice'.", { reason: 'not_both' });
  }
  if (adultId !== undefined && !isPayerOf(read, adultId, clientId)) {
    throw invalidParam('payOnDevice', 'You do not pay in this household. Ask an adult who does.', {
      reason: 'not_accepted',
    });
  }
  if (paymentSettings(read, siteId).waysToPay) return;
  throw invalidParam('payOnDevice', 'This studio takes saved cards only. Send the saved card that pays.', {
    reason: 'not_accepted',
  });
};
