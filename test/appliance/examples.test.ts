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
  const operationOf = (id: string): DocumentOperation => operations.find(({ operationId }) => operationId === id)!;
  /** What reads and what removes goes first: it finds what a fresh sandbox has. */
  const TURNS = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
  const turn = ([id]: (typeof cases)[number]): number => TURNS.indexOf(operationOf(id).method);
  let sandbox: { memberToken: string } | undefined;
  let isFresh = false;
  test.each(cases.toSorted((left, right) => turn(left) - turn(right)))('%s with %s, %p', async (id, scheme, type) => {
    const { rootUrl, apiKey } = server.ready;
    const operation = operationOf(id);
    const send = async (): Promise<Response> => {
      if (sandbox === undefined) {
        sandbox = (await (await fetch(`${rootUrl}/sandbox/reset`, { method: 'POST' })).json()) as {
          memberToken: string;
        };
        isFresh = true;
      }
      const request = prefilled(operation, { rootUrl, scheme, type, apiKey, memberToken: sandbox.memberToken });
      return fetch(request.url, request.init);
    };
    let response = await send();
    // What an earlier case has written or asked is in the way: only `scripts/prove` starts each case that writes afresh.
    if (response.status === 429 || (response.status !== declared(operation) && !isFresh)) {
      sandbox = undefined;
      response = await send();
    }
    if (operation.method !== 'GET') {
      isFresh = false;
      if (testsEverything) sandbox = undefined;
    }
    if (response.status !== declared(operation)) console.error(id, await response.text());
    expect(response.status).toBe(declared(operation));
  });
});
