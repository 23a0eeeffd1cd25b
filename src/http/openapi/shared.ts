import { API_VERSION } from '../../events/envelope.ts';
import { errorCodes } from '../error-codes.ts';
import { type Node, reference } from './json.ts';

const header = (schema: Node, description: string): Node => ({ description, schema });
const count: Node = { type: 'integer', minimum: 0 };

/** Every header that answers bear. */
export const headers: Node = {
  'X-Request-ID': header({ type: 'string' }, 'Names this request in the log; your own, where you sent one.'),
  'X-Service-Version': header({ type: 'string', const: API_VERSION }, 'The dated version that answered.'),
  'X-RateLimit-Limit': header(count, 'Requests allowed in the current window of the limit with the least left.'),
  'X-RateLimit-Remaining': header(count, 'Requests left of it.'),
  'X-RateLimit-Reset': header(count, 'Epoch seconds at which all of it is there again.'),
  'X-RateLimit-Category': header({ type: 'string', enum: ['read', 'write'] }, 'The category that was counted.'),
  'Retry-After': header(count, 'Seconds to wait before the request is sent again.'),
  'Idempotency-Replayed': header({ type: 'boolean', const: true }, 'The answer of an earlier request with this key.'),
};

const ON_EVERY_RESPONSE = [
  'X-Request-ID',
  'X-Service-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** References to the headers of every response and to `more`. */
export const headersWith = (...more: readonly string[]): Node =>
  Object.fromEntries([...ON_EVERY_RESPONSE, ...more].map((name) => [name, reference('headers', name)]));

/** The request headers that many operations take. */
export const parameters: Node = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'New for each intent: a repeat within 24 hours gets the first answer and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'X-Site-ID': {
    name: 'X-Site-ID',
    in: 'header',
    required: true,
    description: 'The site that the member is at.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Service-Version': {
    name: 'X-Service-Version',
    in: 'header',
    required: false,
    description: 'The dated version that you were written for; one that is no longer known is refused.',
    schema: { type: 'string', const: API_VERSION },
  },
};

const detail: Node = {
  type: 'object',
  required: ['param', 'code', 'message'],
  properties: { param: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
};

export const errorSchema: Node = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'code', 'message', 'requestId', 'docUrl'],
      properties: {
        type: { type: 'string', enum: [...new Set(errorCodes.map(({ type }) => type))] },
        code: { type: 'string', description: 'Decide by this. /docs#errors lists them; there may be new ones.' },
        message: { type: 'string', description: 'What is wrong and what to do, for people.' },
        param: { type: 'string', description: 'The field or parameter, as a path: recurrenceRule.daysOfWeek[0].' },
        details: { type: 'array', items: detail, description: 'Everything that is wrong with the request.' },
        retryAfter: { type: 'integer', description: 'Seconds to wait.' },
        category: { type: 'string', enum: ['read', 'write', 'member', 'business', 'address'] },
        requestId: { type: 'string' },
        docUrl: { type: 'string' },
      },
    },
  },
};

const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Bad request: invalid body or parameters.'],
  401: ['Unauthorised', 'Missing or invalid credential.'],
  403: ['Forbidden', 'The credential may not do this.'],
  404: ['NotFound', 'The addressed resource does not exist.'],
  409: ['Conflict', 'Conflict with the state of a record, or with an earlier use of the idempotency key.'],
  413: ['BodyTooLarge', 'The body is larger than 1 MiB.'],
  415: ['ContentTypeUnsupported', 'The body is not declared as JSON.'],
  429: ['RateLimited', 'Rate limit exceeded; wait Retry-After seconds.'],
  500: ['InternalError', 'Something went wrong inside; nothing was changed.'],
  503: ['Unavailable', 'Something needed is away for the moment; nothing was changed.'],
};

/** The reference to the response of a refusal. */
export const refusal = (status: number): Node => reference('responses', REFUSALS[status]?.[0] ?? 'InternalError');

/** The refusals that operations share, each once. */
export const responses: Node = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, [name, description]]): [string, Node] => [
    name,
    {
      description,
      headers: status === '429' || status === '503' ? headersWith('Retry-After') : headersWith(),
      content: { 'application/json': { schema: reference('schemas', 'Error') } },
    },
  ]),
);
