import { describe, expect, test } from 'bun:test';
import { type AccessEntry, combineLogs } from '../../src/http/access-log.ts';
import { businessOperations, publicOperations } from '../../src/http/operations/declare.ts';
import { conflict } from '../../src/kernel/problem.ts';
import { object } from '../../src/kernel/schemas.ts';
import { forEachTest } from '../helpers/api.ts';
import { as, openOperations } from './operations/set-up.ts';

const response = object({});
const declare = () => [
  ...businessOperations({ tag: 'Notes' }, 'content', ({ read, write }) => [
    read(
      'GET /v2/notes/:id',
      'readNote',
      { summary: 'Read', response, staff: 'content:manage', sites: 'brand' },
      () => ({}),
    ),
    write('POST /v2/notes', 'addNote', { summary: 'Add', response, staff: 'content:manage', sites: 'brand' }, () => {
      throw conflict('in_use', 'In use.');
    }),
  ]),
  ...publicOperations({ tag: 'Open' }, ({ read }) => [
    read('GET /public/hello', 'hello', { summary: 'Hello', response }, () => ({})),
  ]),
];

const api = forEachTest(() => openOperations(declare));

describe('the log of requests', () => {
  const lines = () =>
    api.logged.map(({ method, route, status, credentialId }) => [method, route, status, credentialId]);

  test('has the template of the route, the status and the credential, but nothing of the query', async () => {
    await api.get('/v2/notes/secret-1');
    await api.get('/v2/notes/secret-2?token=secret');
    await api.post('/v2/notes', { text: 'secret' });
    await api.get('/public/hello', as(''));
    expect(lines()).toEqual([
      ['GET', '/v2/notes/:id', 200, 'all'],
      ['GET', '/v2/notes/:id', 400, 'all'],
      ['POST', '/v2/notes', 400, 'all'],
      ['GET', '/public/hello', 200, undefined],
    ]);
    expect(JSON.stringify(api.logged)).not.toContain('secret');
  });

  test('has the words of the path of a request without a route, and no credential of one that is not known', async () => {
    await api.get('/v2/nowhere?token=secret');
    await api.get('/.well-known/wp-login.php');
    await api.get('/v2/notes/1', as('nobody'));
    expect(lines()).toEqual([
      ['GET', '/v2/nowhere', 404, 'all'],
      ['GET', '/.well-known/wp-login.php', 404, 'all'],
      ['GET', '/v2/notes/*', 401, undefined],
    ]);
    expect(api.logged.map(({ isRouted }) => isRouted)).toEqual([false, false, false]);
  });

  test('has no key, token, address or long text of a path without a route', async () => {
    const secrets = [
      'sk_live_4fT9',
      'eyJhbGciOi.J9.x-_',
      'eve@example.com',
      'eve%40example.com',
      '0195',
      'a'.repeat(9_000),
    ];
    for (const secret of secrets) await api.get(`/v2/note/${secret}/x`, as('nobody'));
    await api.get('/a'.repeat(900), as('nobody'));
    const routes = api.logged.map(({ route }) => route);
    expect(routes).toEqual([...secrets.map(() => '/v2/note/*/x'), '/a'.repeat(8)]);
  });

  test('has the request id and the duration', async () => {
    const { headers } = await api.get('/v2/notes/1');
    await api.get('/v2/notes/1', { 'x-request-id': 'mine-1' });
    const [made, given] = api.logged;
    expect([made?.requestId, given?.requestId]).toEqual([headers.get('x-request-id') ?? '', 'mine-1']);
    expect(made?.milliseconds).toBeGreaterThanOrEqual(0);
  });

  test('has each of several requests at once by its own id', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `r-${index}`);
    await Promise.all(
      ids.map((id, index) =>
        api.send(index % 2 === 0 ? 'GET' : 'POST', index % 2 === 0 ? '/v2/notes/1' : '/v2/notes', undefined, {
          'x-request-id': id,
        }),
      ),
    );
    const byId = new Map(api.logged.map((entry) => [entry.requestId, entry.status]));
    expect(ids.map((id) => byId.get(id))).toEqual(ids.map((_, index) => (index % 2 === 0 ? 200 : 409)));
  });
});

test('two logs are both written; one alone, or none, is itself', () => {
  const [first, second]: [string[], string[]] = [[], []];
  const one = ({ route }: AccessEntry) => first.push(route);
  const other = ({ route }: AccessEntry) => second.push(route);
  const entry = { requestId: 'r', method: 'GET', route: '/', isRouted: false, status: 404, milliseconds: 1 };
  combineLogs(one, other)?.({ ...entry, credentialId: undefined, address: undefined });
  expect([first, second]).toEqual([['/'], ['/']]);
  expect([combineLogs(one, undefined), combineLogs(undefined, other), combineLogs(undefined, undefined)]).toEqual([
    one,
    other,
    undefined,
  ]);
});
