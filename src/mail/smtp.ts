import { createSecureContext, rootCertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { MINUTE_MS } from '../kernel/durations.ts';
import { isFault } from '../kernel/errors.ts';
import { requireResolvable } from '../kernel/host-names.ts';
import { partsOf } from './parts.ts';
import { isReservedAddress, type MailFailure, MailNotSent, type MailTransport } from './transport.ts';

/** Real milliseconds. Greylisting servers and virus scanners answer late: RFC 5321 asks for minutes. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 30_000, socketTimeout: 2 * MINUTE_MS };
/** Connections to the server of the studio, and mails over each of them. */
const POOL = { pool: true, maxConnections: 4, maxMessages: 100 } as const;
/** The most characters of an answer that are kept. */
const ANSWER_LENGTH = 500;

interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

const AUTHENTICATION_REQUIRED = 530;
/** The commands whose refusal is about a mail. */
const OF_MAIL: ReadonlySet<string> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

const TIMED_OUT = /timeout|timed out/i;
const TLS = /certificate|ssl|tls|self.signed/i;

const failureOf = (error: SmtpError): MailFailure => {
  const { responseCode = 0, code = '', command = '' } = error;
  const message = (error.response ?? error.message).replace(/\s+/g, ' ').slice(0, ANSWER_LENGTH);
  const temporary = { message, isPermanent: false, isRecipient: false };
  // A password that is wrong today may be mended tomorrow: no mail is lost to it.
  if (code === 'EAUTH' || responseCode === AUTHENTICATION_REQUIRED) return { code: 'auth_error', ...temporary };
  // Before a mail is named, the server refuses the studio and not the mail.
  if (responseCode >= 500 && responseCode < 600 && OF_MAIL.has(command)) {
    return { code: 'refused', message, isPermanent: true, isRecipient: command === 'RCPT TO' };
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
  /** Whether connections are kept for later mails. */
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

const RESERVED_ADDRESS: MailFailure = {
  code: 'refused',
  message: 'The domain of the address is reserved for examples: nobody can have it.',
  isPermanent: true,
  isRecipient: true,
};

/** Sends mails to an SMTP server. @throws Error when an extra certificate is invalid */
export const createSmtp = ({ url, fromAddress, extraCa, isPooled }: SmtpOptions): SmtpTransport => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const hasPassword = username !== '';
  const transport = createTransport({
    ...(isPooled ? POOL : {}),
    ...TIMEOUTS,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password leaves this machine encrypted only, also where somebody on the way takes STARTTLS out of the answer.
    requireTLS: hasPassword && !LOOPBACK.test(host),
    ...(hasPassword ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    tls: trusted(extraCa),
  });
  return {
    fromAddress,
    async send(mail) {
      if (isReservedAddress(mail.to)) throw new MailNotSent(RESERVED_ADDRESS);
      const { response } = await ofMail(url, () => transport.sendMail(partsOf(mail, fromAddress)));
      return response.slice(0, ANSWER_LENGTH);
    },
    async verify() {
      await ofMail(url, () => transport.verify());
    },
    close: () => transport.close(),
  };
};
