import { Type } from '@sinclair/typebox';
import {
  described,
  email,
  flag,
  integer,
  line,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES } from '../../payments-processor/port.ts';

const SOURCES = ['environment', 'console', 'sandbox'] as const;
const source = () =>
  described(
    nullable(oneOf(...SOURCES)),
    'Where it is set up: `environment`, in the settings of the server, which win; `console`, here; `sandbox`, a stand-in. ' +
      '`null` if it is not set up.',
  );
const canChange = () =>
  described(flag(), 'Whether it can be set up here: not if the settings of the server set it, and not in a sandbox.');

const MAIL_FAILURES = [
  'connect_error',
  'tls_error',
  'timeout',
  'auth_error',
  'refused',
  'recipient_refused',
  'deferred',
  'interrupted',
] as const;

const SECURITY = ['tls', 'starttls'] as const;
const host = () =>
  Type.String({ pattern: '^(?:[A-Za-z0-9][A-Za-z0-9_.-]{0,252}|[0-9A-Fa-f:]{2,45})$', maxLength: 253 });

export const MailServerSchema = shape('MailServer', () => ({
  object: Type.Literal('mail_server'),
  source: source(),
  canChange: canChange(),
  host: described(nullable(Type.String()), 'The host name or address of the mail server.'),
  port: described(nullable(integer(1, 65_535)), 'The TCP port.'),
  security: described(nullable(oneOf(...SECURITY)), 'How the connection is encrypted.'),
  user: described(nullable(Type.String()), 'The user name. `null` if the server asks for none.'),
  hasPassword: described(flag(), 'Whether a password is set. It is never returned.'),
  fromAddress: described(nullable(Type.String()), 'The address emails are sent from.'),
}));
export type MailServerResponse = Static<typeof MailServerSchema>;

const mailServerFields = () => ({
  host: described(host(), 'The host name or address of the mail server, without a port.'),
  port: described(integer(1, 65_535), 'The TCP port.'),
  security: described(
    oneOf(...SECURITY),
    '`tls` encrypts from the first byte (port 465); `starttls` asks for encryption on a plain connection (port 587).',
  ),
  user: described(optional(nullable(line(254))), 'The user name, if the server asks for one.'),
  password: described(
    optional(nullable(Type.String({ minLength: 1, maxLength: 1000 }))),
    'The password of the user. Without it, the stored password is kept, as long as host, port, security, and user stay the same.',
  ),
  fromAddress: described(email(), 'The address emails are sent from.'),
});

export const SetMailServer = shape('SetMailServer', mailServerFields);
export type SetMailServerRequest = Static<typeof SetMailServer>;

export const TestMailServer = shape('TestMailServer', () => ({
  server: described(
    optional(object(mailServerFields)),
    'The server to test before you store it. Without it, the one that is set up is tested.',
  ),
}));

export const MailServerTest = shape('MailServerTest', () => ({
  object: Type.Literal('mail_server_test'),
  isAccepted: described(flag(), 'Whether the mail server accepted the email.'),
  problem: described(nullable(oneOf(...MAIL_FAILURES)), 'Why it did not. `null` if it did.'),
  message: described(Type.String(), "The server's response, or what happened."),
  action: described(nullable(Type.String()), 'What to do. `null` if it was accepted.'),
  email: described(Type.String(), 'The address it went to: your own.'),
}));

export const CardProcessorSchema = shape('CardProcessor', () => ({
  object: Type.Literal('card_processor'),
  source: source(),
  canChange: canChange(),
  mode: described(nullable(oneOf(...PROCESSOR_MODES)), '`live` charges money; `test` does not.'),
  publishableKey: described(nullable(Type.String()), 'The publishable key, which pages show.'),
  secretKeyEnd: described(nullable(Type.String()), 'The last 4 characters of the secret key.'),
  account: described(nullable(Type.String()), 'On a platform, the connected account.'),
  hasWebhookSecret: described(flag(), 'Whether the secret that signs messages of the processor is set.'),
}));
export type CardProcessorResponse = Static<typeof CardProcessorSchema>;

const stripeKey = (pattern: string, description: string) =>
  described(Type.String({ pattern, maxLength: 255 }), description);

export const SetCardProcessor = shape('SetCardProcessor', () => ({
  secretKey: optional(
    stripeKey(
      '^(sk|rk)_(test|live)_\\w{1,240}$',
      'The secret key, or a restricted one. Without it, the stored key is kept.',
    ),
  ),
  publishableKey: stripeKey('^pk_(test|live)_\\w{1,240}$', 'The publishable key, of the same mode as the secret key.'),
  account: optional(nullable(stripeKey('^acct_\\w{1,240}$', 'On a platform, the connected account.'))),
  webhookSecret: optional(
    nullable(
      stripeKey(
        '^whsec_[!-~]{1,240}$',
        'The secret that signs messages to `/webhooks/processor`. Without it, the stored secret is kept; `null` removes it.',
      ),
    ),
  ),
}));
export type SetCardProcessorRequest = Static<typeof SetCardProcessor>;
