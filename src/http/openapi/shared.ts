import { API_VERSION } from '../../events/envelope.ts';
import { errorCodes } from '../error-codes.ts';
import { constant, type Node, reference } from './json.ts';

const header = (schema: Node, description: string): Node => ({ description, schema });
const count: Node = { type: 'integer', minimum: 0 };

export const headers: Node = {
  'X-Request-ID': header({ type: 'string' }, 'The id of this request in the log; your own id if you sent one.'),
  'X-Service-Version': header({ type: 'string', ...constant(API_VERSION) }, 'The dated version of the API.'),
  'X-RateLimit-Limit': header(
    count,
    'The size of the rate limit: of the key or token, of the category on the member API, else of the address.',
  ),
  'X-RateLimit-Remaining': header(count, 'The number of requests left in that limit.'),
  'X-RateLimit-Reset': header(count, 'The Unix time in seconds when the full limit is available again.'),
  'X-RateLimit-Category': header({ type: 'string', enum: ['read', 'write'] }, 'The category of this request.'),
  'Retry-After': header(count, 'Seconds to wait before you send the request again.'),
  ETag: header({ type: 'string' }, 'The state of the answer, for If-None-Match and, of a record, for If-Match.'),
  'Idempotency-Replayed': header({ type: 'boolean', ...constant(true) }, 'This is the response to an earlier request.'),
};

const ON_EVERY_RESPONSE = [
  'X-Request-ID',
  'X-Service-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

export const headersWith = (...more: readonly string[]): Node =>
  Object.fromEntries([...ON_EVERY_RESPONSE, ...more].map((name) => [name, reference('headers', name)]));

export const parametersFor = ({ siteId, clientId }: { siteId: string; clientId: string }): Node => ({
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A new key for each action. A repeat within 24 hours gets the first response and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the record as you read it. If the record has changed since, nothing changes: 412.',
    schema: { type: 'string', minLength: 1 },
    'x-extension': true,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of an answer that you have. A GET answers 304 as long as it is the same. * with a PUT sets only what is not there: 412.',
    schema: { type: 'string', minLength: 1 },
    'x-extension': true,
  },
  'X-Site-ID': {
    name: 'X-Site-ID',
    in: 'header',
    required: true,
    description: 'The id of the site that the member uses.',
    schema: { type: 'string', format: 'uuid' },
    example: siteId,
  },
  'X-Client-ID': {
    name: 'X-Client-ID',
    in: 'header',
    required: false,
    description:
      'The id of the client for whom a business credential acts, with the scope members:act. Not for ID tokens.',
    schema: { type: 'string', format: 'uuid' },
    example: clientId,
  },
  'X-Site-ID-Optional': {
    name: 'X-Site-ID',
    in: 'header',
    required: false,
    description:
      "The id of the site that the member uses. Required with an ID token; with X-Client-ID the client's home site if absent.",
    schema: { type: 'string', format: 'uuid' },
    example: siteId,
  },
  'X-Access-Token': {
    name: 'X-Access-Token',
    in: 'header',
    required: false,
    description:
      "The sign-in provider's access token, where the ID token has no email. Claims that are missing are read from the " +
      "provider's UserInfo endpoint at the first sign-in.",
    schema: { type: 'string', minLength: 1, maxLength: 16_384 },
  },
  'X-Service-Version': {
    name: 'X-Service-Version',
    in: 'header',
    required: false,
    description: 'The dated version your code was written for. An unsupported version is an error.',
    schema: { type: 'string', ...constant(API_VERSION) },
  },
});

const detail: Node = {
  type: 'object',
  description: 'Some codes add fields, such as the id of the record that has the email already.',
  required: ['param', 'code', 'message'],
  additionalProperties: true,
  properties: {
    param: { type: 'string', description: 'The path of the field or parameter.' },
    code: { type: 'string', description: 'The code of this error.' },
    message: { type: 'string', description: 'What is wrong and how to fix it.' },
  },
};

export const errorSchema: Node = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What is wrong.',
      required: ['type', 'code', 'message', 'requestId', 'docUrl'],
      properties: {
        type: {
          type: 'string',
          enum: [...new Set(errorCodes.map(({ type }) => type))],
          description: 'The kind of error.',
        },
        code: {
          type: 'string',
          description: 'The error code, for programs. See /docs#errors; new codes may be added.',
        },
        message: { type: 'string', description: 'What is wrong and how to fix it, for people.' },
        param: { type: 'string', description: 'The path of the field or parameter: recurrenceRule.daysOfWeek[0].' },
        details: {
          type: 'array',
          items: detail,
          description: 'All errors of the request, or the reason of a refusal.',
        },
        retryAfter: { type: 'integer', description: 'Seconds to wait.' },
        category: {
          type: 'string',
          enum: ['read', 'write', 'member', 'business', 'address'],
          description: 'The rate limit that was reached.',
        },
        requestId: { type: 'string', description: 'The id of the request in the log.' },
        docUrl: { type: 'string', format: 'uri', description: 'Where the documentation explains the code.' },
      },
    },
  },
};

const ERRORS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Bad request: invalid body or parameters.'],
  401: ['Unauthorised', 'Missing or invalid credential.'],
  403: ['Forbidden', 'The credential may not do this. With member_not_found, the code in details gives the reason.'],
  404: ['NotFound', 'The resource does not exist.'],
  409: ['Conflict', 'Conflict with the state of a record, or with an earlier use of the idempotency key.'],
  412: [
    'RecordChanged',
    'The record has changed since the ETag in If-Match, or is as If-None-Match says it must not be. Of uploads: another version of tus.',
  ],
  413: ['BodyTooLarge', 'The body is larger than 1 MiB, or a file than what is taken.'],
  415: ['ContentTypeUnsupported', 'The content type of the body is not JSON, or not the type of a file or upload.'],
  429: ['RateLimited', 'Rate limit exceeded; wait Retry-After seconds.'],
  460: ['ChecksumMismatch', 'The bytes of an upload do not match their checksum; they are not kept.'],
  500: ['InternalError', 'Unexpected error; nothing was changed.'],
  503: ['Unavailable', 'Temporarily unavailable; nothing was changed.'],
};

export const errorReference = (status: number): Node => reference('responses', ERRORS[status]?.[0] ?? 'InternalError');

/** An answer without its body. */
const notModified: Node = {
  description: 'You have the answer already: its ETag is the one in If-None-Match.',
  headers: headersWith('ETag'),
};

const errors: Node = Object.fromEntries(
  Object.entries(ERRORS).map(([status, [name, description]]): [string, Node] => [
    name,
    {
      description,
      headers: status === '429' ? headersWith('Retry-After') : headersWith(),
      content: { 'application/json': { schema: reference('schemas', 'Error') } },
    },
  ]),
);

export const responses: Node = { NotModified: notModified, ...errors };
