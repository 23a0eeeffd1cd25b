import { describe, expect, test } from 'bun:test';
import { RECORDED_ROOT, recordedResponses } from '../../src/sandbox/demo/responses.ts';
import { testsEverything } from '../helpers/everything.ts';
import {
  type DocumentOperation,
  isExemplary,
  operationsOf,
  prefilled,
  type Scheme,
  schemesOf,
} from '../helpers/prefilled.ts';
import { testServer } from '../helpers/process.ts';

const operations = await operationsOf();
/** The operations of a protocol are sent by its clients, and tested with them. */
const exemplary = operations.filter(isExemplary);

const server = testServer({}, 'sandbox');

/** Operations that create something the first time, and otherwise answer with a lower status. */
const CREATES: ReadonlySet<string> = new Set(['addFavorite', 'addToWatchLater', 'shareMetricEntry']);

/** The success status that the document names first. */
const declared = ({ operationId, responses, parameters = [] }: DocumentOperation): number =>
  CREATES.has(operationId) || ('201' in responses && parameters.some(({ name }) => name === 'dry_run'))
    ? 201
    : Math.min(...Object.keys(responses).map(Number));

test('every part of a path has an example, and every body that is required', () => {
  const lacking = exemplary.filter(
    ({ parameters = [], requestBody }) =>
      parameters.some((each) => each.in === 'path' && each.example === undefined) ||
      (requestBody?.required === true &&
        Object.values(requestBody.content).every(({ example }) => example === undefined)),
  );
  expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
});

test('the recorded example of every operation has the status that the document names first', async () => {
  const recorded = await recordedResponses(RECORDED_ROOT);
  const wrong = exemplary.flatMap((operation) => {
    const status = recorded.find(({ of }) => of === operation.operationId)?.status;
    return status === declared(operation) ? [] : [{ id: operation.operationId, status }];
  });
  expect(wrong).toEqual([]);
});

describe('every operation succeeds in a fresh sandbox, as the document fills it in and with nothing written before it', () => {
  const cases = exemplary.flatMap((operation): [string, Scheme, string | undefined][] => {
    const [first, ...more] = Object.keys(operation.requestBody?.content ?? {});
    // Forms are tested with the records that they make.
    const types = [first, ...more].filter((type) => type?.startsWith('multipart/') !== true);
    const sent = types.length === 0 ? [undefined] : types;
    const all = schemesOf(operation).flatMap((scheme) =>
      sent.map((type): [string, Scheme, string | undefined] => [operation.operationId, scheme, type]),
    );
    // test/appliance/responses.test.ts records the first way to send it again.
    return testsEverything || sent[0] !== first ? all : all.slice(1);
  });
  let fresh: { memberToken: string } | undefined;
  test.each(cases)('%s with %s, %p', async (id, scheme, type) => {
    const { rootUrl, apiKey } = server.ready;
    fresh ??= (await (await fetch(`${rootUrl}/sandbox/reset`, { method: 'POST' })).json()) as { memberToken: string };
    const { memberToken } = fresh;
    const operation = operations.find(({ operationId }) => operationId === id)!;
    if (operation.method !== 'GET') fresh = undefined;
    const request = prefilled(operation, { rootUrl, scheme, type, apiKey, memberToken });
    const response = await fetch(request.url, request.init);
    if (response.status !== declared(operation)) console.error(id, await response.text());
    expect(response.status).toBe(declared(operation));
  });
});
