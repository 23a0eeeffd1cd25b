import { beforeEach, describe, expect, test } from 'bun:test';
import { type Server, startServer, testServer, until } from '../helpers/process.ts';

const server = testServer({}, 'sandbox', '--clock', 'fixed:2026-03-02T08:00:00Z');
beforeEach(async () => {
  expect((await ask('POST', '/sandbox/reset')).status).toBe(200);
});

const ask = (...request: Parameters<Server['call']>) => server.call(...request);

describe('the demo studio', () => {
  test('has the same ids on every start', async () => {
    const again = await startServer({ cwd: server.cwd }, 'sandbox');
    await again.stop();
    const { rootUrl, baseUrl, console: page, docs, mailbox, pid, memberToken, ...ids } = server.ready;
    expect(again.ready).toMatchObject(ids);
    expect(baseUrl).toBe(`${rootUrl}/v2`);
    expect(docs).toBe(`${rootUrl}/docs`);
    expect(mailbox).toBe(`${rootUrl}/sandbox/mailbox`);
    expect(page).toBe(`${rootUrl}/console/sandbox-sign-in#owner`);
    expect(pid).toBe(server.child.pid);
    expect((await ask('GET', `/v2/sites/${ids.siteId}`)).body).toMatchObject({ isDigital: false, status: 'active' });
  });

  test('its client can book the session of the ready line, and the inbox receives the event', async () => {
    const { rootUrl, clientId, sessionId } = server.ready;
    const endpoint = { name: 'Inbox', url: `${rootUrl}/sandbox/inbox/booked`, eventTypes: ['booking.created'] };
    expect((await ask('POST', '/v2/webhooks', endpoint)).status).toBe(201);
    const booked = await ask('POST', '/v2/bookings', { clientId, sessionId });
    expect(booked).toMatchObject({ status: 201, body: { status: 'confirmed' } });
    let messages: { body: string }[] = [];
    await until(async () => {
      messages = (await ask('GET', '/sandbox/inbox/booked')).body.data;
      return messages.length > 0;
    });
    expect(JSON.parse(messages[0]?.body ?? '')).toMatchObject({
      type: 'booking.created',
      data: { bookingId: booked.body.id },
    });
  });

  test('a reset starts again, and so does the clock', async () => {
    const made = await ask('POST', '/v2/sites', { name: 'Temporary' });
    expect(made.status).toBe(201);
    await ask('POST', '/sandbox/inbox/before', 'hello');
    await ask('POST', '/sandbox/clock', { advance: 'P1D' });
    const reset = await ask('POST', '/sandbox/reset');
    expect(reset).toMatchObject({ status: 200, body: { object: 'sandbox_reset', siteId: server.ready.siteId } });
    expect((await ask('GET', `/v2/sites/${made.body.id}`)).status).toBe(404);
    expect((await ask('GET', '/sandbox/inbox/before')).body.data).toEqual([]);
    expect((await ask('GET', '/sandbox/events')).body.data).toEqual([]);
    expect((await ask('GET', '/sandbox/clock')).body.now).toBe('2026-03-02T08:00:00.000Z');
  });
});

