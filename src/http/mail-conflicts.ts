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
    'No mail goes to this client: there is no email address, mails to it come back, or mails are turned off at the site.',
    'Correct the address of the client, or give them what the mail says in another way.',
  ],
];
