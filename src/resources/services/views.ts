import type { Read } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { modeOfKey } from '../../payments-processor/stripe/mode.ts';
import type { ProcessorInfo } from '../settings/view.ts';
import type { Machine } from '../system/port.ts';
import type { CardProcessorResponse, MailServerResponse } from './shapes.ts';
import { storedService } from './stored.ts';

export interface ServiceDeps {
  readonly machine: Machine | undefined;
  readonly secrets: { readonly seal: Seal };
  readonly store: Store;
  readonly mailClock: Pick<Clock, 'now'>;
  readonly processorInfo: () => ProcessorInfo;
}

const NO_SERVER = { host: null, port: null, security: null, user: null, hasPassword: false, fromAddress: null };

export const mailServerView = ({ db }: Read, { machine, secrets }: ServiceDeps): MailServerResponse => {
  const object = 'mail_server';
  const services = machine?.services;
  if (services === undefined) return { object, source: 'sandbox', canChange: false, ...NO_SERVER };
  const { mailServer: given } = services.given;
  if (given !== undefined) {
    return { object, source: 'environment', canChange: false, ...given, hasPassword: given.user !== null };
  }
  const stored = storedService(db, secrets.seal, 'mail_server');
  if (stored === undefined) return { object, source: null, canChange: true, ...NO_SERVER };
  const { password, ...shown } = stored;
  return { object, source: 'console', canChange: true, ...shown, hasPassword: password !== null };
};

const NO_KEYS = { mode: null, publishableKey: null, secretKeyEnd: null, account: null, hasWebhookSecret: false };

export const cardProcessorView = (
  { db }: Read,
  { machine, secrets, processorInfo }: ServiceDeps,
): CardProcessorResponse => {
  const object = 'card_processor';
  const services = machine?.services;
  if (services === undefined || services.given.cardProcessor) {
    const { mode, account } = processorInfo();
    const source = services === undefined ? 'sandbox' : 'environment';
    return { object, source, canChange: false, ...NO_KEYS, mode, account };
  }
  const stored = storedService(db, secrets.seal, 'card_processor');
  if (stored === undefined) return { object, source: null, canChange: true, ...NO_KEYS };
  const { secretKey, publishableKey, account, webhookSecret } = stored;
  return {
    object,
    source: 'console',
    canChange: true,
    mode: modeOfKey(secretKey),
    publishableKey,
    secretKeyEnd: secretKey.slice(-4),
    account,
    hasWebhookSecret: webhookSecret !== null,
  };
};