describe('/sandbox/sign-in', () => {
  const signIn = (role: string, headers: Record<string, string> = {}) =>
    fetch(`${server.ready.rootUrl}/sandbox/sign-in`, { method: 'POST', body: JSON.stringify({ role }), headers });

  test.each([
    ['owner', 'Olivia'],
    ['front_desk', 'Felix'],
    ['instructor', 'Ana'],
  ])('signs in as the %s', async (role, firstName) => {
    const response = await signIn(role);
    expect(await response.json()).toEqual({ object: 'sandbox_sign_in', staffId: expect.any(String), role });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const me = await fetch(`${server.ready.rootUrl}/manage/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ staff: { firstName, role }, isSandbox: true });
  });

  test('signs in to the pages for members as the member of the ready line, or as another client', async () => {
    const first = await signIn('member');
    const { clientId } = server.ready;
    expect(await first.json()).toEqual({ object: 'sandbox_sign_in', clientId, role: 'member' });
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { cookie, 'x-site-id': server.ready.siteId, 'x-studiod-page': '1' };
    const profile = await fetch(`${server.ready.rootUrl}/public-api/v2/member/profile`, { headers });
    expect(await profile.json()).toMatchObject({ id: clientId });
    const body = JSON.stringify({ role: 'member', clientId: '01999999-0000-7000-8000-000000000000' });
    const unknown = await fetch(`${server.ready.rootUrl}/sandbox/sign-in`, { method: 'POST', body });
    expect(unknown.status).toBe(400);
  });

  test('400 for another role, 403 for another page', async () => {
    expect((await signIn('manager')).status).toBe(400);
    expect((await signIn('owner', { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('/sandbox/clock', () => {
  test('is fixed until it is moved, and everything follows it', async () => {
    expect((await ask('GET', '/sandbox/clock')).body).toEqual({
      object: 'sandbox_clock',
      now: '2026-03-02T08:00:00.000Z',
      mode: 'fixed',
    });
    expect((await ask('POST', '/sandbox/clock', { advance: 'PT61S' })).body.now).toBe('2026-03-02T08:01:01.000Z');
    const moved = await ask('POST', '/sandbox/clock', { at: '2026-03-08T02:30:00-05:00' });
    expect(moved.body).toEqual({ object: 'sandbox_clock', now: '2026-03-08T07:30:00.000Z', mode: 'fixed' });
    const { body } = await ask('POST', '/v2/sites', { name: 'Later' });
    expect(body.createdAt).toBe('2026-03-08T07:30:00.000Z');
  });

  test.each([
    [{ advance: 'soon' }, 'not an ISO 8601 duration'],
    [{ advance: '-PT1S' }, 'can only move forward'],
    [{ at: '2020-01-01T00:00:00Z' }, 'can only move forward'],
    [{ advance: 'P3Y' }, 'at most 400 days'],
    [{}, "either 'advance'"],
    [{ advnce: 'PT1S' }, 'advance'],
  ])('400 %p', async (body, message) => {
    const reply = await ask('POST', '/sandbox/clock', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(message);
  });
});

test('/sandbox/events lists the events, newest first', async () => {
  const { body: site } = await ask('POST', '/v2/sites', { name: 'First' });
  await ask('PATCH', `/v2/sites/${site.id}`, { name: 'Second' });
  const { body } = await ask('GET', '/sandbox/events');
  expect(body).toMatchObject({ object: 'list', url: '/sandbox/events', hasMore: false });
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['site.updated', 'site.created']);
  expect((await ask('GET', '/sandbox/events?type=site.created')).body.data).toHaveLength(1);
  expect(body.data[0]).toMatchObject({ object: 'event', data: { siteId: site.id } });
});

describe('/sandbox/inbox', () => {
  test('stores headers and the raw body, and can be emptied', async () => {
    expect(await ask('POST', '/sandbox/inbox/plain', 'á')).toMatchObject({ status: 200, body: { received: true } });
    const { data } = (await ask('GET', '/sandbox/inbox/plain')).body;
    expect(data).toMatchObject([{ body: '"á"', answered: 200, receivedAt: '2026-03-02T08:00:00.000Z' }]);
    expect(data[0].headers['x-service-api-key']).toBe(server.ready.apiKey);
    await ask('DELETE', '/sandbox/inbox/plain');
    expect((await ask('GET', '/sandbox/inbox/plain')).body.data).toEqual([]);
  });

  test('400 for a limit that is too large, both cursors, and one of another inbox', async () => {
    await ask('POST', '/sandbox/inbox/other', 'x');
    const { data } = (await ask('GET', '/sandbox/inbox/other?limit=100')).body;
    const [id] = data.map((message: { id: string }) => message.id);
    const codes = await Promise.all(
      ['?limit=101', `?starting_after=${id}&ending_before=${id}`, `?starting_after=${id}`].map(async (query) => {
        const { status, body } = await ask('GET', `/sandbox/inbox/paged${query}`);
        return [status, body.error.code, body.error.param];
      }),
    );
    expect(codes).toEqual([
      [400, 'parameter_invalid', 'limit'],
      [400, 'parameter_invalid', 'ending_before'],
      [400, 'cursor_invalid', 'starting_after'],
    ]);
  });

  test('responds by its script', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await ask('POST', '/sandbox/inbox/failing?respond=500&times=2', {})).status);
    }
    expect(statuses).toEqual([500, 500, 200]);
    const redirected = await ask('POST', '/sandbox/inbox/moved?redirect=http://127.0.0.1:9/x', {});
    expect(redirected.status).toBe(302);
    expect(redirected.headers.get('location')).toBe('http://127.0.0.1:9/x');
  });

  test('hangs, and a stop does not wait for it', async () => {
    const asked = ask('POST', '/sandbox/inbox/hanging?hang=true', {}).catch(() => undefined);
    let data: { answered: number | null }[] = [];
    while (data.length === 0) data = (await ask('GET', '/sandbox/inbox/hanging')).body.data;
    expect(data).toMatchObject([{ answered: null }]);
    expect(await server.stop()).toBe(0);
    await asked;
  });
});
