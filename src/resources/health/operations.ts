import { Type } from '@sinclair/typebox';
import { API_VERSION } from '../../events/envelope.ts';
import { publicOperations } from '../../http/operations/declare.ts';
import { WithStatus } from '../../http/operations/operation.ts';
import { described, instant, object, oneOf, shape } from '../../kernel/schemas.ts';

const condition = oneOf('ok', 'degraded', 'down');

/** The condition of a part of the appliance. */
export type Condition = 'ok' | 'degraded' | 'down';

/** The parts of the appliance that health reports. */
export interface HealthChecks {
  readonly database: () => Condition;
  readonly webhooks: () => Condition;
  readonly scheduler: () => Condition;
}

export interface Appliance {
  readonly release: string;
  readonly environment: 'production' | 'sandbox';
  /** Epoch ms at which it started. */
  readonly startedAt: number;
  readonly checks: HealthChecks;
}

const ApiInfo = shape('ApiInfo', () => ({
  object: Type.Literal('api_info'),
  name: Type.String(),
  status: described(condition, 'ok, or what is wrong.'),
  version: described(Type.Literal('v2'), 'The version in the path.'),
  apiVersion: described(Type.String(), 'The dated version of the API.'),
  supportedVersions: described(Type.Array(Type.String()), 'The dated versions that a request may ask for.'),
  environment: described(oneOf('production', 'sandbox'), 'A sandbox has made-up data.'),
  serverTime: described(instant(), 'The time of this server.'),
  documentationUrl: described(Type.String(), 'Where the reference is.'),
}));

const Health = shape('Health', () => ({
  object: Type.Literal('health'),
  status: described(condition, 'down when the database is; degraded when another check is not ok.'),
  version: described(Type.String(), 'The release of this server.'),
  uptimeSeconds: described(Type.Integer({ minimum: 0 }), 'Since when this server runs.'),
  serverTime: described(instant(), 'The time of this server.'),
  checks: described(
    object({
      database: described(condition, 'Whether the database answers.'),
      webhooks: described(condition, 'Whether deliveries go out in time.'),
      scheduler: described(condition, 'Whether jobs run in time.'),
    }),
    'The state of each part.',
  ),
}));

/** The condition of each part, and the status of the appliance as a whole. */
const runChecks = ({ database, webhooks, scheduler }: HealthChecks) => {
  const checks = { database: database(), webhooks: webhooks(), scheduler: scheduler() };
  const isOk = Object.values(checks).every((condition) => condition === 'ok');
  const status: Condition = checks.database === 'down' ? 'down' : isOk ? 'ok' : 'degraded';
  return { status, checks };
};

interface HealthDeps {
  readonly appliance: Appliance;
  readonly rootUrl: () => string;
}

/** API information and health, without secrets or numbers of customers. */
export const healthOperations = ({ appliance, rootUrl }: HealthDeps) =>
  publicOperations(
    { tag: 'Health', about: 'The version and health of this service. No credential is needed.' },
    ({ read }) => [
      read(
        'GET /v2/',
        'getApiInfo',
        {
          summary: 'API information',
          description: 'The name, release and versions of this server. Needs no credential.',
          response: ApiInfo,
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
          documentationUrl: `${rootUrl()}/docs`,
        }),
      ),
      read(
        'GET /v2/health',
        'getHealth',
        {
          summary: 'Health status',
          description:
            'For load balancers and monitors: the state of the database, the webhooks and the scheduler. Needs no credential.',
          response: Health,
          alsoResponds: { 503: Health },
        },
        ({ now, nowMs }) => {
          const { status, checks } = runChecks(appliance.checks);
          const health = {
            object: 'health',
            status,
            version: appliance.release,
            uptimeSeconds: Math.max(0, Math.floor((nowMs - appliance.startedAt) / 1000)),
            serverTime: now,
            checks,
          };
          return status === 'down' ? new WithStatus(503, health) : health;
        },
      ),
    ],
  );
