import { type AnyElysia, Elysia } from 'elysia';
import { apiOperations, expansions, reactions } from './api.ts';
import { createAccessControl } from './app/access-control.ts';
import { createMetrics } from './app/metrics.ts';
import { createPayments } from './app/payments.ts';
import type { MemberIssuer } from './auth/members/issuer.ts';
import { OAUTH_PATHS, oauthRoutes } from './auth/oauth/routes.ts';
import { addCardRoutes, CARDS_PREFIX } from './console/add-card.ts';
import type { Seal } from './database/seal.ts';
import type { Store } from './database/store.ts';
import { type AccessLog, bothOf } from './http/access-log.ts';
import { pathOf } from './http/authenticate.ts';
import { docsRoutes } from './http/docs/routes.ts';
import type { Demo } from './http/docs/start.ts';
import { type ErrorReporter, respondWithError } from './http/errors.ts';
import { createIdempotency } from './http/idempotency.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { staffNotAllowed } from './http/operations/authorize.ts';
import type { OperationDeps } from './http/operations/execution.ts';
import { mountOperations } from './http/operations/mount.ts';
import type { Operation } from './http/operations/operation.ts';
import type { RequestContext } from './http/request-context.ts';
import { createServer, type Peer } from './http/server.ts';
import type { Job } from './jobs/runner.ts';
import { createSchedule } from './jobs/schedule.ts';
import { type Caller, requireScope } from './kernel/caller.ts';
import type { Random } from './kernel/random.ts';
import { SCOPES } from './kernel/scopes.ts';
import type { Timeline } from './kernel/timer.ts';
import type { Processor } from './payments-processor/port.ts';
import { createClientAddressReader } from './rate-limits/client-address.ts';
import type { TierLimits } from './rate-limits/tiers.ts';
import type { Appliance } from './resources/health/operations.ts';
import { PROCESSOR_PATH } from './resources/payment-methods/processor-events/route.ts';
import { brandDefaults } from './resources/settings/queries.ts';
import { createWebhooks, type WebhookDeps } from './webhooks/pipeline.ts';

/** What an application is made of. */
export interface AppDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly random: Random;
  readonly seal: Seal;
  readonly release: string;
  readonly environment: Appliance['environment'];
  /** `verify` checks every answer against its declared shape: for tests. */
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
  /** Reports an internal error, with the request id or the name of the job. */
  readonly reportError: ErrorReporter;
  readonly accessLog?: AccessLog;
  /** Recurring jobs of the host, such as the nightly backup. */
  readonly jobs?: readonly Job[];
  /** Where cards are charged. */
  readonly processor: Processor;
  /** The connected account at the processor whose money it is; null where the keys are its own. */
  readonly processorAccount: string | null;
  /** The token of `/metrics`; without it there is no such page, and nothing is counted for it. */
  readonly metricsToken?: string | undefined;
  /** The ids and keys that the documentation of a sandbox shows. */
  readonly demo?: () => Demo;
  /** Further routes without credentials, such as the sandbox's own, and the prefix they live under. */
  readonly extra?: { readonly prefix: string; readonly routes: AnyElysia };
}

/** A made application. */
export interface App {
  /** Answers one request; `peer` finds the address of its connection. */
  fetch(request: Request, peer?: Peer): Response | Promise<Response>;
  /** Every operation of the interface. */
  readonly operations: readonly Operation[];
  /** The OpenAPI document, made at first use from the same operations, apart from those that serve. */
  document(): object;
  /** Starts jobs and webhook deliveries. */
  start(): Promise<void>;
  /** Stops them, so that the store can be closed. */
  stop(): Promise<void>;
}

const PUBLIC_PATHS = ['/livez', '/readyz', '/docs', '/openapi.json', PROCESSOR_PATH, ...OAUTH_PATHS];

/** Which paths need no credential: those of public operations, with and without a slash at the end, and the pages. */
const publicPaths = (operations: readonly Operation[], { metricsToken, extra }: AppDeps) => {
  const declared = operations
    .filter(({ audience }) => audience === 'public')
    .map(({ path }) => path.replace(/\/$/, ''));
  const exact = new Set([
    ...PUBLIC_PATHS,
    ...declared.flatMap((path) => [path, `${path}/`]),
    ...(metricsToken === undefined ? [] : ['/metrics']),
  ]);
  const prefixes = ['/docs/', CARDS_PREFIX, ...(extra === undefined ? [] : [extra.prefix])];
  return (path: string): boolean => exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
};

