import { toOpenAPISchema } from '@elysiajs/openapi/openapi';
import { API_VERSION } from '../../events/envelope.ts';
import type { Expansions } from '../expansions.ts';
import { operationsById } from '../operations/by-id.ts';
import { successSchemas } from '../operations/handlers/dry-run.ts';
import { router } from '../operations/mount.ts';
import type { Operation } from '../operations/operation.ts';
import { Components } from './components.ts';
import { type Examples, linksOf, withExample } from './examples.ts';
import type { Node } from './json.ts';
import { type Described, operationOf, takesBody } from './operation.ts';
import { withMeaning } from './parameters.ts';
import { type Responses, withErrors, withSuccess } from './recorded.ts';
import { withoutCircles } from './related.ts';
import { withOwnSchemas } from './schemas.ts';
import { errorSchema, headers, parametersFor, responses } from './shared.ts';
import { webhookEntries } from './webhooks.ts';

const wholePath = (path: string): string => (path.endsWith('/') && path !== '/v2/' ? path.slice(0, -1) : path);

const EVERY_METHOD = { methods: [] };

const NO_ANSWER = (): void => {};

const hookOf = (operation: Operation): object => {
  const { handler, query, body, summary, description, tag } = operation;
  return {
    detail: {
      operationId: operation.id,
      summary,
      ...(description === undefined ? {} : { description }),
      tags: [tag],
      ...(operation.isExtension ? { 'x-extension': true } : {}),
    },
    ...(handler.kind === 'sendFile' || handler.kind === 'exchange' ? {} : { response: successSchemas(operation) }),
    ...(query === undefined ? {} : { query }),
    ...(takesBody(operation) && body !== undefined ? { body } : {}),
  };
};

/** Elysia's description of an operation. Its handler is never called. */
const describedBy = (operation: Operation): Record<string, Record<string, Described>> => {
  const { method, path } = operation;
  const { paths } = toOpenAPISchema(router().route(method, path, NO_ANSWER, hookOf(operation)), EVERY_METHOD);
  // Plain JSON, without Elysia's own type of the paths.
  return JSON.parse(JSON.stringify(paths));
};

function* pathsOf(
  { operations, examples, expansions, recorded, isForDependants }: DocumentParts,
  components: Components,
): Generator<void, Node> {
  const byId = operationsById(operations);
  const paths: Record<string, Node> = {};
  for (const own of operations) {
    yield;
    for (const [generatedPath, methods] of Object.entries(describedBy(own))) {
      const path = wholePath(generatedPath);
      for (const [method, generated] of Object.entries(methods)) {
        const { parameters = [], ...rest } = withOwnSchemas(generated, own);
        const described = {
          ...rest,
          parameters: parameters.map((parameter) => withMeaning(parameter, own, expansions)),
        };
        const links = linksOf(examples, own.id);
        const making = { operation: own, byId, method, links, components, isForDependants: isForDependants(own.id) };
        const operation = operationOf(described, making);
        paths[path] = {
          ...paths[path],
          [method]: withSuccess(withExample(operation, examples[own.id] ?? {}), own.id, recorded),
        };
      }
    }
  }
  return paths;
}

const SPECIAL_SCOPES: Readonly<Record<string, string>> = {
  '*': 'Full access.',
  manage: 'The management API.',
  'members:act': 'Act for members.',
  'bookings:override_capacity': 'Book sessions that are full.',
  'bookings:waive_penalty': 'Waive penalties of bookings.',
};

const scopeDescription = (scope: string): string => {
  const [family = '', right = ''] = scope.split(':');
  return SPECIAL_SCOPES[scope] ?? (right === 'read' ? `Read ${family}.` : `Read and change ${family}.`);
};

const tagsOf = (operations: readonly Operation[]): Node[] => {
  const tags = new Map<string, string>();
  for (const { tag, about } of operations) if (!tags.has(tag) || about !== undefined) tags.set(tag, about ?? '');
  return [...tags].map(([name, description]) => ({ name, description }));
};

export interface DocumentParts {
  readonly operations: readonly Operation[];
  readonly release: string;
  readonly scopes: readonly string[];
  readonly examples: Examples;
  readonly recorded: Responses;
  /** The expansions of operations that name them by the kind of record. */
  readonly expansions: Readonly<Record<string, Expansions>>;
  /** The URL of the server, without a path: programs that import the document have no other URL. */
  readonly rootUrl: string;
  readonly siteId: string;
  readonly clientId: string;
  /** Whether an adult may send an operation for a dependant of their household. */
  readonly isForDependants: (operationId: string) => boolean;
}

/** The steps to the OpenAPI 3.1 document. All steps together take a few tenths of a second. */
export function* openApiDocument(parts: DocumentParts): Generator<void, Node> {
  const { operations, release, scopes, rootUrl, siteId, clientId } = parts;
  const components = new Components();
  components.add('Error', errorSchema);
  const paths = yield* pathsOf(parts, components);
  const webhooks = yield* webhookEntries(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'studiod',
      version: API_VERSION,
      description: `The API of studiod ${release}: a complete backend for fitness businesses in one executable. In Postman, choose to generate parameters from examples when you import it, and turn off the query parameters and headers you do not need.`,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: rootUrl, description: 'This service' }],
    security: [{ apiKey: [] }, { oauth2: [] }],
    tags: tagsOf(operations),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Service-API-Key', description: 'An API key with scopes.' },
        oauth2: {
          type: 'oauth2',
          description: 'An access token, valid for one hour.',
          flows: {
            clientCredentials: {
              tokenUrl: `${rootUrl}/oauth/token`,
              scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeDescription(scope)])),
            },
          },
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-studiod',
          description:
            'The cookie of a person who is signed in. Accepted wherever a key is. Its name is `studiod_session` if ' +
            'the server does not use https; changes also need the header X-Studiod-Console: 1.',
        },
        kiosk: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Kiosk-Token',
          description: 'The token of a kiosk at one site. Only accepted by kiosk operations.',
        },
        memberToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "An ID token of the studio's sign-in provider.",
        },
      },
      parameters: parametersFor({ siteId, clientId }),
      headers,
      responses: withErrors(responses, parts.recorded),
      schemas: withoutCircles(components.schemas),
    },
  };
}
