import { describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { MADE_ROOT } from '../../src/app/made-document.ts';
import { detachedApp } from '../../src/cli/verbs/openapi.ts';
import { eventTypes } from '../../src/events/catalogue.ts';
import { API_VERSION } from '../../src/events/envelope.ts';
import { LEGACY_CHECK_IN } from '../../src/events/legacy-check-in.ts';
import { nextTurn } from '../../src/kernel/clock.ts';
import { openStudio } from '../helpers/api.ts';
import { apiDocument } from '../helpers/api-document.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { $ref?: string; name?: string; in?: string; schema?: unknown; 'x-extension'?: true }[];
  readonly 'x-protocol'?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, unknown> };
  readonly responses: Record<string, { $ref?: string; headers?: Record<string, unknown> }>;
}
interface Document {
  readonly servers: readonly { url: string }[];
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, { headers?: Record<string, unknown> }>>;
}

const document = (await apiDocument()) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
);
/** Nobody has a credential yet, or people call it for themselves. */
const isWithoutKeys = ({ security }: Operation): boolean =>
  security?.length === 0 || security?.some((each) => 'session' in each) === true;
const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

/** The operations that receive files. */
const TAKES_FILES =
  /^(?:post \/public-api\/v2\/member\/photo|post \/manage\/imports(?:\/(?:preview|check))?|put \/manage\/(?:brand\/(?:logo|photo)|(?:clients|staff)\/\{id\}\/photo|(?:schedules|sessions)\/\{id\}\/image|awards\/\{id\}\/badge)|\w+ \/manage\/content\/media(?:\/.*)?)$/;

/** Where a reference points to, or undefined where it points to nothing. */
const resolved = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document);

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
};

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('refers to nothing that is not there, and holds nothing that nobody refers to', () => {
    const references = new Set(referencesIn(document));
    expect([...references].filter((reference) => resolved(reference) === undefined)).toEqual([]);
    const schemas = Object.keys(document.components.schemas ?? {}).map((name) => `#/components/schemas/${name}`);
    expect(schemas.filter((schema) => !references.has(schema))).toEqual([]);
  });

  test('names every shape once, where it stands alone', () => {
    const titlesIn = (value: unknown): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      const { title, type } = value as Record<string, unknown>;
      const own = typeof title === 'string' && type !== undefined ? [title] : [];
      // The example of a body may have fields of these names.
      const parts = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
      return [...own, ...parts.flatMap(([, part]) => titlesIn(part))];
    };
    const titles = titlesIn(document);
    expect(titles.sort()).toEqual(Object.keys(document.components.schemas ?? {}).sort());
  });

  test('is served to everybody', async () => {
    const { app } = await openStudio();
    const response = await app.fetch(new Request('http://localhost/openapi.json'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json;charset=utf-8');
    expect(Object.keys(((await response.json()) as Document).paths)).toEqual(Object.keys(document.paths));
  });

  test('of another server differs by its address alone, so that the build can make it for all', async () => {
    const made = JSON.stringify(await detachedApp(MADE_ROOT).document());
    const [server] = document.servers;
    expect(server?.url).toStartWith('http://');
    expect(made.replaceAll(MADE_ROOT, String(server?.url)) === JSON.stringify(document)).toBe(true);
  });

  test('is made in slices for the first request, and has the bytes of the golden document', async () => {
    const app = detachedApp();
    const get = async (path: string): Promise<Response> => app.fetch(new Request(`http://localhost${path}`));
    const order: string[] = [];
    const answered = async (name: string, response: Promise<Response>): Promise<string> => {
      const text = await (await response).text();
      order.push(name);
      return text;
    };
    const first = answered('first', get('/openapi.json'));
    const second = answered('second', get('/openapi.json'));
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise<void>((resolve) => nextTurn(resolve));
      await answered('other', get('/livez'));
    }
    expect(await first).toBe(await second);
    expect(order).toEqual(['other', 'other', 'other', 'first', 'second']);
    const golden = new URL(`../golden/openapi-${API_VERSION}.json`, import.meta.url);
    expect(await first).toBe(JSON.stringify(await Bun.file(golden).json()));
  });
});

