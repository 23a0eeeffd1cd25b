import { creatorFinder } from '../auth/creators.ts';
import type { Read } from '../database/database.ts';
import type { RaiseListener } from '../database/store.ts';
import { systemClock } from '../kernel/clock.ts';
import { brandDefaults } from '../resources/settings/queries.ts';
import { actAs } from '../resources/staff/actor.ts';
import { createEndpointOwners } from '../webhooks/endpoint-owners.ts';
import { createFanOut } from '../webhooks/fan-out.ts';
import { createWebhooks, type Webhooks } from '../webhooks/pipeline.ts';
import type { AppDeps } from './deps.ts';

const brandSiteId = (read: Read): string => brandDefaults(read).defaultSiteId;

/** Decides what webhook endpoints may get. */
export const endpointOwners = createEndpointOwners(creatorFinder(actAs), brandSiteId);

/** For the events that a verb of the command line raises: a server sends them. */
export const fanOutToServer = (): RaiseListener => createFanOut(endpointOwners);

interface WebhooksDeps
  extends Pick<AppDeps, 'store' | 'time' | 'random' | 'seal' | 'webhookNetwork' | 'webhookSender' | 'reportError'> {
  readonly isSandbox: boolean;
  readonly requests: () => number;
}

export const connectWebhooks = (deps: WebhooksDeps): Webhooks => {
  const {
    store,
    time,
    random,
    seal,
    requests,
    webhookNetwork: network,
    webhookSender: sender,
    reportError,
    isSandbox,
  } = deps;
  const webhooks = createWebhooks({
    store,
    time,
    random,
    seal,
    requests,
    network,
    sender,
    brandSiteId,
    owners: endpointOwners,
    report: (message, error) => reportError(error, message),
    // Retries without jitter are predictable when the clock is moved by hand.
    limits: isSandbox ? { jitter: 0 } : {},
    // A receiver compares the time of a signature with its own clock, which does not follow the clock of a sandbox.
    ...(isSandbox && { signatureClock: systemClock }),
  });
  store.onRaise(webhooks.fanOut);
  return webhooks;
};
