import { toOpenAPISchema } from '@elysiajs/openapi/openapi';
import type { AnyElysia } from 'elysia';
import { API_VERSION } from '../../events/envelope.ts';
import type { Operation } from '../operations/operation.ts';
import { Components } from './components.ts';
import { type Examples, linksOf, withExample } from './examples.ts';
import type { Node } from './json.ts';
import { type Described, operationOf } from './operation.ts';
import { withOwnSchemas } from './schemas.ts';
import { errorSchema, headers, parametersFor, responses } from './shared.ts';
import { tagsOf } from './tags.ts';
import { webhookEntries } from './webhooks.ts';

const wholePath = (path: string): string => (path.endsWith('/') && path !== '/v2/' ? path.slice(0, -1) : path);

const pathsOf = (
  api: AnyElysia,
  operations: readonly Operation[],
  components: Components,
  examples: Examples,
): Record<string, Node> => {
  // JSON, since Elysia's own type of the paths does not know the fields that openapi-hook.ts adds.
  const generated: Record<string, Record<string, Described>> = JSON.parse(JSON.stringify(toOpenAPISchema(api).paths));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return Object.fromEntries(
    Object.entries(generated).map(([generatedPath, methods]) => {
      const path = wholePath(generatedPath);
      const finished = Object.entries(methods).map(([method, generatedOperation]) => {
        const id = String(generatedOperation.operationId);
        const own = byId.get(id);
        const described = own === undefined ? generatedOperation : withOwnSchemas(generatedOperation, own);
        const operation = operationOf({ ...described, 'x-links': linksOf(examples, id) }, method, path, components);
        return [method, withExample(operation, examples[id] ?? {})];
      });
      return [path, Object.fromEntries(finished)];
    }),
  );
};

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

interface DocumentParts {
  readonly operations: readonly Operation[];
  readonly release: string;
  readonly scopes: readonly string[];
  readonly examples: Examples;
  /** The site of the examples of members. */
  readonly siteId: string;
}

/**
 * The OpenAPI 3.1 document of an application mounted in the mode `document`. It has complete paths, each titled schema
 * once as a component, the shared errors and headers once, and the events as webhooks.
 */
export const openApiDocument = (
  api: AnyElysia,
  { operations, release, scopes, examples, siteId }: DocumentParts,
): Node => {
  const components = new Components();
  components.add('Error', errorSchema);
  const paths = pathsOf(api, operations, components, examples);
  const webhooks = webhookEntries(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'studiod',
      version: API_VERSION,
      description: `The API of studiod ${release}: a complete service for fitness businesses in one executable.`,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
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
              tokenUrl: '/oauth/token',
              scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeDescription(scope)])),
            },
          },
        },
        memberToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "An ID token of the studio's sign-in provider.",
        },
      },
      parameters: parametersFor(siteId),
      headers,
      responses,
      schemas: components.schemas,
    },
  };
};
