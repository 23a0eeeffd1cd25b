import type { Config } from '../../config/settings.ts';
import { errorMessage } from '../../kernel/errors.ts';
import type { SmtpTransport } from '../../mail/smtp.ts';
import type { MailFailure } from '../../mail/transport.ts';
import { exit, VerbError } from '../verb.ts';
import { readPemFile } from './pem-file.ts';

/** The settings of a mail server that is set up. */
interface MailServer {
  readonly url: string;
  readonly fromAddress: string;
}

/** The mail server of the settings; undefined where there is none. @throws VerbError when only half of it is configured. */
export const mailServerOf = ({ smtpUrl, mailFrom }: Config): MailServer | undefined => {
  if (smtpUrl === undefined) return undefined;
  if (mailFrom !== undefined) return { url: smtpUrl, fromAddress: mailFrom };
  throw new VerbError(
    '--smtp-url needs --mail-from: the address emails are sent from, such as studio@example.com.',
    exit.usage,
  );
};

/** The files of certificate authorities that the mail server needs. @throws VerbError when they cannot be read. */
const mailCa = ({ smtpCaFile }: Config): readonly string[] =>
  smtpCaFile === undefined ? [] : [readPemFile('--smtp-ca-file', smtpCaFile)];

/**
 * Sends emails to the configured server; undefined where there is none. Its library is loaded only then.
 * @throws VerbError for settings that do not fit.
 */
export const mailTransport = async (config: Config, isPooled = true): Promise<SmtpTransport | undefined> => {
  const server = mailServerOf(config);
  if (server === undefined) return undefined;
  const extraCa = mailCa(config);
  const { createSmtp } = await import('../../mail/smtp.ts');
  try {
    return createSmtp({ ...server, extraCa, isPooled });
  } catch (error) {
    throw new VerbError(`--smtp-ca-file: '${config.smtpCaFile}' has no valid certificate: ${errorMessage(error)}.`);
  }
};

const ACTIONS: Readonly<Record<MailFailure['code'], string>> = {
  connect_error: 'Check the host and port of --smtp-url, and whether this machine can reach it.',
  timeout: 'Check the host and port of --smtp-url: smtps:// is for port 465, smtp:// for port 587 or 25.',
  tls_error: 'Use the name in the certificate, or set --smtp-ca-file to the certificate of its authority.',
  auth_error: 'Check the user and password of --smtp-url. Encode characters such as @ or / in them as %40 or %2F.',
  refused: 'Check whether the server lets --mail-from send emails.',
  deferred:
    'The server may accept it later; many temporarily reject unknown senders (greylisting). Try again in a few minutes.',
  interrupted: 'Try again.',
};

const CONTENT_ACTION =
  'The server rejects the email itself, for its size or its content. Shorten your email templates, or ask whoever runs the server.';

/** What to do where the mail server has not taken an email. */
export const mailAction = ({ code, isRecipient, isContent }: MailFailure): string => {
  if (isRecipient) return 'Check the address of the recipient.';
  return isContent === true ? CONTENT_ACTION : ACTIONS[code];
};

/** The mail server without user and password. */
export const shownServer = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};
