import { expect, test } from 'bun:test';
import { faultsOf } from '../../scripts/fuzzing/judge.ts';
import { Report } from '../../scripts/fuzzing/report.ts';
import { runRound } from '../../scripts/fuzzing/round.ts';

test('300 random requests find no fault', async () => {
  const result = await runRound(1, 300, 'verify');
  expect(new Report().add(result)).toEqual([]);
  expect(result.succeeded.size).toBeGreaterThan(20);
});

test('the same seed sends the same requests', async () => {
  const [first, second] = [await runRound(2, 100, 'serve'), await runRound(2, 100, 'serve')];
  expect(second.statuses).toEqual(first.statuses);
  expect(second.succeeded).toEqual(first.succeeded);
});

const told = (status: number, body: unknown, headers: Record<string, string> = { 'x-request-id': 'req_1' }) => ({
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
  expect(faultsOf(told(200, {}))).toEqual([]);
  expect(faultsOf(told(400, { error }))).toEqual([]);
  expect(faultsOf(told(400, {}))).toEqual(['400 without an error envelope']);
  expect(faultsOf(told(400, { error: { ...error, code: 'nonsense' } }))).toEqual(['400 nonsense is not declared']);
  expect(faultsOf(told(418, { error }))).toEqual(['418 is no declared status']);
  expect(faultsOf(told(200, {}, {}))).toEqual(['200 without X-Request-ID']);
  expect(faultsOf(told(200, { text: 'x'.repeat(1_100_000) }))).toEqual(['an answer of 1100011 characters']);
  expect(faultsOf(told(200, { object: 'list', data: Array(101).fill('x'.repeat(11_000)) }))).toEqual([
    'a list of 101 records',
  ]);
  const failed = { ...error, type: 'api_error', code: 'internal_error' };
  expect(faultsOf(told(500, { error: failed }))).toEqual(['it answered 500']);
});
