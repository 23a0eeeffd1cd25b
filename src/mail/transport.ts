/** An email, ready to be sent. */
export interface Mail {
  /** Without angle brackets. Every attempt to send an email has the same one, so that a repeat can be recognized. */
  readonly messageId: string;
  readonly to: string;
  /** The name of the sender; its address is the setting `mail-from`. */
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** An appointment, for emails that put it in a calendar, change it or take it out. */
  readonly calendar: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | null;
  /** The address that ends such emails with one click (RFC 8058); null for emails that cannot be unsubscribed. */
  readonly unsubscribeUrl: string | null;
}

/** Why an email was not accepted. */
export interface MailFailure {
  readonly code: 'connect_error' | 'tls_error' | 'timeout' | 'auth_error' | 'refused' | 'deferred' | 'interrupted';
  /** What the server said, or what happened. */
  readonly message: string;
  /** Whether another attempt would fail too. */
  readonly isPermanent: boolean;
  /** Whether the server refused the recipient permanently, rather than the sender or the email. */
  readonly isRecipient: boolean;
  /** Whether it refused the email for what is in it, such as its size. */
  readonly isContent?: true;
}

export interface MailTransport {
  /** The address from which its emails come. */
  readonly fromAddress: string;
  /** Resolves with the last line of the server. @throws MailNotSent */
  send(mail: Mail): Promise<string>;
  /** Closes idle connections. */
  close(): void;
}

/** Thrown by a transport for an email that the server has not accepted. */
export class MailNotSent extends Error {
  constructor(readonly failure: MailFailure) {
    super(failure.message);
  }
}

/** Domains that no one can have (RFC 2606), such as the domains of made-up people. */
const RESERVED = /\.(?:example|invalid|test)$/i;

/** Whether no mail server takes emails for an address. */
export const isReservedAddress = (address: string): boolean => RESERVED.test(address);
