import type { CodeRow } from './code-row.ts';

/** The codes of status 409 where an email cannot be sent. */
export const mailConflicts: readonly CodeRow[] = [
  [
    'mail_not_set_up',
    'The server has no mail server, so it cannot send emails.',
    'Ask an owner to set one up in the console, under Settings, Emails, or ask an owner or manager for a link.',
  ],
  [
    'mail_server_failed',
    'The mail server could not be reached, or refused the sign-in; the code in details is the reason. Nothing was stored.',
    'Do what the message says, then send the request again.',
  ],
  [
    'configured_elsewhere',
    'The settings of the server, or the sandbox, have this service, and win over what is set up by the interface.',
    'Remove the setting that the message names, and restart the server.',
  ],
  [
    'mail_not_possible',
    'No emails go to this client: there is no email address, emails to it bounce, or emails are turned off at the site.',
    'Correct the address of the client, or give them the information another way.',
  ],
];
