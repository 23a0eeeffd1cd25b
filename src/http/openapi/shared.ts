import { API_VERSION } from '../../events/envelope.ts';
import { errorCodes } from '../codes/error-codes.ts';
import { constant, type Node, reference } from './json.ts';

const header = (schema: Node, description: string): Node => ({ description, schema });
const count: Node = { type: 'integer', minimum: 0 };

export const headers: Node = {
  'X-Request-ID': header({ type: 'string' }, 'The ID of this request in the log; your own ID if you sent one.'),
  'X-Service-Version': header({ type: 'string', ...constant(API_VERSION) }, 'The dated version of the API.'),
  'X-RateLimit-Limit': header(
    count,
    'The size of the rate limit that applies: that of the key or token, of the category on the member API, or else of the address.',
  ),
  'X-RateLimit-Remaining': header(count, 'The number of requests remaining in that limit.'),
  'X-RateLimit-Reset': header(count, 'The Unix time, in seconds, at which the full limit is available again.'),
  'X-RateLimit-Category': header({ type: 'string', enum: ['read', 'write'] }, 'The category of this request.'),
  'Retry-After': header(count, 'The number of seconds to wait before you send the request again.'),
  ETag: header({ type: 'string' }, 'The version of the response, for If-None-Match and, for a record, If-Match.'),
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
    description:
      'A new key for each action. A repeated request within 24 hours returns the first response and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      "The record's ETag as you read it. If the record has changed since, nothing is changed and the request fails " +
      'with 412.',
    schema: { type: 'string', minLength: 1 },
    'x-extension': true,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of a response you have. A GET returns 304 as long as it has not changed. With PUT, * only creates ' +
      'what does not exist yet; otherwise the request fails with 412.',
    schema: { type: 'string', minLength: 1 },
    'x-extension': true,
  },
  'X-Site-ID': {
    name: 'X-Site-ID',
    in: 'header',
    required: true,
    description: 'The ID of the site the member uses.',
    schema: { type: 'string', format: 'uuid' },
    example: siteId,
  },
  'X-Client-ID': {
    name: 'X-Client-ID',
    in: 'header',
    required: false,
    description:
      'The ID of the client a business credential acts for, with the scope `members:act`. Not for ID tokens.',
    schema: { type: 'string', format: 'uuid' },
    example: clientId,
  },
  'X-Client-ID-Dependant': {
    name: 'X-Client-ID',
    in: 'header',
    required: false,
    description:
      "The ID of a dependant in the member's household to act for. Leave it out to act for the member themselves. For " +
      'anyone else, the request fails with 403.',
    schema: { type: 'string', format: 'uuid' },
    'x-extension': true,
  },
  'X-Site-ID-Optional': {
    name: 'X-Site-ID',
    in: 'header',
    required: false,
    description:
      "The ID of the site the member uses. Required with an ID token; with X-Client-ID, defaults to the client's " +
      'home site.',
    schema: { type: 'string', format: 'uuid' },
    example: siteId,
  },
  'X-Access-Token': {
    name: 'X-Access-Token',
    in: 'header',
    required: false,
    description:
      "The sign-in provider's access token, if the ID token has no email. Missing claims are read from the " +
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
  description: 'Some codes add fields, such as the ID of the record that already has the email.',
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
          description: 'The error code, for use in code. See /docs#errors; new codes may be added.',
        },
        message: { type: 'string', description: 'What is wrong and how to fix it, for humans.' },
        param: {
          type: 'string',
          description: 'The path of the field or parameter, such as `recurrenceRule`.daysOfWeek[0].',
        },
        details: {
          type: 'array',
          items: detail,
          description: 'All errors in the request, or the reason for a refusal.',
        },
        retryAfter: { type: 'integer', description: 'The number of seconds to wait.' },
        category: {
          type: 'string',
          enum: ['read', 'write', 'member', 'business', 'address'],
          description: 'The rate limit that was reached.',
        },
        requestId: { type: 'string', description: 'The ID of the request in the log.' },
        docUrl: { type: 'string', format: 'uri', description: 'The URL of the documentation for the code.' },
      },
    },
  },
};

const ERRORS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Bad request: invalid body or parameters.'],
  401: ['Unauthorised', 'Missing or invalid credential.'],
  403: [
    'Forbidden',
    'The credential is not allowed to do this. With `member_not_found`, the code in details gives the reason.',
  ],
  404: ['NotFound', 'The resource does not exist.'],
  409: ['Conflict', 'Conflict with the current state of a record, or with an earlier use of the idempotency key.'],
  412: [
    'RecordChanged',
    'The record has changed since the ETag in If-Match, or exists although If-None-Match requires that it does ' +
      'not. For uploads: a different version of tus.',
  ],
  413: ['BodyTooLarge', 'The body is larger than 1 MiB, or the file is larger than accepted.'],
  415: ['ContentTypeUnsupported', 'The content type of the body is not JSON, or not that of a file or upload.'],
  429: ['RateLimited', 'Rate limit exceeded; wait for the number of seconds in Retry-After.'],
  460: ['ChecksumMismatch', 'The bytes of an upload do not match their checksum and were discarded.'],
  500: ['InternalError', 'Unexpected error; nothing was changed.'],
  503: ['Unavailable', 'Temporarily unavailable; nothing was changed.'],
};

export const errorReference = (status: number): Node => reference('responses', ERRORS[status]?.[0] ?? 'InternalError');

/** An answer without its body. */
const notModified: Node = {
  description: 'Your copy of the response is current: its ETag is the one in If-None-Match.',
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
