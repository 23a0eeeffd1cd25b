import { type AnyElysia, Elysia } from 'elysia';
import { type ApiDeps, consequences, mountApi } from './api.ts';
import { createMetrics } from './app/metrics.ts';
import { createCards } from './app/payments.ts';
import type { MemberIssuer } from './auth/members/issuer.ts';
import { oauthRoutes } from './auth/oauth/routes.ts';
import { SCOPES } from './auth/scopes.ts';
import { addCardRoutes, CARDS_PREFIX } from './console/add-card.ts';
import type { Seal } from './database/seal.ts';
import type { Store } from './database/store.ts';
import { type AccessLog, bothOf } from './http/access-log.ts';
import type { Passage } from './http/authenticate.ts';
import { docsRoutes } from './http/docs/routes.ts';
import type { Demo } from './http/docs/start.ts';
import { type Fault, refuse } from './http/errors.ts';
import { createIdempotency } from './http/idempotency.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { createFront, type Peer } from './http/server.ts';
import type { Job } from './jobs/runner.ts';
import { createBackground } from './jobs/schedule.ts';
import type { Random } from './kernel/random.ts';
import type { Timeline } from './kernel/timer.ts';
import type { Processor } from './payments-processor/port.ts';
import type { TierLimits } from './rate-limits/tiers.ts';
import type { Appliance } from './resources/health/operations.ts';
import { PROCESSOR_PATH } from './resources/payment-methods/processor-events.ts';
import { brandDefaults } from './resources/sites/queries.ts';
import { createWebhooks, type WebhookDeps } from './webhooks/pipeline.ts';

/** What an application is made of. */
export interface AppDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly random: Random;
  readonly seal: Seal;
  readonly release: string;
  readonly environment: Appliance['environment'];
  /** `verify` holds every answer against its shape: for tests. */
  readonly mode: 'serve' | 'verify';
  readonly tiers: TierLimits;
  readonly trustedProxies: readonly string[];
  /** Told once for each peer, of a few at most, that sends X-Forwarded-For and is no trusted proxy. */
  readonly onForwardedIgnored?: (peer: string) => void;
  /** This server as others reach it: the issuer and audience of its access tokens. Asked for at use. */
  readonly rootUrl: () => string;
  /** The providers by whose ID tokens members sign in. */
  readonly memberIssuers: readonly MemberIssuer[];
  /** Origins whose pages may call the member API. */
  readonly memberCorsOrigins: readonly string[];
  /** Where webhooks may go beyond the public internet. */
  readonly webhookNetwork: WebhookDeps['network'];
  /** Told of what goes wrong inside: a fault of a request bears its request id, one of a job the job's name. */
  readonly fault: Fault;
  readonly accessLog?: AccessLog;
  /** Further work that happens by itself. */
  readonly jobs?: readonly Job[];
  /** Where cards are charged. */
  readonly processor: Processor;
  /** The connected account at the processor whose money it is; null where the keys are its own. */
  readonly processorAccount: string | null;
  /** What `/metrics` asks for; without it there is no such page, and nothing is counted for it. */
  readonly metricsToken?: string | undefined;
  /** What the documentation lets everybody try, in a sandbox. */
  readonly demo?: () => Demo;
  /** Further routes without credentials, such as the sandbox's own, and the prefix they live under. */
  readonly extra?: { readonly prefix: string; readonly routes: AnyElysia };
}

/** A made application. */
export interface App {
  /** Answers one request; `peer` finds the address of its connection. */
  fetch(request: Request, peer?: Peer): Response | Promise<Response>;
  /** The OpenAPI document, made at first use from the same routes, apart from those that serve. */
  document(): object;
  /** Begins what happens by itself: jobs, sweeps, deliveries. */
  start(): Promise<void>;
  /** Ends it, so that the store can be closed. */
  stop(): Promise<void>;
}

const OPEN_PATHS = ['/livez', '/readyz', '/docs', '/openapi.json', PROCESSOR_PATH];

