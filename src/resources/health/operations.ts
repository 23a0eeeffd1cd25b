import { Type } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import { API_VERSION } from '../../events/envelope.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { instant, oneOf, part, shape } from '../../kernel/schemas.ts';

const condition = oneOf('ok', 'degraded', 'down');

/** How a part of the appliance fares. */
type Condition = 'ok' | 'degraded' | 'down';

/** The three parts that health tells about. */
export interface HealthChecks {
  readonly database: () => Condition;
  readonly webhooks: () => Condition;
  readonly scheduler: () => Condition;
}

/** What this appliance is, for the two operations that need no credential. */
export interface Appliance {
  readonly release: string;
  readonly environment: 'production' | 'sandbox';
  /** Epoch ms at which it started. */
  readonly startedAt: number;
  readonly checks: HealthChecks;
}

const ApiInfo = shape('ApiInfo', {
  object: Type.Literal('api_info'),
  name: Type.String(),
  status: condition,
  version: Type.Literal('v2'),
  apiVersion: Type.String(),
  supportedVersions: Type.Array(Type.String()),
  environment: oneOf('production', 'sandbox'),
  serverTime: instant(),
  documentationUrl: Type.String(),
});

const Health = shape('Health', {
  object: Type.Literal('health'),
  status: condition,
  version: Type.String(),
  uptimeSeconds: Type.Integer({ minimum: 0 }),
  serverTime: instant(),
  checks: part({ database: condition, webhooks: condition, scheduler: condition }),
});

const runChecks = (checks: HealthChecks) => {
  const told = { database: checks.database(), webhooks: checks.webhooks(), scheduler: checks.scheduler() };
  const worst: Condition =
    told.database === 'down' ? 'down' : Object.values(told).every((each) => each === 'ok') ? 'ok' : 'degraded';
  return { worst, told };
};

/** `GET /` and `GET /health`: they tell no secrets and no counts of customers. */
export const infoRoutes = (deps: RouteDeps, appliance: Appliance): AnyElysia => {
  const { reads } = operations(deps, 'Health');
  return router('')
    .get(
      '/',
      ...reads({ id: 'getApiInfo', summary: 'API information', answer: ApiInfo, isPublic: true }, (read) => ({
        object: 'api_info',
        name: 'studiod',
        status: runChecks(appliance.checks).worst,
        version: 'v2',
        apiVersion: API_VERSION,
        supportedVersions: [API_VERSION],
        environment: appliance.environment,
        serverTime: read.now,
        documentationUrl: '/docs',
      })),
    )
    .get(
      '/health',
      ...reads(
        { id: 'getHealth', summary: 'Health status', answer: Health, alsoAnswers: { 503: Health }, isPublic: true },
        (read, call) => {
          const { worst, told } = runChecks(appliance.checks);
          if (worst === 'down') call.answerWith(503);
          return {
            object: 'health',
            status: worst,
            version: appliance.release,
            uptimeSeconds: Math.max(0, Math.floor((read.nowMs - appliance.startedAt) / 1000)),
            serverTime: read.now,
            checks: told,
          };
        },
      ),
    );
};
