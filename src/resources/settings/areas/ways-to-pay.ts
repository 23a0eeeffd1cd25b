import { extension, flag, integer } from '../../../kernel/schemas.ts';
import { setting } from '../setting.ts';

/** The settings of paying with more than saved cards. */
export const waysToPay = {
  waysToPay: setting(
    extension(
      flag(),
      'Whether members pay with whatever the account at the processor has switched on: wallets, direct debit, banks, ' +
        'and cards. Off, they pay with saved cards.',
    ),
    false,
  ),
  usableWhileProcessing: setting(
    extension(
      flag(),
      'Whether what members buy themselves can be used while their bank takes days for the payment. Renewals and what ' +
        'staff sell always can.',
    ),
    true,
  ),
  prenotificationDays: setting(
    extension(
      integer(0, 30),
      'How many days before a renewal by direct debit the client is notified. 0 to notify no one.',
    ),
    2,
  ),
};