describe('every operation', () => {
  test('has an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => id === undefined || ids.indexOf(id) !== index)).toEqual([]);
  });

  test('belongs to a family that is described', () => {
    const described = document.tags.filter(({ description }) => description !== '').map(({ name }) => name);
    const strange = operations.filter(({ operation }) => !operation.tags.every((tag) => described.includes(tag)));
    expect(namesOf(strange)).toEqual([]);
  });

  test("marks what is our own inside the interface's paths", () => {
    const own = operations.flatMap(({ name, operation }) =>
      operation.parameters.filter((parameter) => parameter['x-extension'] === true).map((each) => [name, each.name]),
    );
    const byExternalId = ['sites', 'staff', 'instructors', 'clients', 'schedules', 'packages', 'payments', 'bookings'];
    expect(own.map(([name, parameter]) => `${name} ${parameter}`).sort()).toEqual(
      [
        ...[...byExternalId, 'checkins'].map((family) => `get /v2/${family} external_id`),
        ...['sites', 'clients', 'schedules'].map((family) => `get /v2/${family} include_archived`),
        ...['bookings', 'checkins', 'payments'].flatMap((family) => [`get /v2/${family} from`, `get /v2/${family} to`]),
        ...['sessions', 'checkins'].map((family) => `get /v2/${family} status`),
        'get /v2/sessions room_name',
        ...[
          'barcode',
          'fob_number',
          'home_site_id',
          'include_count',
          'joined_after',
          'joined_before',
          'last_visit_after',
          'last_visit_before',
          'never_visited',
          'owes',
          'package_ends_before',
          'plan_id',
          'sort',
          'status',
          'tag',
          'waiver_status',
        ].map((name) => `get /v2/clients ${name}`),
        ...['cancel', 'noshow'].map((verb) => `post /v2/bookings/{id}/${verb} dry_run`),
        ...['packages/{id}/cancel', 'payments/{id}/refund'].map((path) => `post /v2/${path} dry_run`),
        ...['schedules', 'sites'].map((family) => `patch /v2/${family}/{id} dry_run`),
        'post /v2/schedules dry_run',
        'post /public-api/v2/member/bookings dry_run',
        ...['schedules', 'staff'].map((family) => `delete /v2/${family}/{id} dry_run`),
        'get /v2/checkins include_count',
      ].sort(),
    );
  });

  test('marks values that are our own, and null where the contract has none', () => {
    const marked = new Set<string>();
    const unmarked: string[] = [];
    const look = (name: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { 'x-extension-values': values, enum: words } = value as Record<string, unknown>;
      if (values !== undefined) marked.add(`${name} ${JSON.stringify(values)}`);
      else if (name === 'bookingSource' && words !== undefined) unmarked.push(name);
      for (const [key, inner] of Object.entries(value)) look(key, inner);
    };
    look('', document);
    expect([...marked].sort()).toEqual([
      'bookingSource ["GUEST"]',
      'bookingSource ["guest"]',
      'brand [null]',
      'expMonth [null]',
      'expYear [null]',
      'last4 [null]',
    ]);
    expect(unmarked).toEqual([]);
    expect(document.components.schemas?.PaymentMethod).toMatchObject({
      properties: { type: { anyOf: [{ const: 'card' }, { type: 'string', 'x-extension': true }] } },
    });
  });

  test('says where a body must be there although all of it may be left out', () => {
    for (const name of ['post /v2/payments/{id}/refund', 'patch /v2/webhooks/{id}', 'post /v2/checkins']) {
      expect(operations.find((each) => each.name === name)?.operation.requestBody?.required).toBe(true);
    }
  });

  test('takes JSON and nothing else but files, and only actions take an optional body', () => {
    const bodies = operations.filter(
      ({ name, operation }) => operation.requestBody !== undefined && !TAKES_FILES.test(name),
    );
    const kinds = new Set(bodies.flatMap(({ operation }) => Object.keys(operation.requestBody?.content ?? {})));
    expect([...kinds]).toEqual(['application/json']);
    const optional = bodies.filter(({ operation }) => operation.requestBody?.required === false);
    expect(optional.filter(({ method }) => method !== 'post').map(({ name }) => name)).toEqual([]);
    expect(namesOf(optional)).toContain('post /v2/bookings/{id}/cancel');
  });

  test('bears the request id, the version and the rate headers on every answer', () => {
    const bare = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) => {
        const { headers } = (response.$ref === undefined ? response : resolved(response.$ref)) as typeof response;
        const always = ['X-Request-ID', 'X-Service-Version', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];
        return always.every((header) => headers?.[header] !== undefined) ? [] : [`${name} ${status}`];
      }),
    );
    expect(bare).toEqual([]);
  });

  test('takes ids in its path as UUIDs, and an idempotency key where it is a POST', () => {
    const wrong = operations.filter(({ method, path, operation }) => {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      const ids = inPath.filter(({ name }) => /^id$|Id$/.test(name ?? ''));
      const areIds = ids.every(({ schema }) => Bun.deepEquals(schema, { type: 'string', format: 'uuid' }));
      const takesKey = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key');
      return (
        !areIds ||
        inPath.length !== path.split('{').length - 1 ||
        takesKey !== (method === 'post' && !isWithoutKeys(operation))
      );
    });
    // Those of an entry take its slug too.
    expect(namesOf(wrong).filter((name) => !/ \/v2\/(?:content\/entries|member\/content)\/\{id\}/.test(name))).toEqual(
      [],
    );
    const [slug] = document.paths['/v2/content/entries/{id}']?.get?.parameters ?? [];
    expect(slug).toMatchObject({ name: 'id', description: 'The ID or slug.', schema: { type: 'string' } });
  });
});

test('every event type is a webhook of the document', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes, LEGACY_CHECK_IN]);
});