/** The composition root: every part meets the others here and nowhere else. */
export const createApp = (deps: AppDeps): App => {
  const { store, time, random, seal, processor } = deps;
  let isReady = false;

  const isOpen = (path: string): boolean =>
    OPEN_PATHS.includes(path) ||
    (path === '/metrics' && deps.metricsToken !== undefined) ||
    path.startsWith('/docs/') ||
    path.startsWith(CARDS_PREFIX) ||
    (deps.extra !== undefined && path.startsWith(deps.extra.prefix));
  const front = createFront({ ...deps, isOpen, exemptLoopback: deps.environment === 'sandbox' });
  const { door } = front;

  const webhooks = createWebhooks({
    store,
    time,
    random,
    seal,
    network: deps.webhookNetwork,
    brandSiteId: (read) => brandDefaults(read).defaultSiteId,
    report: (message, error) => deps.fault(error, message),
    // Who moves the clock by hand wants retries at the second.
    limits: deps.environment === 'sandbox' ? { jitter: 0 } : {},
  });
  store.onRaise(webhooks.fanOut);
  store.onEventsCommitted(webhooks.wake);

  const idempotency = createIdempotency(seal);
  const report = (message: string, error: unknown) => deps.fault(error ?? new Error(message), message);
  const stopping = new AbortController();
  const cards = createCards({ ...deps, report, signal: stopping.signal });
  const background = createBackground({
    ...{ store, time, idempotency, consequences, fault: deps.fault, signal: stopping.signal },
    rotateSigningKey: () => door.signingKeys.rotateWhenOld(),
    jobs: [...cards.jobs, ...(deps.jobs ?? [])],
  });

  const appliance: Appliance = {
    release: deps.release,
    environment: deps.environment,
    startedAt: time.now(),
    checks: {
      database: () => (store.db.query('select 1 as one').get() === null ? 'down' : 'ok'),
      webhooks: () => (webhooks.keepsUp() ? 'ok' : 'degraded'),
      scheduler: () => (isReady && background.keepsUp() ? 'ok' : 'degraded'),
    },
  };

  const root = new Elysia({ normalize: false }).onRequest(front.admit);
  const metrics =
    deps.metricsToken === undefined
      ? undefined
      : createMetrics({
          ...{ release: deps.release, store, webhooks, checks: appliance.checks, token: deps.metricsToken },
          failure: door.keeper.failure,
        });
  const accessLog = bothOf(deps.accessLog, metrics?.note);
  root.get('/livez', () => ({ status: 'alive' }));
  root.get('/readyz', ({ set }) => {
    if (!isReady) set.status = 503;
    return { status: isReady ? 'ready' : 'not ready', checks: { database: appliance.checks.database() } };
  });
  const apiDeps: ApiDeps = {
    store,
    idempotency,
    fault: deps.fault,
    mode: deps.mode,
    appliance,
    webhooks,
    processor,
    cards,
    report,
    secrets: { seal, random },
    credentials: {
      keyEnvironment: deps.environment === 'sandbox' ? 'test' : 'live',
      random,
      forget: door.forget,
    },
  };
  root.use(mountApi(apiDeps));
  let made: object | undefined;
  const document = (): object => {
    made ??= openApiDocument(mountApi({ ...apiDeps, mode: 'document' }), deps.release, SCOPES);
    return made;
  };
  // Registered last: operations answer their own refusals, and a route without error hooks is answered synchronously.
  root.onError(({ error, code, set, ...context }) => {
    const { requestId } = (context as unknown as { passage: Passage }).passage;
    return refuse({ set, requestId }, error, deps.fault, code);
  });
  // These are no operations and leave their refusals to the hook above.
  root.get('/openapi.json', document).use(docsRoutes(deps.release, deps.demo ?? (() => undefined)));
  root.use(oauthRoutes(door.oauth)).use(cards.routes);
  // In business the embedded processor has no way for a member to confirm a card.
  if (processor.name !== 'sandbox' || deps.environment === 'sandbox') root.use(addCardRoutes(processor));
  if (deps.extra !== undefined) root.use(deps.extra.routes);
  if (metrics !== undefined) root.use(metrics.routes);

  return {
    document,
    fetch: (request, from) => front.enter(root, accessLog, request, from),
    start: async () => {
      await webhooks.start();
      background.start();
      cards.start();
      isReady = true;
    },
    stop: async () => {
      isReady = false;
      stopping.abort();
      metrics?.stop();
      await background.stop();
      await webhooks.stop();
      store.flush();
    },
  };
};
