import { toOpenAPISchema } from '@elysiajs/openapi/openapi';
import type { AnyElysia } from 'elysia';
import { API_VERSION } from '../events/envelope.ts';

/** A JSON Schema or a part of the document; it is data all the way down. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

interface Operation extends Node {
  responses: { [status: string]: Node };
}

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats that only this program knows; readers of the document get their pattern or nothing. */
const OWN_FORMATS: Readonly<Record<string, Node>> = {
  line: {},
  'wall-time': { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  'time-zone': { description: 'IANA time zone' },
  currency: { pattern: '^[A-Z]{3}$', description: 'ISO 4217' },
};

/** Moves every titled schema into the components, once, and leaves references behind. */
class Components {
  readonly schemas: Record<string, Node> = {};

  /** @param isAnswer answers stay open to new fields, requests do not. */
  lift(value: Json, isAnswer: boolean): Json {
    if (Array.isArray(value)) return value.map((item) => this.lift(item, isAnswer));
    if (!isNode(value)) return value;
    const node: Node = {};
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'additionalProperties' && inner === false && isAnswer) continue;
      if (key === 'default' && inner === undefined) continue;
      node[key] = this.lift(inner, isAnswer);
    }
    if (typeof node.format === 'string' && node.format in OWN_FORMATS) {
      Object.assign(node, OWN_FORMATS[node.format]);
      delete node.format;
    }
    return typeof node.title === 'string' && (node.type !== undefined || node.anyOf !== undefined)
      ? this.#reference(node.title, node)
      : node;
  }

  #reference(title: string, node: Node): Node {
    const known = this.schemas[title];
    if (known !== undefined && !Bun.deepEquals(known, node)) {
      throw new Error(`two different shapes bear the title '${title}'`);
    }
    this.schemas[title] = node;
    return { $ref: `#/components/schemas/${title}` };
  }
}

const detail: Node = {
  type: 'object',
  required: ['param', 'code', 'message'],
  properties: { param: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
};

const errorSchema: Node = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'code', 'message', 'requestId', 'docUrl'],
      properties: {
        type: { type: 'string' },
        code: { type: 'string' },
        message: { type: 'string' },
        param: { type: 'string' },
        details: { type: 'array', items: detail },
        retryAfter: { type: 'integer' },
        category: { type: 'string' },
        requestId: { type: 'string' },
        docUrl: { type: 'string' },
      },
    },
  },
};

const MEANING: Readonly<Record<number, string>> = {
  400: 'Bad request: invalid body or parameters.',
  401: 'Missing or invalid credential.',
  403: 'The credential may not do this.',
  404: 'The addressed resource does not exist.',
  409: 'Conflict with the state of a record.',
  429: 'Rate limit exceeded; wait Retry-After seconds.',
};

const refusalsOf = (operation: Operation, isPublic: boolean): number[] =>
  [...new Set([...((operation['x-refusals'] as number[]) ?? []), ...(isPublic ? [] : [401, 403, 429])])].sort();

const finish = (operation: Operation, path: string, components: Components): Operation => {
  const isPublic = path === '/v2/' || path === '/v2/health';
  const { 'x-refusals': _refusals, responses, ...described } = operation;
  const answers: { [status: string]: Node } = {};
  for (const [status, answer] of Object.entries(responses)) {
    const lifted = components.lift(answer, true) as Node;
    answers[status] = { ...lifted, description: status.startsWith('2') ? 'Success' : String(lifted.description) };
  }
  for (const status of refusalsOf(operation, isPublic)) {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
    answers[String(status)] = { description: MEANING[status] ?? 'Refused', content };
  }
  return {
    ...(components.lift(described, false) as Node),
    ...(isPublic ? { security: [] } : {}),
    responses: answers,
  } as Operation;
};

/**
 * The OpenAPI 3.1 document of an application that was made in the mode `document`: whole paths, every titled shape
 * once as a component, the shared refusals spelled out.
 */
export const openApiDocument = (api: AnyElysia, release: string): Node => {
  const components = new Components();
  components.schemas.Error = errorSchema;
  const paths: Node = {};
  const written = toOpenAPISchema(api).paths as unknown as Record<string, Record<string, Operation>>;
  for (const [path, operations] of Object.entries(written)) {
    const whole = path.endsWith('/') && path !== '/v2/' ? path.slice(0, -1) : path;
    const finished: Node = {};
    for (const [method, operation] of Object.entries(operations)) {
      finished[method] = finish(operation, whole, components);
    }
    paths[whole] = finished;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'studiod',
      version: API_VERSION,
      description: `The interface of studiod ${release}: a whole fitness-business service in one executable.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Service-API-Key' } },
      schemas: Object.fromEntries(
        Object.entries(components.schemas).sort(([left], [right]) => (left < right ? -1 : 1)),
      ),
    },
  };
};
