import { beforeEach, describe, expect, test } from 'bun:test';
import type { ListResponse } from '../../src/http/paging.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { Inbox, inboxRoutes } from '../../src/sandbox/inbox.ts';

const START = Date.parse('2026-03-02T08:00:00Z');

let inbox: Inbox;
let routes: ReturnType<typeof inboxRoutes>;
let receive: (path: string, body?: string) => Promise<Response>;
beforeEach(() => {
  inbox = new Inbox(new Timeline(START));
  routes = inboxRoutes(inbox);
  receive = (path, body = '') =>
    routes.handle(
      new Request(`http://localhost/inbox/${path}`, { method: 'POST', body, headers: { 'x-test': 'yes' } }),
    );
});

describe('an inbox', () => {
  test('stores the raw body, the headers and the query', async () => {
    expect((await receive('one?respond=201', '{"a": 1 }')).status).toBe(201);
    expect(inbox.list('one')).toEqual([
      {
        id: 'msg_1',
        object: 'sandbox_message',
        receivedAt: '2026-03-02T08:00:00.000Z',
        query: 'respond=201',
        headers: expect.objectContaining({ 'x-test': 'yes' }),
        body: '{"a": 1 }',
        answered: 201,
      },
    ]);
  });

  test('counts `times` for each query, and again after it is emptied', async () => {
    const statuses = async () => {
      const responses = [await receive('one?respond=500&times=1'), await receive('one?respond=500&times=1')];
      return responses.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([500, 200]);
    expect((await receive('one?respond=503&times=1')).status).toBe(503);
    inbox.empty('one');
    expect(inbox.list('one')).toEqual([]);
    expect(await statuses()).toEqual([500, 200]);
  });

  test('redirects', async () => {
    const response = await receive('one?redirect=https://elsewhere.example/x&respond=500');
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://elsewhere.example/x']);
  });

  test('hangs until it is released', async () => {
    const response = receive('one?hang=true');
    while (inbox.list('one').length === 0) await Promise.resolve();
    expect(inbox.list('one')[0]?.answered).toBeNull();
    inbox.release();
    expect((await response).status).toBe(200);
  });

  test('waits for the next message, and returns at once where there is one', async () => {
    const get = (query: string) => routes.handle(new Request(`http://localhost/inbox/one${query}`));
    const waiting = get('?wait=30');
    await receive('other', 'not this one');
    await receive('one', 'first');
    expect(await (await waiting).json()).toMatchObject({ object: 'list', data: [{ body: 'first' }] });
    const { data } = (await (await get('?wait=30')).json()) as { data: object[] };
    expect(data).toHaveLength(1);
  });

  test('waits no longer than it was asked to, nor for a caller who is gone, nor beyond a reset', async () => {
    const gone = new AbortController();
    const get = (wait: number) =>
      routes.handle(new Request(`http://localhost/inbox/empty?wait=${wait}`, { signal: gone.signal }));
    const bodies = [get(0), get(1), get(30), get(30)].map(async (response) => (await response).json());
    await bodies[1];
    gone.abort();
    await bodies[2];
    const late = routes.handle(new Request('http://localhost/inbox/empty?wait=30'));
    await Promise.resolve();
    inbox.release();
    const answers = await Promise.all([...bodies, late.then((response) => response.json())]);
    expect(answers).toMatchObject(answers.map(() => ({ object: 'list', data: [] })));
  });

  test('lists everything, or a page with a limit and a cursor', async () => {
    for (let count = 0; count < 12; count += 1) await receive('one', String(count));
    const get = async (query: string) =>
      (await (await routes.handle(new Request(`http://localhost/inbox/one${query}`))).json()) as ListResponse<{
        body: string;
      }>;
    const shown = async (query: string) => {
      const { data, url, hasMore, nextCursor, previousCursor } = await get(query);
      return [url, data.map(({ body }) => body).join(' '), hasMore, nextCursor, previousCursor];
    };
    const url = '/sandbox/inbox/one';
    expect(await shown('')).toEqual([url, '0 1 2 3 4 5 6 7 8 9 10 11', false, null, null]);
    expect(await shown('?limit=2')).toEqual([url, '0 1', true, 'msg_2', null]);
    expect(await shown('?limit=2&starting_after=msg_2')).toEqual([url, '2 3', true, 'msg_4', 'msg_3']);
    expect(await shown('?limit=2&ending_before=msg_3')).toEqual([url, '0 1', false, 'msg_2', null]);
    expect(await shown('?starting_after=msg_11')).toEqual([url, '11', false, null, 'msg_12']);
  });

  test('removes its oldest messages, and the oldest inboxes', async () => {
    for (let count = 0; count < 1_001; count += 1) await receive('full', String(count));
    expect(inbox.list('full').map(({ body }) => body)).toHaveLength(1_000);
    expect(inbox.list('full')[0]?.body).toBe('1');
    for (let count = 0; count < 100; count += 1) await receive(`inbox-${count}`);
    expect([inbox.list('full').length, inbox.list('inbox-0').length]).toEqual([0, 1]);
  });
});
