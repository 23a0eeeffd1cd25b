import { createSecureContext, rootCertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MINUTE_MS } from '../kernel/durations.ts';
import { isFault } from '../kernel/errors.ts';
import { requireResolvable } from '../kernel/host-names.ts';
import { partsOf } from './parts.ts';
import { isReservedAddress, type MailFailure, MailNotSent, type MailTransport } from './transport.ts';

/** Real milliseconds. Greylisting servers and virus scanners answer late: RFC 5321 asks for minutes. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 30_000, socketTimeout: 2 * MINUTE_MS };
/** Connections to the server of the studio, and emails over each of them. */
const POOL = { pool: true, maxConnections: 4, maxMessages: 100 } as const;
/** The maximum number of characters of an answer that are kept. */
const ANSWER_LENGTH = 500;

interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

const AUTHENTICATION_REQUIRED = 530;
/** The commands whose refusal is about an email. */
const OF_MAIL: ReadonlySet<string> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

const TIMED_OUT = /timeout|timed out/i;
const TLS = /certificate|ssl|tls|self.signed/i;

/** The email is larger than the server, or the mailbox, takes. */
const TOO_LARGE = 552;

const failureOf = (error: SmtpError): MailFailure => {
  const { responseCode = 0, code = '', command = '' } = error;
  const message = (error.response ?? error.message).replace(/\s+/g, ' ').slice(0, ANSWER_LENGTH);
  const temporary = { message, isPermanent: false, isRecipient: false };
  // A password that is wrong today may be fixed tomorrow, so no email is lost.
  if (code === 'EAUTH' || responseCode === AUTHENTICATION_REQUIRED) return { code: 'auth_error', ...temporary };
  // Before an email is named, the server refuses the studio and not the email.
  if (responseCode >= 500 && responseCode < 600 && OF_MAIL.has(command)) {
    const isRecipient = command === 'RCPT TO';
    const isContent = !isRecipient && (command === 'DATA' || responseCode === TOO_LARGE);
    return {
      code: 'refused',
      message,
      isPermanent: true,
      isRecipient,
      ...(isContent ? { isContent: true as const } : {}),
    };
  }
  if (responseCode >= 400) return { code: 'deferred', ...temporary };
  if (code === 'ETLS' || TLS.test(error.message)) return { code: 'tls_error', ...temporary };
  if (code === 'ETIMEDOUT' || TIMED_OUT.test(error.message)) return { code: 'timeout', ...temporary };
  return { code: 'connect_error', ...temporary };
};

const LOOPBACK = /^(?:localhost|127\.[\d.]+|::1)$/;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly url: string;
  readonly fromAddress: string;
  /** Trusted certificates in PEM besides public ones. */
  readonly extraCa: readonly string[];
  /** Whether connections are kept for later emails. */
  readonly isPooled: boolean;
}

/** The certificates that are trusted. @throws Error when one of the extra ones is invalid */
const trusted = (extraCa: readonly string[]): { readonly ca?: string[] } => {
  if (extraCa.length === 0) return {};
  createSecureContext({ ca: [...extraCa] });
  return { ca: [...rootCertificates, ...extraCa] };
};

export interface SmtpTransport extends MailTransport {
  /** Connects and signs in. @throws MailNotSent */
  verify(): Promise<void>;
}

const ofMail = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  try {
    await requireResolvable(url);
    return await work();
  } catch (error) {
    if (isFault(error)) throw error;
    throw new MailNotSent(failureOf(error as SmtpError));
  }
};

/** What the server says of an attempt to sign in, whose message begins with its status. */
const refusedSignIn = ({ response }: { readonly response: string }): Error => new Error(`Invalid login: ${response}`);

/** A logger of the library that is given what the server says. */
const serverLines = (heard: (line: string) => void) => {
  const log = (entry: unknown, message: unknown): void => {
    if (Object(entry).tnx === 'server') heard(String(message));
  };
  return { trace: log, debug: log, info: log, warn: log, error: log, fatal: log, level: () => {} };
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * Signs in by PLAIN, and by LOGIN where the server offers both and refuses PLAIN: some offer what they do not know. The library
 * tries one of them.
 */
const plainThenLogin: SMTPConnection.CustomAuthenticationHandlers[string] = async (context) => {
  const { user, pass } = context.auth.credentials;
  const send = (command: string) => Promise.resolve(context.sendCommand(command));
  const isTaken = ({ status }: SMTPConnection.CustomAuthenticationResponse): boolean => status >= 200 && status < 300;
  let answer = await send(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`);
  if (!isTaken(answer) && context.authMethods.includes('LOGIN')) {
    for (const step of ['AUTH LOGIN', base64(user), base64(pass)]) {
      answer = await send(step);
      if (answer.status >= 400) break;
    }
  }
  if (!isTaken(answer)) throw refusedSignIn(answer);
};

const OTHER_ALPHABET = /[^\u0020-\u007e]/;

/** Whether the part of an address before the @ has letters that only a server with SMTPUTF8 may be given (RFC 6531). */
const needsUtf8 = (address: string): boolean => OTHER_ALPHABET.test(address.slice(0, address.lastIndexOf('@')));

const NOT_ASCII: MailFailure = {
  code: 'refused',
  message:
    'The mail server does not support addresses with letters such as ö or ж before the @ (SMTPUTF8). No email was sent. Use another address ' +
    'for this person, or another mail server.',
  isPermanent: true,
  isRecipient: true,
};

const RESERVED_ADDRESS: MailFailure = {
  code: 'refused',
  message: 'The domain of this address is reserved for examples, so no one can receive email there.',
  isPermanent: true,
  isRecipient: true,
};

/** Sends emails to an SMTP server. @throws Error when an extra certificate is invalid */
export const createSmtp = ({ url, fromAddress, extraCa, isPooled }: SmtpOptions): SmtpTransport => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const hasPassword = username !== '';
  const options = {
    ...TIMEOUTS,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password leaves this machine encrypted only, also where someone on the way takes STARTTLS out of the answer.
    requireTLS: hasPassword && !LOOPBACK.test(host),
    ...(hasPassword ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    customAuth: { PLAIN: plainThenLogin },
    tls: trusted(extraCa),
  };
  const transport = createTransport({ ...(isPooled ? POOL : {}), ...options });
  /** Whether the server takes addresses of other alphabets. It is asked on a connection of its own, since the library keeps the answer. */
  const takesUtf8 = async (): Promise<boolean> => {
    let takes = false;
    const asking = createTransport({
      ...options,
      transactionLog: true,
      logger: serverLines((line) => {
        if (/^250[ -]SMTPUTF8\b/im.test(line)) takes = true;
      }),
    });
    try {
      await asking.verify();
      return takes;
    } finally {
      asking.close();
    }
  };
  return {
    fromAddress,
    async send(mail) {
      if (isReservedAddress(mail.to)) throw new MailNotSent(RESERVED_ADDRESS);
      if (needsUtf8(mail.to) && !(await ofMail(url, takesUtf8))) throw new MailNotSent(NOT_ASCII);
      const parts = partsOf(mail, fromAddress);
      const { response } = await ofMail(url, () => transport.sendMail(parts));
      return response.slice(0, ANSWER_LENGTH);
    },
    async verify() {
      await ofMail(url, () => transport.verify());
    },
    close: () => transport.close(),
  };
};
