import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openApiDocument } from '../../src/cli/verbs/openapi.ts';
import { examples } from '../../src/sandbox/demo/examples/examples.ts';
import { BOOKINGS, SESSIONS } from '../../src/sandbox/demo/ids.ts';
import { newFolder, removeFolder, type Server, startServer } from '../helpers/process.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: string | string[];
}
interface Link {
  readonly operationId: string;
  readonly parameters: Record<string, string>;
}
interface Described {
  readonly operationId: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters: readonly (Parameter & { $ref?: string })[];
  readonly 'x-protocol'?: string;
  readonly requestBody?: { readonly content: Record<string, { example?: unknown }> };
  readonly responses: Record<string, { links?: Record<string, Link> }>;
}
interface Operation extends Described {
  readonly method: string;
  readonly path: string;
}
interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly parameters: Record<string, Parameter> };
}

const document = (await openApiDocument()) as Document;
const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
);
/** The operations of a protocol are sent by its clients, and tested with them. */
const exemplary = operations.filter((operation) => operation['x-protocol'] === undefined);
const operationOf = (id: string): Operation => operations.find(({ operationId }) => operationId === id)!;

let cwd = '';
let server: Server;
let token = '';
beforeAll(async () => {
  cwd = newFolder();
  server = await startServer({ cwd }, 'sandbox');
});
afterAll(async () => {
  await server.stop();
  removeFolder(cwd);
});

// biome-ignore lint/suspicious/noExplicitAny: the test reads any fields
type Json = any;

/** Sends a request outside of the examples, which must succeed. */
const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const headers = { 'x-service-api-key': server.ready.apiKey, 'content-type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(server.ready.rootUrl + path, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
};

/** What an example needs in a fresh sandbox before it is sent. */
const before: Record<string, () => Promise<unknown>> = {
  getEvent: () => run('createBooking'),
  changeChallengeAssessment: () => run('submitChallengeAssessment'),
  unfreezePackage: () => run('freezePackage'),
  async promoteBooking() {
    await send('PATCH', '/v2/settings', { booking: { waitlistPromotionMode: 'manual' } });
    const { sessionId } = await send('GET', `/v2/bookings/${BOOKINGS.waitlisted}`);
    await send('PATCH', `/manage/sessions/${sessionId}`, { capacity: 4 });
  },
  async waivePenalty() {
    await send('PATCH', '/v2/settings', { payment: { noShowFee: 1_000, feesApplyTo: 'all' } });
    await run('markNoShow');
  },
  async acceptMemberOffer() {
    await send('PATCH', '/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
    await send('PATCH', `/manage/sessions/${SESSIONS.offered}`, { capacity: 2 });
    await run('createMemberBooking', { joinWaitlist: true });
    await send('POST', `/v2/bookings/${BOOKINGS.confirmed}/cancel`);
  },
};

/** Members read the media of published entries. */
const publish = async ({ id }: Json): Promise<void> => {
  const { body: entry } = await run('createContentEntry');
  await send('PATCH', `/manage/content/media/${id}`, { entryId: entry.id });
};

/** What is done with the response that a link refers to, before the example is sent. */
const between: Record<string, (answer: Json) => Promise<unknown>> = {
  getMedia: publish,
  getMediaPlayback: publish,
  listMediaVariants: publish,
  completePaymentMethod: ({ publishableKey, setupIntentClientSecret: clientSecret }) => {
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
    return send('POST', '/sandbox/processor/setups/confirm', { publishableKey, clientSecret, card });
  },
  async enableWebhook({ id }) {
    await send('PATCH', `/v2/webhooks/${id}`, { url: `${server.ready.rootUrl}/sandbox/inbox/broken?respond=500` });
    for (let index = 0; index < 10; index += 1) {
      await send('POST', '/v2/clients', { firstName: 'A', lastName: 'B', email: `ab${index}@members.example` });
    }
    await send('POST', '/sandbox/clock', { advance: 'PT15M' });
  },
};

const parametersOf = ({ parameters }: Operation): Parameter[] =>
  parameters.map(({ $ref, ...own }) =>
    $ref === undefined ? own : document.components.parameters[$ref.split('/')[3]!]!,
  );

const pointed = (answer: Json, pointer: string): Json =>
  pointer.split('/').reduce((value, step) => (step === '' ? value : value?.[step]), answer);

/** The values of the path: from its examples, or from the response of the operation that links to this one. */
const pathValues = async (operation: Operation): Promise<Record<string, string>> => {
  const values: Record<string, string> = {};
  let source: Json;
  for (const { name, example } of parametersOf(operation).filter((each) => each.in === 'path')) {
    if (example !== undefined) {
      values[name] = String(example);
      continue;
    }
    const linking = operations.flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ links = {} }) =>
        Object.values(links).flatMap((link) =>
          link.operationId === operation.operationId ? [{ operationId, link }] : [],
        ),
      ),
    )[0];
    if (linking === undefined) throw new Error(`${operation.operationId} has no example of '${name}'`);
    source ??= (await run(linking.operationId)).body;
    values[name] = pointed(source, linking.link.parameters[name]?.replace('$response.body#', '') ?? '');
  }
  await between[operation.operationId]?.(source);
  return values;
};

