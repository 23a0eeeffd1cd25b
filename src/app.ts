import { expansions } from './api/expansions.ts';
import { alarms, createApi, longChanges, reactions } from './api.ts';
import { createAccessControl } from './app/access-control.ts';
import { createApiDocument } from './app/api-document.ts';
import { consoleBrand } from './app/console-brand.ts';
import type { AppDeps } from './app/deps.ts';
import { countLostAnswers } from './app/lost-answers.ts';
import { connectMail, mailPorts, memberPorts, signsMembersIn } from './app/mail.ts';
import { createMedia } from './app/media.ts';
import { createMetrics } from './app/metrics.ts';
import { createPages, type Page } from './app/pages.ts';
import { createPaths, heartbeatsOf } from './app/paths.ts';
import { createPayments } from './app/payments.ts';
import { createPlayback } from './app/playback.ts';
import { connectPush } from './app/push.ts';
import { createRoutes } from './app/routes.ts';
import { connectWebhooks } from './app/webhooks.ts';
import { LongChanges } from './database/long-changes.ts';
import type { Store } from './database/store.ts';
import { sweep } from './database/sweep.ts';
import { type AccessLog, combineLogs } from './http/access-log.ts';
import { createIdempotency, expiredResponses } from './http/idempotency.ts';
import type { OperationDeps } from './http/operations/handlers/execution.ts';
import { overriddenMethods } from './http/operations/method-override.ts';
import type { Operation } from './http/operations/operation.ts';
import { protocolHeaders } from './http/operations/protocol-headers.ts';
import { createServer, type Peer } from './http/server.ts';
import { createSchedule } from './jobs/schedule.ts';
import { daily, everyMinute, hourly, type Job } from './kernel/periods.ts';
import { createClientAddressReader, EXEMPT_ADDRESS } from './rate-limits/client-address.ts';
import { recheckFreeVisits } from './resources/bookings/guests/free-visit.ts';
import { keepOlderHost, lacksOlderHost } from './resources/calendars/names.ts';
import { activateLeads } from './resources/clients/leads.ts';
import { placeDemoData, requireEmptyStudio } from './resources/demo-data/place.ts';
import { traceErasure } from './resources/erasures/traces.ts';
import type { Appliance, Condition } from './resources/health/operations.ts';
import { JobRegistry } from './resources/jobs/registry.ts';
import { createPersonalLinks } from './resources/messages/personal-links.ts';

const isSandbox = ({ environment }: AppDeps): boolean => environment === 'sandbox';

/** Access control and the server, which need each other: the server authenticates requests and knows their addresses. */
const createAccess = (deps: AppDeps, operations: readonly Operation[], pages: readonly Page[], onLost: AccessLog) => {
  const { trustedProxies, accessLog, showAddress, onForwardedIgnored: onIgnored } = deps;
  const readAddress = createClientAddressReader({
    trustedProxies,
    exemptLoopback: isSandbox(deps),
    ...(onIgnored === undefined ? {} : { onIgnored }),
  });
  const clientOf = (request: Request) => readAddress(server.peerOf(request), request.headers.get('x-forwarded-for'));
  const control = createAccessControl({
    ...deps,
    signsMembersIn: signsMembersIn(deps),
    paths: createPaths(operations, pages),
    isHeartbeat: heartbeatsOf(operations),
    addressKey: (request) => clientOf(request).key,
  });
  const logs = accessLog !== undefined && showAddress !== undefined;
  const loggedAddress = logs ? (request: Request) => showAddress(clientOf(request).address) : undefined;
  const server = createServer({
    ...deps,
    isSandbox: isSandbox(deps),
    access: control.access,
    protocolHeaders: protocolHeaders(operations),
    overriddenMethods: overriddenMethods(operations),
    loggedAddress,
    onLost,
  });
  const addressOf = (request: Request): string => clientOf(request).address;
  /** By which wrong passwords are counted, also where an address is exempt from limits. */
  const attemptsKeyOf = (request: Request): string => {
    const { key, address } = clientOf(request);
    return key === EXEMPT_ADDRESS ? address : key;
  };
  return { control, server, addressOf, attemptsKeyOf };
};

const demoDataOf = ({ makeDemoData: make }: AppDeps) =>
  make === undefined ? undefined : { make, requireEmpty: requireEmptyStudio, place: placeDemoData };

const databaseCondition = ({ db, disk }: Store): Condition => {
  if (db.query('select 1 as one').get() === null) return 'down';
  return disk.isFull ? 'degraded' : 'ok';
};

