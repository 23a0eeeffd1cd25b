import { toOpenAPISchema } from '@elysiajs/openapi/openapi';
import type { AnyElysia } from 'elysia';
import { API_VERSION } from '../../events/envelope.ts';
import type { Operation } from '../operations/operation.ts';
import { Components } from './components.ts';
import type { Node } from './json.ts';
import { type Described, operationOf } from './operation.ts';
import { errorSchema, headers, parameters, responses } from './shared.ts';
import { tagsOf } from './tags.ts';
import { webhookEntries } from './webhooks.ts';

const wholePath = (path: string): string => (path.endsWith('/') && path !== '/v2/' ? path.slice(0, -1) : path);

const pathsOf = (api: AnyElysia, components: Components): Record<string, Node> => {
  const written = toOpenAPISchema(api).paths as unknown as Record<string, Record<string, Described>>;
  return Object.fromEntries(
    Object.entries(written).map(([written, operations]) => {
      const path = wholePath(written);
      const finished = Object.entries(operations).map(([method, described]) => [
        method,
        operationOf(described, method, path, components),
      ]);
      return [path, Object.fromEntries(finished)];
    }),
  );
};

/** What a scope opens, in words. */
const told = (scope: string): [string, string] => {
  const [family = '', right = ''] = scope.split(':');
  if (scope === '*') return [scope, 'Everything.'];
  if (right === 'read') return [scope, `Reads ${family}.`];
  if (right === 'write') return [scope, `Reads and changes ${family}.`];
  return [scope, scope === 'manage' ? 'The management API.' : `May ${right.replaceAll('_', ' ')} (${family}).`];
};

/**
 * The OpenAPI 3.1 document of an application that was made in the mode `document`: whole paths, every titled shape
 * once as a component, the shared refusals and headers once each, and the events that endpoints receive.
 */
export const openApiDocument = (
  api: AnyElysia,
  operations: readonly Operation[],
  release: string,
  scopes: readonly string[],
): Node => {
  const components = new Components();
  components.add('Error', errorSchema);
  const paths = pathsOf(api, components);
  const webhooks = webhookEntries(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'studiod',
      version: API_VERSION,
      description: `The interface of studiod ${release}: a whole fitness-business service in one executable.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ apiKey: [] }, { oauth2: [] }],
    tags: tagsOf(operations),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Service-API-Key', description: 'A key with scopes.' },
        oauth2: {
          type: 'oauth2',
          description: 'An access token of one hour.',
          flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: Object.fromEntries(scopes.map(told)) } },
        },
        memberToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "The ID token of the studio's sign-in provider.",
        },
      },
      parameters,
      headers,
      responses,
      schemas: components.schemas,
    },
  };
};
