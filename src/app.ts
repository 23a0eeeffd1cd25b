import { type AnyElysia, Elysia } from 'elysia';
import { type ApiDeps, consequences, mountApi } from './api.ts';
import { createCards } from './cards.ts';
import { addCardRoutes, CARDS_PREFIX } from './console/add-card.ts';
import { createDoor } from './door.ts';
import type { MemberIssuer } from './identity/members/issuer.ts';
import { isMemberPath } from './identity/members/paths.ts';
import { oauthRoutes } from './identity/oauth/routes.ts';
import { SCOPES } from './identity/scopes.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';
import type { Random } from './kernel/random.ts';
import type { Timeline } from './kernel/timer.ts';
import { createOriginReader } from './limits/address.ts';
import type { TierLimits } from './limits/tiers.ts';
import { createMetrics } from './ops/metrics.ts';
import type { Processor } from './processor/port.ts';
import { sweepBookings } from './resources/bookings/sweep.ts';
import { PROCESSOR_PATH } from './resources/methods/routes.ts';
import { sweepPackages, tellExpiring } from './resources/packages/sweep.ts';
import { horizonJob } from './resources/schedules/horizon.ts';
import { followSites } from './resources/schedules/site-change.ts';
import { completeSessions } from './resources/sessions/sessions.ts';
import { brandDefaults } from './resources/sites/rows.ts';
import type { Seal } from './store/seal.ts';
import type { Store } from './store/store.ts';
import { type AccessLog, bothOf, noteAnswer } from './web/access-log.ts';
import { withPlainAddress } from './web/address.ts';
import { type Fault, refuse } from './web/answers.ts';
import { createCors } from './web/cors.ts';
import { docsRoutes } from './web/docs/routes.ts';
import type { Demo } from './web/docs/start.ts';
import { createGate, type GateContext, type Passage, pathOf } from './web/gate.ts';
import { createIdempotency } from './web/idempotency.ts';
import type { Appliance } from './web/info.ts';
import { openApiDocument } from './web/openapi.ts';
import { createWebhooks, type WebhookDeps } from './webhooks/pipeline.ts';
import { sweepHistory } from './webhooks/retention.ts';

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
  fetch(
    request: Request,
    peer?: { requestIP(request: Request): { address: string } | null },
  ): Response | Promise<Response>;
  /** The OpenAPI document, made at first use from the same routes, apart from those that serve. */
  document(): object;
  /** Begins what happens by itself: jobs, sweeps, deliveries. */
  start(): Promise<void>;
  /** Ends it, so that the store can be closed. */
  stop(): Promise<void>;
}

type Peer = { requestIP(request: Request): { address: string } | null };

const OPEN_PATHS = ['/livez', '/readyz', '/docs', '/openapi.json', PROCESSOR_PATH];