/** The composition root: the only place where the parts are put together. */
export const createApp = (deps: AppDeps): App => {
  const { store, time, random, seal, processor, reportError } = deps;
  const isSandbox = deps.environment === 'sandbox';
  let isReady = false;

  const webhooks = createWebhooks({
    store,
    time,
    random,
    seal,
    network: deps.webhookNetwork,
    brandSiteId: (read) => brandDefaults(read).defaultSiteId,
    report: (message, error) => reportError(error, message),
    // Who moves the clock by hand wants retries at the second.
    limits: isSandbox ? { jitter: 0 } : {},
  });
  store.onRaise(webhooks.fanOut);
  store.onEventsCommitted(webhooks.wake);

  const idempotency = createIdempotency(seal);
  const report = (message: string, error: unknown) => reportError(error ?? new Error(message), message);
  const stopping = new AbortController();
  const payments = createPayments({ ...deps, report, signal: stopping.signal });

  const appliance: Appliance = {
    release: deps.release,
    environment: deps.environment,
    startedAt: time.now(),
    checks: {
      database: () => (store.db.query('select 1 as one').get() === null ? 'down' : 'ok'),
      webhooks: () => (webhooks.keepsUp() ? 'ok' : 'degraded'),
      scheduler: () => (isReady && schedule.keepsUp() ? 'ok' : 'degraded'),
    },
  };

  const operations = apiOperations({
    store,
    reportError,
    report,
    appliance,
    webhooks,
    processor,
    charging: payments.charging,
    processorInfo: payments.info,
    secrets: { seal, random },
    credentials: { keyEnvironment: isSandbox ? 'test' : 'live', random, clearCaches: () => control.clearCaches() },
  });

  const isPublic = publicPaths(operations, deps);
  const { onForwardedIgnored: onIgnored } = deps;
  const clientAddressOf = createClientAddressReader({
    trustedProxies: deps.trustedProxies,
    exemptLoopback: isSandbox,
    ...(onIgnored === undefined ? {} : { onIgnored }),
  });
  let control!: ReturnType<typeof createAccessControl>;
  const server = createServer({
    random,
    memberCorsOrigins: deps.memberCorsOrigins,
    access: (peerOf) => {
      const addressKey = (request: Request): string =>
        clientAddressOf(peerOf(request), request.headers.get('x-forwarded-for')).key;
      control = createAccessControl({ ...deps, isPublic, addressKey });
      return control.access;
    },
  });

  const schedule = createSchedule({
    ...{ store, time, idempotency, reactions, reportError, signal: stopping.signal },
    rotateSigningKey: () => control.signingKeys.rotateWhenOld(),
    payments: payments.work,
    jobs: deps.jobs ?? [],
  });

  const root = new Elysia({ normalize: false }).onRequest(server.onRequest);
  const metrics =
    deps.metricsToken === undefined
      ? undefined
      : createMetrics({
          ...{ release: deps.release, store, webhooks, checks: appliance.checks, token: deps.metricsToken },
          consumeFailure: control.access.consumeFailure,
        });
  const accessLog = bothOf(deps.accessLog, metrics?.note);
  root.get('/livez', () => ({ status: 'alive' }));
  root.get('/readyz', ({ set }) => {
    if (!isReady) set.status = 503;
    return { status: isReady ? 'ready' : 'not ready', checks: { database: appliance.checks.database() } };
  });
  const operationDeps: OperationDeps = {
    ...{ store, idempotency, reportError, expansions, mode: deps.mode },
    view: () => store.view(),
    memberFor: control.memberFor,
  };
  root.use(mountOperations(operations, operationDeps));
  let made: object | undefined;
  const document = (): object => {
    const documented = () => mountOperations(operations, { ...operationDeps, mode: 'document' });
    made ??= openApiDocument(documented(), operations, deps.release, SCOPES);
    return made;
  };
  /** A path without an operation is refused to those who could not call one there. */
  const pathNotFound = (error: unknown, request: Request, caller: Caller | undefined): unknown => {
    if (caller?.actor !== undefined) return staffNotAllowed();
    if (caller === undefined || !control.access.isMember(pathOf(request.url))) return error;
    try {
      if (caller.kind === 'business') requireScope(caller, 'members:act');
      control.memberFor(caller, request);
      return error;
    } catch (refusal) {
      return refusal;
    }
  };
  // Registered last: operations answer their own errors, and a route without error hooks is answered synchronously.
  root.onError(({ error, code, set, request, ...context }) => {
    const { requestId, caller } = (context as unknown as { requestContext: RequestContext }).requestContext;
    const reason = code === 'NOT_FOUND' ? pathNotFound(error, request, caller) : error;
    return respondWithError({ set, requestId }, reason, reportError, code);
  });
  // These are no operations and leave their errors to the hook above.
  root.get('/openapi.json', document).use(docsRoutes(deps.release, deps.demo ?? (() => undefined)));
  root.use(oauthRoutes(control.oauth)).use(payments.routes);
  // In business the embedded processor has no way for a member to confirm a card.
  if (processor.name !== 'sandbox' || isSandbox) root.use(addCardRoutes(processor));
  if (deps.extra !== undefined) root.use(deps.extra.routes);
  if (metrics !== undefined) root.use(metrics.routes);

  return {
    operations,
    document,
    fetch: (request, from) => server.handle(root, accessLog, request, from),
    start: async () => {
      await webhooks.start();
      schedule.start();
      payments.start();
      isReady = true;
    },
    stop: async () => {
      isReady = false;
      stopping.abort();
      metrics?.stop();
      await schedule.stop();
      await webhooks.stop();
      store.flush();
    },
  };
};
