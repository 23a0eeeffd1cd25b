import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { createSeal, KEY_FILE, readKeyFile, type Seal } from '../../database/seal.ts';
import { systemRandom } from '../../kernel/random.ts';
import { createTestMail } from '../../mail/test-mail.ts';
import type { ServicesPort } from '../../resources/services/port.ts';
import { type MailServer, smtpUrlOf, storedService } from '../../resources/services/stored.ts';
import { mailTransport } from './mail.ts';
import { createStripe } from './processor.ts';

const hasMailServer = ({ smtpUrl, mailFrom }: Config): boolean => smtpUrl !== undefined || mailFrom !== undefined;

const hasProcessor = ({ processor, stripeSecretKey, stripePublishableKey }: Config): boolean =>
  processor !== undefined || stripeSecretKey !== undefined || stripePublishableKey !== undefined;

const withMailServer = (config: Config, server: MailServer): Config => ({
  ...config,
  smtpUrl: smtpUrlOf(server),
  mailFrom: server.fromAddress,
});

interface Keys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly account: string | null;
  readonly webhookSecret: string | null;
}

const withProcessor = (config: Config, { secretKey, publishableKey, account, webhookSecret }: Keys): Config => ({
  ...config,
  processor: 'stripe',
  stripeSecretKey: secretKey,
  stripePublishableKey: publishableKey,
  stripeAccount: account ?? undefined,
  stripeWebhookSecret: webhookSecret ?? undefined,
});

/**
 * The settings, with the services that an owner has set up in the console. What the settings have themselves wins: with
 * `--processor sandbox` a copy of a studio charges no cards.
 */
export const withServices = (config: Config, db: Database, seal: Seal): Config => {
  const server = hasMailServer(config) ? undefined : storedService(db, seal, 'mail_server');
  const keys = hasProcessor(config) ? undefined : storedService(db, seal, 'card_processor');
  const mailing = server === undefined ? config : withMailServer(config, server);
  return keys === undefined ? mailing : withProcessor(mailing, keys);
};

/** As `withServices`, for a verb that reads a data directory. Where that, or its key, cannot be read, the settings are all there is. */
export const withStoredServices = (config: Config, directory: string, db: Database): Config => {
  try {
    const random = systemRandom();
    return withServices(config, db, createSeal(readKeyFile(join(directory, KEY_FILE), random, false), random));
  } catch {
    return config;
  }
};

const givenMailServer = (config: Config): ServicesPort['given']['mailServer'] => {
  if (!hasMailServer(config)) return undefined;
  const { protocol, hostname, port, username } = new URL(config.smtpUrl ?? 'smtp://localhost');
  const security = protocol === 'smtps:' ? 'tls' : 'starttls';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (security === 'tls' ? 465 : 587),
    security,
    user: username === '' ? null : decodeURIComponent(username),
    fromAddress: config.mailFrom ?? '',
  };
};

interface ServicesDeps {
  /** As they were given, without what is stored. */
  readonly given: Config;
  /** As they are in use. */
  readonly config: Config;
  readonly serveAgain: (why: string) => void;
}

/** What a server does with the services that its owner sets up. */
export const servicesOf = ({ given, config, serveAgain }: ServicesDeps): ServicesPort => {
  const opened = async (server: MailServer | undefined) => {
    const transport = await mailTransport(server === undefined ? config : withMailServer(given, server), false);
    if (transport === undefined) throw new Error('no mail server is set up');
    return transport;
  };
  return {
    given: { mailServer: givenMailServer(given), cardProcessor: hasProcessor(given) },
    async tryMailServer(server) {
      const transport = await opened(server);
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
    async sendTest(server, to, locale) {
      const transport = await opened(server);
      try {
        return await transport.send(createTestMail(to, transport.fromAddress, systemRandom(), locale));
      } finally {
        transport.close();
      }
    },
    async tryProcessor(keys) {
      const processor = createStripe(withProcessor(given, keys));
      await processor.accountState({ mode: processor.mode, account: keys.account });
    },
    serveAgain,
  };
};
