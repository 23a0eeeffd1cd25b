import { expect, test } from 'bun:test';
import { jsonResponse } from '../../src/http/reply.ts';
import type { HandlerContext } from '../../src/http/request-context.ts';
import { openStudio } from '../helpers/api.ts';

const respond = (headers: Record<string, string | number>, status = 200): Response =>
  jsonResponse({ headers }, { status, body: '{}' });
const headersOf = ({ headers }: Response) => Object.fromEntries(headers);
const JSON_TYPE = 'application/json;charset=utf-8';

test('a response has the headers of its call, and none of the responses before it', () => {
  const first = respond({ 'content-type': JSON_TYPE, 'x-request-id': 'first', etag: '"a"', vary: 'Origin' });
  const second = respond({ 'content-type': JSON_TYPE, 'x-request-id': 'second', 'x-ratelimit-limit': 600 }, 201);
  const third = respond({ 'content-type': JSON_TYPE, 'X-Request-ID': 'third', etag: '"a"' });
  const fourth = respond({ 'content-type': JSON_TYPE, 'x-request-id': 'third' });
  first.headers.set('x-request-id', 'changed');
  const fifth = respond({ 'content-type': JSON_TYPE, 'x-request-id': 'third' });

  expect([first, second, third, fourth, fifth].map(({ status }) => status)).toEqual([200, 201, 200, 200, 200]);
  expect(headersOf(first)).toEqual({
    'content-type': JSON_TYPE,
    'x-request-id': 'changed',
    etag: '"a"',
    vary: 'Origin',
  });
  expect(headersOf(second)).toEqual({
    'content-type': JSON_TYPE,
    'x-request-id': 'second',
    'x-ratelimit-limit': '600',
  });
  expect(headersOf(third)).toEqual({ 'content-type': JSON_TYPE, 'x-request-id': 'third', etag: '"a"' });
  expect(headersOf(fourth)).toEqual({ 'content-type': JSON_TYPE, 'x-request-id': 'third' });
  expect(headersOf(fifth)).toEqual(headersOf(fourth));
});

test('Elysia has nothing to add', () => {
  const set: HandlerContext['set'] = { headers: { vary: 'Origin' } };
  const response = jsonResponse(set, { status: 201, body: {}, headers: { etag: '"a"' } });
  expect(set).toEqual({ headers: {} });
  expect(headersOf(response)).toEqual({ 'content-type': JSON_TYPE, etag: '"a"', vary: 'Origin' });
});

test('calls at the same time have headers of their own', async () => {
  const studio = await openStudio();
  const { body: client } = await studio.post('/v2/clients', {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'a@example.com',
  });
  const ask = (path: string, id: string, init: object = {}) =>
    studio.app.fetch(
      new Request(`http://localhost${path}`, {
        ...init,
        headers: { 'x-service-api-key': studio.mainKey, 'x-request-id': id, 'content-type': 'application/json' },
      }),
    );
  const path = `/v2/clients/${client.id}`;
  const body = JSON.stringify({ notes: 'Prefers mornings' });
  const answers = await Promise.all([
    ask(path, 'write', { method: 'PATCH', body }),
    ask(path, 'read'),
    ask('/v2/clients', 'list'),
    ask('/v2/clients/nobody', 'error'),
    ask(path, 'again'),
  ]);
  expect(answers.map(({ status, headers }) => [status, headers.get('x-request-id'), headers.has('etag')])).toEqual([
    [200, 'write', true],
    [200, 'read', true],
    [200, 'list', false],
    [404, 'error', false],
    [200, 'again', true],
  ]);
});
