import { expect, test } from 'bun:test';
import { openInProcess } from '../../scripts/fuzzing/in-process.ts';
import { faultsOf, faultsOfMisframed } from '../../scripts/fuzzing/judge.ts';
import { Report } from '../../scripts/fuzzing/report.ts';
import { runRound } from '../../scripts/fuzzing/round.ts';

test('300 random requests find no fault', async () => {
  const result = await runRound(await openInProcess(1, 'verify'), 1, 300);
  expect(new Report().add(result)).toEqual([]);
  expect(result.succeeded.size).toBeGreaterThan(20);
});

const runServing = async (seed: number, requests: number) =>
  runRound(await openInProcess(seed, 'serve'), seed, requests);

test('the same seed sends the same requests', async () => {
  const [first, second] = [await runServing(2, 100), await runServing(2, 100)];
  expect(second.statuses).toEqual(first.statuses);
  expect(second.succeeded).toEqual(first.succeeded);
});

const response = (status: number, body: unknown, headers: Record<string, string> = { 'x-request-id': 'req_1' }) => ({
  status,
  headers: new Headers(headers),
  text: JSON.stringify(body),
  isFile: false,
});
const error = {
  type: 'invalid_request_error',
  code: 'parameter_invalid',
  message: 'm',
  requestId: 'req_1',
  docUrl: '/',
};

test('what counts as a fault', () => {
  expect(faultsOf(response(200, {}))).toEqual([]);
  expect(faultsOf(response(400, { error }))).toEqual([]);
  expect(faultsOf(response(400, {}))).toEqual(['400 without an error envelope']);
  expect(faultsOf(response(400, { error: { ...error, code: 'nonsense' } }))).toEqual(['400 nonsense is not declared']);
  expect(faultsOf(response(418, { error }))).toEqual(['418 is no declared status']);
  expect(faultsOf(response(200, {}, {}))).toEqual(['200 without X-Request-ID']);
  expect(faultsOf(response(200, { text: 'x'.repeat(1_100_000) }))).toEqual(['an answer of 1100011 characters']);
  expect(faultsOf(response(200, { object: 'list', data: Array(101).fill('x'.repeat(11_000)) }))).toEqual([
    'a list of 101 records',
  ]);
  const failed = { ...error, type: 'api_error', code: 'internal_error' };
  expect(faultsOf(response(500, { error: failed }))).toEqual(['it answered 500']);
});

test('what counts as a fault where the bytes were no HTTP', () => {
  const sent = (status: number, text: string, headers: Record<string, string> = {}) => ({
    name: 'two lengths',
    sent: { status, text, headers: new Headers(headers), milliseconds: 0 },
  });
  expect(faultsOfMisframed({ name: 'two lengths', sent: undefined })).toEqual([]);
  expect(faultsOfMisframed(sent(400, ''))).toEqual([]);
  expect(faultsOfMisframed(sent(505, ''))).toEqual([]);
  expect(faultsOfMisframed(sent(200, '{}', { 'x-request-id': 'req_1' }))).toEqual([]);
  expect(faultsOfMisframed(sent(400, 'no', { 'x-request-id': 'req_1' }))).toEqual([
    'two lengths: 400 without an error envelope',
  ]);
  expect(faultsOfMisframed(sent(500, ''))).toEqual([
    'two lengths: 500 without X-Request-ID',
    'two lengths: it answered 500',
  ]);
  expect(faultsOfMisframed({ name: 'chunks', sent: undefined, problem: 'half a head' })).toEqual([
    'chunks: half a head',
  ]);
});