export const createApp = (deps: AppDeps) => {
  const { store, time, random, seal, processor, reportError } = deps;
  let isReady = false;
  const stopping = new AbortController();

  const webhooks = connectWebhooks({ ...deps, isSandbox: isSandbox(deps), requests: () => server.requests() });
  store.onRaise(activateLeads(reactions));
  store.onRaise(recheckFreeVisits);
  const personalLinks = createPersonalLinks(seal);
  const sending = {
    ...deps,
    signsMembersIn: signsMembersIn(deps),
    isSandbox: isSandbox(deps),
    requests: () => access.server.requests(),
  };
  const push = connectPush({ ...sending, addressCheck: webhooks.addressCheck });
  const mail =
    deps.mail === undefined
      ? undefined
      : connectMail({ ...sending, push, links: personalLinks, transport: deps.mail, signal: stopping.signal });
  const idempotency = createIdempotency(seal, deps.rootUrl);
  const payments = createPayments({ ...deps, signal: stopping.signal });
  const appliance: Appliance = {
    release: deps.release,
    environment: deps.environment,
    startedAt: time.now(),
    checks: {
      database: () => databaseCondition(store),
      webhooks: () => (webhooks.isHealthy() ? 'ok' : 'degraded'),
      scheduler: () => (isReady && schedule.isHealthy() ? 'ok' : 'degraded'),
    },
  };
  const changes = new LongChanges({
    store,
    changes: [...longChanges, traceErasure(idempotency)],
    reportError,
    signal: stopping.signal,
  });
  const playback = createPlayback(deps);
  const media = createMedia({ ...deps, onReady: playback.wake, signal: stopping.signal });
  const { operations, jobs } = createApi({
    program: { store, reportError, rootUrl: deps.rootUrl, secrets: { seal, random }, signal: stopping.signal },
    work: {
      changes,
      jobs: new JobRegistry(
        () => time.now(),
        () => store.ids.uuid(),
      ),
    },
    media: { ...media.ports, ...playback.ports },
    payments: payments.ports,
    mail: mailPorts(mail, signsMembersIn(deps) ? push : undefined, personalLinks, deps),
    members: memberPorts(deps, mail, () => control.ownIssuer),
    requests: {
      requests: {
        addressOf: (request) => access.addressOf(request),
        attemptsKeyOf: (request) => access.attemptsKeyOf(request),
      },
      callerIn: (read, request) => control.callerIn(read, request),
    },
    setup: { setup: deps.setup, demoData: demoDataOf(deps) },
    machine: { appliance, machine: deps.machine },
    webhooks,
    credentials: {
      keyEnvironment: isSandbox(deps) ? 'test' : 'live',
      random,
      rightsChanged: webhooks.owners.enforceIn,
      clearCaches: () => control.clearCaches(),
    },
  });
  const document = createApiDocument(operations, expansions, deps);
  const pages = createPages({
    app: deps,
    operations,
    document,
    payments,
    playback,
    checks: appliance.checks,
    links: personalLinks,
    isReady: () => isReady,
    // Outside the sandbox, members cannot confirm a card with the embedded processor.
    takesNewCards: processor.name !== 'sandbox' || isSandbox(deps),
    access: () => access,
    metrics: () => metrics,
    routes: () => routes,
  });
  const lostAnswers = countLostAnswers(store);
  const access = createAccess(deps, operations, pages, lostAnswers.add);
  const { control, server, addressOf } = access;
  const ownJobs: readonly Job[] = [
    { name: 'idempotency keys', period: hourly(11), run: () => sweep(store, expiredResponses, stopping.signal) },
    changes.job,
    {
      name: 'names of calendar entries',
      period: everyMinute,
      run: () => store.write((tx) => keepOlderHost(tx, new URL(deps.rootUrl()).hostname)),
      isIdleUntil: (instant) => !lacksOlderHost(store.viewAt(instant)),
    },
    { name: 'signing key', period: daily(3, 41), run: () => control.signingKeys.rotateWhenOld() },
  ];
  const schedule = createSchedule({
    store,
    time,
    reportError,
    alarms,
    jobs: [...ownJobs, ...jobs, ...media.jobs, ...playback.jobs, ...(mail?.jobs ?? []), ...(deps.jobs ?? [])],
  });

  const { metricsToken: token } = deps;
  const { consumeAddress, audienceOf } = control.access;
  const metrics =
    token === undefined
      ? undefined
      : createMetrics({ ...deps, webhooks, checks: appliance.checks, lostAnswers, token, consumeAddress });
  const accessLog = combineLogs(deps.accessLog, metrics?.accessLog);
  const operationDeps: OperationDeps = {
    store,
    idempotency,
    reportError,
    rootUrl: deps.rootUrl,
    addressOf,
    underWay: () => server.underWay(),
    forms: media.forms,
    expansions,
    mode: deps.mode,
    callerIn: control.callerIn,
    readShared: () => store.readShared(),
    requireMember: control.requireMember,
    requireMemberAtHome: control.requireMemberAtHome,
  };
  const routes = createRoutes({
    server,
    operations,
    operationDeps,
    audienceOf,
    refusedPage: async (request, reply) => {
      const { refusedPage } = await import('./pages/book/refused-page.ts');
      return refusedPage({ view: () => store.view(), brand: consoleBrand }, request, reply);
    },
    pages,
  });

  return {
    operations,
    /** The OpenAPI document, made in one pass. */
    document: document.make,
    /** Whether `/readyz` answers 200. */
    isReady: () => isReady && appliance.checks.database() === 'ok',
    /** Whether jobs start when they are due. When they do not, only a restart helps. */
    startsJobsInTime: schedule.startsInTime,
    /** Handles a request; `from` finds the address of its connection. */
    fetch: (request: Request, from?: Peer): Response | Promise<Response> =>
      server.handle(routes, accessLog, request, from),
    /** Clears away what requests of an earlier process left. Call it before the first request. */
    prepare: () => media.start(),
    /** Begins to work on jobs. Call it once the server has its address: what it sends names it. */
    start: async () => {
      await webhooks.start();
      await mail?.start();
      schedule.start();
      payments.start();
      store.disk.watch(deps.onDiskChange ?? (() => {}));
      isReady = true;
    },
    /**
     * Begins what was left undone when no server ran: charges in progress, sessions to generate, videos to render. Resolves
     * when the jobs of the start have ended.
     */
    catchUp: (): Promise<void> => {
      payments.catchUp();
      media.catchUp();
      playback.wake();
      return schedule.catchUp();
    },
    /** Stops them and commits queued writes. After that you can close the database. */
    stop: async () => {
      isReady = false;
      store.disk.stop();
      stopping.abort();
      metrics?.stop();
      await changes.stop();
      await schedule.stop();
      await media.stop();
      await playback.stop();
      await webhooks.stop();
      await mail?.stop();
      await lostAnswers.stop();
      await store.drain();
    },
  };
};

export type App = ReturnType<typeof createApp>;
