import { beforeEach, describe, expect, test } from 'bun:test';
import { Timeline } from '../../src/kernel/timer.ts';
import { Inbox, inboxRoutes } from '../../src/sandbox/inbox.ts';

const START = Date.parse('2026-03-02T08:00:00Z');

let inbox: Inbox;
let receive: (path: string, body?: string) => Promise<Response>;
beforeEach(() => {
  inbox = new Inbox(new Timeline(START));
  const routes = inboxRoutes(inbox);
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

  test('removes its oldest messages, and the oldest inboxes', async () => {
    for (let count = 0; count < 1_001; count += 1) await receive('full', String(count));
    expect(inbox.list('full').map(({ body }) => body)).toHaveLength(1_000);
    expect(inbox.list('full')[0]?.body).toBe('1');
    for (let count = 0; count < 100; count += 1) await receive(`inbox-${count}`);
    expect([inbox.list('full').length, inbox.list('inbox-0').length]).toEqual([0, 1]);
  });
});
