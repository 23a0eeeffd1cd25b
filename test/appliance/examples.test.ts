import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { examples } from '../../src/sandbox/demo/examples/examples.ts';
import { type DocumentOperation, operationsOf, prefilled, type Scheme, schemesOf } from '../helpers/prefilled.ts';
import { newFolder, removeFolder, type Server, startServer } from '../helpers/process.ts';

const operations = await operationsOf();
/** The operations of a protocol are sent by its clients, and tested with them. */
const exemplary = operations.filter((operation) => operation['x-protocol'] === undefined);

let cwd = '';
let server: Server;
beforeAll(async () => {
  cwd = newFolder();
  server = await startServer({ cwd }, 'sandbox');
});
afterAll(async () => {
  await server.stop();
  removeFolder(cwd);
});

/** Operations that create something the first time, and otherwise answer with a lower status. */
const CREATES: ReadonlySet<string> = new Set(['addFavorite', 'addToWatchLater', 'shareMetricEntry']);

/** The success status that the document names first. */
const declared = ({ operationId, responses }: DocumentOperation): number =>
  CREATES.has(operationId) ? 201 : Math.min(...Object.keys(responses).map(Number));

test('every operation has an example, and every example an operation', () => {
  expect(Object.keys(examples).sort()).toEqual(exemplary.map(({ operationId }) => operationId).sort());
});

describe('every operation succeeds in a fresh sandbox, as the document fills it in and with nothing before it', () => {
  const cases = exemplary.flatMap((operation): [string, Scheme, string | undefined][] => {
    // Forms are tested with the records that they make.
    const types = Object.keys(operation.requestBody?.content ?? {}).filter((type) => !type.startsWith('multipart/'));
    const sent = types.length === 0 ? [undefined] : types;
    return schemesOf(operation).flatMap((scheme) => sent.map((type) => [operation.operationId, scheme, type] as const));
  }) as [string, Scheme, string | undefined][];
  test.each(cases)('%s with %s, %p', async (id, scheme, type) => {
    const { rootUrl, apiKey } = server.ready;
    const reset = await fetch(`${rootUrl}/sandbox/reset`, { method: 'POST' });
    const { memberToken } = (await reset.json()) as { memberToken: string };
    const operation = operations.find(({ operationId }) => operationId === id)!;
    const request = prefilled(operation, { rootUrl, scheme, type, apiKey, memberToken });
    const response = await fetch(request.url, request.init);
    if (response.status !== declared(operation)) console.error(id, await response.text());
    expect(response.status).toBe(declared(operation));
  });
});
