import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { resolve } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export const tlsFile = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);

/** A mail that the server has taken. */
export interface Arrived {
  readonly to: string;
  readonly from: string;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly raw: string;
}

interface Answer {
  /** The status and the text with which the server refuses. */
  readonly refuse?: readonly [number, string];
  /** What the answer waits for. */
  readonly after?: Promise<unknown>;
}

interface MailServerOptions {
  /** How a recipient is answered. */
  readonly onRecipient?: (address: string) => Answer | undefined;
  /** Whether it ends the connection in the middle of a mail. */
  readonly breaksOff?: (address: string) => boolean;
  /** How a whole mail is answered; the server has then taken it unless it refuses. */
  readonly onMail?: (mail: Arrived) => Answer | undefined;
  /** With a certificate from the first byte (smtps), or after STARTTLS. */
  readonly tls?: 'implicit' | 'starttls';
  /** Its certificate: loopback is for 127.0.0.1, receiver for receiver.test. */
  readonly certificate?: 'loopback' | 'receiver';
  /** User and password that it asks for. */
  readonly account?: { readonly user: string; readonly password: string };
  /** The one method by which it lets users in; it offers PLAIN and LOGIN, and refuses the other with 504. */
  readonly knows?: 'PLAIN' | 'LOGIN';
  /** Whether it takes addresses of any alphabet. */
  readonly takesUtf8?: false;
}

const problemOf = ([responseCode, text]: readonly [number, string]): Error =>
  Object.assign(new Error(text), { responseCode });

const NOTHING = Promise.resolve();

/** A real SMTP server on loopback. */
export const startMailServer = async (given: MailServerOptions = {}) => {
  const { onRecipient, onMail, breaksOff, tls, account, knows, takesUtf8 = true, certificate = 'loopback' } = given;
  const arrived: Arrived[] = [];
  const counts = { connections: 0, recipients: 0 };
  const files = {
    cert: readFileSync(tlsFile(`${certificate}.pem`), 'utf8'),
    key: readFileSync(tlsFile(`${certificate}.key`), 'utf8'),
  };
  const options: SMTPServerOptions = {
    secure: tls === 'implicit',
    ...(tls === undefined ? { hideSTARTTLS: true } : files),
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hideSMTPUTF8: !takesUtf8,
    onConnect(_, done) {
      counts.connections += 1;
      done();
    },
    onAuth({ username, password, method }, _, done) {
      if (knows !== undefined && knows !== method) done(problemOf([504, 'Unrecognized authentication type']));
      else if (username === account?.user && password === account?.password) done(null, { user: username });
      else done(problemOf([535, 'The password is wrong']));
    },
    onRcptTo({ address }, _, done) {
      counts.recipients += 1;
      const { refuse, after = NOTHING } = onRecipient?.(address) ?? {};
      void after.then(() => done(refuse === undefined ? null : problemOf(refuse)));
    },
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1');
        if (breaksOff?.(session.envelope.rcptTo[0]?.address ?? '') === true) endConnections();
      });
      stream.on('end', () => {
        const { rcptTo, mailFrom } = session.envelope;
        const mail: Arrived = {
          to: rcptTo[0]?.address ?? '',
          from: mailFrom === false ? '' : mailFrom.address,
          messageId: /^message-id: <(.*)>/im.exec(raw)?.[1] ?? '',
          raw,
        };
        const { refuse, after = NOTHING } = onMail?.(mail) ?? {};
        if (refuse === undefined) arrived.push(mail);
        void after.then(() => done(refuse === undefined ? null : problemOf(refuse)));
      });
    },
  };
  const server = new SMTPServer(options);
  const endConnections = (): void => {
    for (const { _socket } of server.connections as unknown as Iterable<{ _socket: Socket }>) _socket.destroy();
  };
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    arrived,
    counts,
    url: (user = account) => {
      const credentials =
        user === undefined ? '' : `${encodeURIComponent(user.user)}:${encodeURIComponent(user.password)}@`;
      return `${tls === 'implicit' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

export const parsed = (mail: Pick<Arrived, 'raw'>): Promise<ParsedMail> =>
  simpleParser(Buffer.from(mail.raw, 'latin1'));

export const ca = (name = 'loopback.pem'): string => readFileSync(tlsFile(name), 'utf8');
