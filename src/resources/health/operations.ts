import { Type } from '@sinclair/typebox';
import { API_VERSION } from '../../events/envelope.ts';
import { publicOperations } from '../../http/operations/declare.ts';
import { instant, oneOf, part, shape } from '../../kernel/schemas.ts';

const condition = oneOf('ok', 'degraded', 'down');

/** The condition of a part of the appliance. */
export type Condition = 'ok' | 'degraded' | 'down';

/** The parts of the appliance that health reports. */
export interface HealthChecks {
  readonly database: () => Condition;
  readonly webhooks: () => Condition;
  readonly scheduler: () => Condition;
}

/** What API information and health report of this appliance. */
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

/** The condition of each part, and the status of the appliance as a whole. */
const runChecks = ({ database, webhooks, scheduler }: HealthChecks) => {
  const checks = { database: database(), webhooks: webhooks(), scheduler: scheduler() };
  const isOk = Object.values(checks).every((condition) => condition === 'ok');
  const status: Condition = checks.database === 'down' ? 'down' : isOk ? 'ok' : 'degraded';
  return { status, checks };
};

interface HealthDeps {
  readonly appliance: Appliance;
}

/** API information and health, without secrets or numbers of customers. */
export const healthOperations = ({ appliance }: HealthDeps) =>
  publicOperations(
    { tag: 'Health', about: 'The version and health of this service. No credential is needed.' },
    ({ read }) => [
      read(
        'GET /v2/',
        'getApiInfo',
        {
          summary: 'API information',
          description: 'The name, release and versions of this server. Needs no credential.',
          answer: ApiInfo,
        },
        ({ now }) => ({
          object: 'api_info',
          name: 'studiod',
          status: runChecks(appliance.checks).status,
          version: 'v2',
          apiVersion: API_VERSION,
          supportedVersions: [API_VERSION],
          environment: appliance.environment,
          serverTime: now,
          documentationUrl: '/docs',
        }),
      ),
      read(
        'GET /v2/health',
        'getHealth',
        {
          summary: 'Health status',
          description:
            'For load balancers and monitors: the state of the database, the webhooks and the scheduler. Needs no credential.',
          answer: Health,
          alsoAnswers: { 503: Health },
        },
        ({ now, nowMs }, { setStatus }) => {
          const { status, checks } = runChecks(appliance.checks);
          if (status === 'down') setStatus(503);
          return {
            object: 'health',
            status,
            version: appliance.release,
            uptimeSeconds: Math.max(0, Math.floor((nowMs - appliance.startedAt) / 1000)),
            serverTime: now,
            checks,
          };
        },
      ),
    ],
  );
