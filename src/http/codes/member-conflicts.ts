import type { CodeRow } from './code-row.ts';

/** The codes of status 409 that members get when they sign in, sign up and buy. */
export const memberConflicts: readonly CodeRow[] = [
  [
    'member_sign_in_off',
    'Members cannot sign in here: no mail server is set up, or STUDIOD_MEMBER_SIGN_IN is off.',
    'Use the sign-in provider of the studio, or set STUDIOD_SMTP_URL and STUDIOD_MAIL_FROM.',
  ],
  [
    'agreement_changed',
    'The waiver or consent of the site has changed since the member read it.',
    'Show the current text, and have the member agree to it.',
  ],
  ['sign_up_decided', 'The client has not signed up, or the sign-up was already decided.', 'No action is needed.'],
  [
    'end_not_allowed',
    'The member cannot cancel the package, or undo the cancellation. The code in details is the reason: does_not_renew, not_ended, card_missing, or not_payer.',
    'Show the member how the package ends; with card_missing, the studio renews it with another card.',
  ],
  [
    'already_in_household',
    'The client is in a household already, and can be in one only.',
    'Take them out of it first.',
  ],
  [
    'household_needs_adult',
    'Dependants would stay in the household without an adult.',
    'Add another adult first, or dissolve the household.',
  ],
  [
    'erasure_not_requested',
    'The client has not asked to be erased, or the request was already decided.',
    'No action is needed.',
  ],
  [
    'reminder_not_possible',
    'There is nothing to remind the member of. The code in details is the reason: open, cancelled, started, no_email, or mail_off.',
    'With open, book the session; with no_email, enter an email address in the profile.',
  ],
  [
    'discount_code_unknown',
    'There is no such discount code, or it is archived.',
    'Check the spelling, or leave the code out.',
  ],
  ['discount_code_not_started', 'The discount code cannot be used yet.', 'Leave the code out, or wait.'],
  ['discount_code_ended', 'The discount code has ended.', 'Leave the code out, or send another one.'],
  [
    'discount_code_not_for_plan',
    'The discount code is not for this plan, its currency or this site, or the plan costs nothing.',
    'Leave the code out, or choose a plan it is valid for.',
  ],
  ['discount_code_new_clients_only', 'The discount code is for new clients.', 'Leave the code out.'],
  ['discount_code_already_used', 'The client has used the discount code as often as one may.', 'Leave the code out.'],
  ['discount_code_used_up', 'The discount code was used as often as it can be.', 'Leave the code out.'],
  ['discount_code_exists', 'Another discount code has this text.', 'Archive that code, or choose another text.'],
  ['too_many_passkeys', 'The member has 20 passkeys.', 'Remove a passkey first.'],
  [
    'purchase_completed',
    'The bank has approved the purchase, and it is complete, so it cannot be abandoned.',
    'Retrieve the purchase. The package or booking can be canceled instead.',
  ],
];