/** The composition root: every part meets the others here and nowhere else. */
export const createApp = (deps: AppDeps): App => {
  const { store, time, random, seal, processor } = deps;
  let peer: Peer | undefined;
  let isReady = false;

  const originOf = createOriginReader({
    trustedProxies: deps.trustedProxies,
    exemptLoopback: deps.environment === 'sandbox',
    ...(deps.onForwardedIgnored === undefined ? {} : { onIgnored: deps.onForwardedIgnored }),
  });
  /** The request as it came, by the one that stands in for it: the connection is known of that one only. */
  const received = new WeakMap<Request, Request>();
  const addressKey = (request: Request): string => {
    const address = peer?.requestIP(received.get(request) ?? request)?.address;
    return originOf(address, request.headers.get('x-forwarded-for')).key;
  };

  const isOpen = (path: string): boolean =>
    OPEN_PATHS.includes(path) ||
    (path === '/metrics' && deps.metricsToken !== undefined) ||
    path.startsWith('/docs/') ||
    path.startsWith(CARDS_PREFIX) ||
    (deps.extra !== undefined && path.startsWith(deps.extra.prefix));
  const door = createDoor({ ...deps, isOpen, addressKey });
  const { credentials, signingKeys } = door;
  const cors = createCors(deps.memberCorsOrigins, isMemberPath);
  const gate = createGate(door.keeper, random, cors);

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
  let horizon: Promise<unknown> = Promise.resolve();
  const extendHorizon = (): Promise<unknown> => {
    const fault = (error: unknown, id: string) => deps.fault(error, `job session horizon, schedule ${id}`);
    const run = { store, fault, signal: stopping.signal };
    horizon = followSites({ ...run, consequences }).then(() => horizonJob(run));
    return horizon;
  };
  const jobs: readonly Job[] = [
    { name: 'idempotency keys', pattern: '11 * * * *', run: () => store.write((tx) => idempotency.sweep(tx)) },
    { name: 'ended sessions', pattern: '* * * * *', run: () => completeSessions(store) },
    { name: 'bookings', pattern: '* * * * *', run: () => sweepBookings(store) },
    { name: 'package dates', pattern: '* * * * *', run: () => sweepPackages(store) },
    { name: 'expiring packages', pattern: '7 * * * *', run: () => tellExpiring(store) },
    { name: 'webhook history', pattern: '37 * * * *', run: () => sweepHistory(store, stopping.signal) },
    { name: 'signing key', pattern: '41 3 * * *', run: () => signingKeys.rotateWhenOld() },
    { name: 'session horizon', pattern: '23 2 * * *', run: () => extendHorizon() },
    ...cards.jobs,
    ...(deps.jobs ?? []),
  ];
  let running: Jobs | undefined;

  const appliance: Appliance = {
    release: deps.release,
    environment: deps.environment,
    startedAt: time.now(),
    checks: {
      database: () => (store.db.query('select 1 as one').get() === null ? 'down' : 'ok'),
      webhooks: () => (webhooks.keepsUp() ? 'ok' : 'degraded'),
      scheduler: () => (isReady && running?.keepUp() === true ? 'ok' : 'degraded'),
    },
  };

  // Elysia reads the source of a hook to learn what to prepare for it: where the context is handed on, everything,
  // cookies included. A bound function shows no source, and the gate takes what it needs by itself.
  let latest: GateContext | undefined;
  const admit = (context: unknown): void => {
    latest = context as GateContext;
    gate(latest);
  };
  const root = new Elysia({ normalize: false }).onRequest(admit.bind(undefined));
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

  // Noted here and not in a hook of Elysia's, which would keep every answer until the next turn. The gate is the first
  // that a request meets, in the same stretch, so that what it saw last is this request's.
  const answer = (request: Request): Response | Promise<Response> => {
    const answered = root.fetch(request);
    const passage = latest?.passage;
    if (accessLog === undefined || passage === undefined) return answered;
    const note = (response: Response): Response => {
      noteAnswer(accessLog, request, passage, response);
      return response;
    };
    return answered instanceof Promise ? answered.then(note) : note(answered);
  };

  return {
    document,
    fetch: (given, from) => {
      peer = from;
      const request = withPlainAddress(given);
      if (request !== given) received.set(request, given);
      if (request.method === 'OPTIONS') {
        const preflight = cors.preflight(request, pathOf(request.url));
        if (preflight !== undefined) return preflight;
      }
      // A token is verified before the gate, which never waits; keys and tokens once known cost no turn.
      if (request.headers.get('authorization') === null) return answer(request);
      const arriving = credentials.arriving(request, pathOf(request.url));
      return arriving === undefined ? answer(request) : arriving.then(() => answer(request));
    },
    start: async () => {
      await webhooks.start();
      running = startJobs(time, jobs, (job, error) => deps.fault(error, `job ${job}`));
      // Not awaited: the server answers while the calendar catches up.
      void extendHorizon();
      cards.start();
      isReady = true;
    },
    stop: async () => {
      isReady = false;
      stopping.abort();
      metrics?.stop();
      await running?.stop();
      await horizon;
      await webhooks.stop();
      store.flush();
    },
  };
};
