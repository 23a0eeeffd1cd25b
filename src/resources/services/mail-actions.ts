import type { MailFailure } from '../../mail/transport.ts';

const ACTIONS: Readonly<Record<MailFailure['code'], string>> = {
  connect_error: 'Check host and port, and whether the server of the studio can reach it.',
  timeout: "Check host, port, and security: 'tls' is for port 465, 'starttls' for port 587 or 25.",
  tls_error: "Check security and host: use the name in the server's certificate.",
  auth_error: 'Check user and password. Some providers ask for a password made for apps.',
  refused: 'Check whether the server lets you send from fromAddress.',
  deferred: 'The server may accept it later. Try again in a few minutes.',
  interrupted: 'Try again.',
};

/** What to do where a mail server has refused. */
export const mailAction = ({ code, isRecipient }: MailFailure): string =>
  isRecipient ? 'Check your own email address.' : ACTIONS[code];
