import type { CodeRow } from './conflict-codes.ts';

/** The codes of status 409 where a mail cannot be sent. */
export const mailConflicts: readonly CodeRow[] = [
  [
    'mail_not_set_up',
    'The server has no mail server, so it cannot send emails.',
    'Set STUDIOD_SMTP_URL and STUDIOD_MAIL_FROM, or ask an owner or manager for a link.',
  ],
  [
    'mail_not_possible',
    'No emails go to this client: there is no email address, emails to it bounce, or emails are turned off at the site.',
    'Correct the address of the client, or give them the information another way.',
  ],
];
