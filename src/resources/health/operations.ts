import { Type } from '@sinclair/typebox';
import { API_VERSION } from '../../events/envelope.ts';
import { WithStatus } from '../../http/operations/call.ts';
import { publicOperations } from '../../http/operations/declare.ts';
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
  status: described(condition, '`ok`, or what is wrong.'),
  version: described(Type.Literal('v2'), 'The version in the path.'),
  apiVersion: described(Type.String(), 'The dated version of the API.'),
  supportedVersions: described(Type.Array(Type.String()), 'The dated versions that a request can specify.'),
  environment: described(oneOf('production', 'sandbox'), 'A sandbox has made-up data.'),
  serverTime: described(instant(), 'The current time on the server.'),
  documentationUrl: described(Type.String(), 'The URL of the API reference.'),
}));

const Health = shape('Health', () => ({
  object: Type.Literal('health'),
  status: described(condition, '`down` if the database is down; `degraded` if any other check is not ok.'),
  version: described(Type.String(), 'The release of this server.'),
  uptimeSeconds: described(Type.Integer({ minimum: 0 }), 'The number of seconds the server has been running.'),
  serverTime: described(instant(), 'The current time on the server.'),
  checks: described(
    object({
      database: described(condition, 'Whether the database responds.'),
      webhooks: described(condition, 'Whether deliveries are sent on time.'),
      scheduler: described(condition, 'Whether jobs run on time.'),
    }),
    'The status of each part.',
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
    { tag: 'Health', about: 'The version and health of this server. No credential is required.' },
    ({ read }) => [
      read(
        'GET /v2/',
        'getApiInfo',
        {
          summary: 'Retrieve API information',
          description: "The server's name, release, and API versions. No credential is required.",
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
          summary: "Check the server's health",
          description:
            'For load balancers and monitors: the status of the database, webhooks, and scheduler. No credential ' +
            'is required.',
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