const headersFor = ({ security, ...operation }: Operation): Record<string, string> => {
  const scheme = security === undefined ? 'apiKey' : Object.keys(security[0] ?? {})[0];
  const isSent = ({ in: place, required, name }: Parameter): boolean =>
    place === 'header' && (required === true || name === (scheme === 'memberToken' ? 'X-Site-ID' : 'X-Client-ID'));
  const headers = parametersOf({ security: [], ...operation }).filter(isSent);
  return {
    ...(scheme === 'apiKey' ? { 'x-service-api-key': server.ready.apiKey } : {}),
    ...(scheme === 'memberToken' ? { authorization: `Bearer ${token}` } : {}),
    ...Object.fromEntries(headers.map(({ name, example }) => [name, String(example)])),
  };
};

const urlFor = async (operation: Operation): Promise<URL> => {
  const values = await pathValues(operation);
  const url = new URL(
    server.ready.rootUrl + operation.path.replace(/{(\w+)}/g, (_, name: string) => values[name] ?? ''),
  );
  for (const { name, example, in: place } of parametersOf(operation)) {
    if (place !== 'query' || example === undefined) continue;
    for (const value of [example].flat()) url.searchParams.append(name, value);
  }
  return url;
};

/** Sends the example of an operation with each content type it has, or with `more` fields in its body. */
const run = async (id: string, more: object = {}, type?: string): Promise<{ status: number; body: Json }> => {
  const operation = operationOf(id);
  await before[id]?.();
  const content = operation.requestBody?.content ?? {};
  const [contentType = type] = Object.keys(content).filter((each) => type === undefined || each === type);
  const example = contentType === undefined ? undefined : content[contentType]?.example;
  if (contentType !== undefined && example === undefined) throw new Error(`${id} has no example of its body`);
  const given = Array.isArray(example) || typeof example === 'string' ? example : { ...Object(example), ...more };
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const response = await fetch(await urlFor(operation), {
    method: operation.method,
    headers: {
      ...headersFor(operation),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(contentType === undefined ? {} : { body: text.replaceAll('http://127.0.0.1:8420', server.ready.rootUrl) }),
  });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, body: isJson ? JSON.parse(answer) : answer };
};

/** Operations that create something the first time, and otherwise answer with a lower status. */
const CREATES: ReadonlySet<string> = new Set(['addFavorite', 'addToWatchLater', 'shareMetricEntry']);

/** The success status that the document names first. */
const declared = ({ operationId, responses }: Operation): number =>
  CREATES.has(operationId) ? 201 : Math.min(...Object.keys(responses).map(Number));

test('every operation has an example, and every example an operation', () => {
  expect(Object.keys(examples).sort()).toEqual(exemplary.map(({ operationId }) => operationId).sort());
});

describe('the example of every operation succeeds in a fresh sandbox', () => {
  const cases = exemplary.flatMap((operation): [string, string | undefined][] => {
    // Forms are tested with the records that they make.
    const types = Object.keys(operation.requestBody?.content ?? {}).filter((type) => !type.startsWith('multipart/'));
    return types.length < 2 ? [[operation.operationId, undefined]] : types.map((type) => [operation.operationId, type]);
  });
  test.each(cases)('%s %p', async (id, type) => {
    token = (await send('POST', '/sandbox/reset')).memberToken;
    const { status, body } = await run(id, {}, type);
    if (status !== declared(operationOf(id))) console.error(id, body?.error ?? body);
    expect(status).toBe(declared(operationOf(id)));
  });
});
