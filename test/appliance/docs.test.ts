import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AWARDS, CHALLENGES, ENTRIES, HOUSEHOLDS, MEDIA, WEBHOOKS } from '../../src/resources/demo-ids.ts';
import { SANDBOX_SESSION } from '../../src/sandbox/demo/credentials.ts';
import { freePort } from '../helpers/pebble.ts';
import { run, testServer } from '../helpers/process.ts';

const server = testServer({}, 'sandbox');
const { cwd } = server;

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.ready.rootUrl}${path}`, { headers: { 'x-service-api-key': server.ready.apiKey, ...headers } });

/** The code of a block as a reader copies it. */
const shown = async (path: string, language: string): Promise<string> => {
  const html = await (await get(path)).text();
  const [, block = ''] = new RegExp(`<code data-language="${language}">([\\s\\S]*?)</code>`).exec(html) ?? [];
  return block.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
};

/** The commands of "First booking" on the page. */
const commands = (): Promise<string> => shown('/docs', 'shell');

/** What the document says of an operation, as far as the test needs it. */
interface Described {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
}

/** Reads the lines of a stream one after another. */
const linesOf = (stream: ReadableStream<Uint8Array>): (() => Promise<string>) => {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  return async () => {
    while (!text.includes('\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended after '${text}'`);
      text += decoder.decode(value, { stream: true });
    }
    const [line = '', ...rest] = text.split('\n');
    text = rest.join('\n');
    return line;
  };
};

/** Runs shell commands, each of which prints JSON on a line of its own, and returns the values. */
const paste = async (script: string) => {
  const { out, code } = await run({ cwd }, 'bash', '-euc', script);
  expect([code, out.endsWith('\n')]).toEqual([0, true]);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('/docs of the running program', () => {
  test('contains the files of the reference', async () => {
    for (const [path, beginning, least] of [
      ['/docs/swagger-ui.js', '/*! For license information', 1_000_000],
      ['/docs/swagger-ui.css', '.swagger-ui', 100_000],
    ] as const) {
      const text = await (await get(path)).text();
      expect(text.slice(0, 100)).toContain(beginning);
      expect(text.length).toBeGreaterThan(least);
      const plain = await get(path, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect((await plain.text()) === text).toBe(true);
    }
  });

  test('every listed id of the demo studio exists', async () => {
    const page = await (await get('/docs')).text();
    const listed = [...page.matchAll(/<td data-head="Record">([^<]*)<\/td><td data-head="Id"><code>([0-9a-f-]{36})</g)];
    expect(listed.length).toBeGreaterThan(15);
    const families = [
      'sites',
      'staff',
      'clients',
      'schedules',
      'sessions',
      'bookings',
      'packages',
      'payments',
      'checkins',
      'webhooks',
      `webhooks/${WEBHOOKS.inbox}/deliveries`,
    ];
    const content = ['entries', 'media', 'categories', 'tags', 'banners', 'types', 'features'].map(
      (kind) => `/manage/content/${kind}`,
    );
    const challenge = `/manage/challenges/${CHALLENGES.spring}`;
    const engagement = ['/manage/challenges', '/manage/leaderboards', '/manage/awards'];
    const parts = ['goals', 'assessments', 'articles'].map((part) => `${challenge}/${part}`);
    const credentials = ['/manage/api-keys', '/manage/oauth-clients', '/manage/member-links', '/manage/kiosks'];
    const people = ['/manage/client-lists', '/manage/client-changes', '/manage/staff/invitations', '/manage/messages'];
    people.push('/manage/households');
    const managed = [
      '/manage/plans',
      '/manage/audit-log',
      '/manage/pay-months',
      ...credentials,
      ...people,
      ...content,
      ...engagement,
      ...parts,
    ];
    const paths = [...families.map((family) => `/v2/${family}`), ...managed];
    const lists = [
      `/manage/content/media/${MEDIA.tenSquats}/variants`,
      `/manage/awards/${AWARDS.helpingHand}/grants`,
      `/v2/member/metrics/${ENTRIES.row}/history`,
      '/v2/member/video/history',
      `/manage/households/${HOUSEHOLDS.silva}`,
    ];
    const asClient = { 'x-client-id': server.ready.clientId };
    const texts = await Promise.all(lists.map(async (path) => (await get(path, asClient)).text()));
    // Only the member can read a saved card.
    const asMember = { authorization: `Bearer ${server.ready.memberToken}`, 'x-site-id': server.ready.siteId };
    const methods = `${server.ready.rootUrl}/public-api/v2/member/payments/methods`;
    const cards = await (await fetch(methods, { headers: asMember })).text();
    // The owner's session says its id itself.
    const session = await get('/manage/me', { 'x-service-api-key': '', cookie: `studiod_session=${SANDBOX_SESSION}` });
    const own = `${cards}${texts}${await session.text()}`;
    const found = await Promise.all(
      listed.map(async ([, what, id]) => {
        if (own.includes(`${id}`)) return [];
        const answers = await Promise.all(paths.map((path) => get(`${path}/${id}`)));
        return answers.some(({ status }) => status === 200) ? [] : [what];
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  const hasCurl = Bun.which('curl') !== null && Bun.which('bash') !== null;
  test.if(hasCurl)(`its first booking goes as it says (${hasCurl ? 'runs' : 'not run'}: bash and curl)`, async () => {
    // After the first booking of the README and the example of the reference, in whichever order somebody tries them.
    const readme = readFileSync(resolve(import.meta.dir, '../../README.md'), 'utf8');
    const [, ofReadme = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const before = await paste(ofReadme.replaceAll('http://127.0.0.1:8420', server.ready.rootUrl));
    expect(before[1]).toMatchObject({ object: 'booking', status: 'confirmed' });
    const document = JSON.parse(await (await get('/openapi.json')).text());
    const { example } = document.paths['/v2/bookings'].post.requestBody.content['application/json'];
    expect((await server.call('POST', '/v2/bookings', example)).status).toBe(201);
    const answers = await paste(await commands());
    expect(answers.map(({ object }) => object)).toEqual(['list', 'webhook_endpoint', 'booking', 'list', 'list']);
    expect(answers[2]).toMatchObject({ clientId: server.ready.clientId, status: 'confirmed' });
    expect(answers[3].data[0]).toMatchObject({ id: answers[2].id, client: { object: 'client' } });
    expect(answers[4].data).toHaveLength(1);
  });

  const hasNode = hasCurl && Bun.which('node') !== null;
  test.if(hasNode)(
    `the booking site that it teaches takes bookings (${hasNode ? 'runs' : 'not run'}: node, curl)`,
    async () => {
      const page = '/docs/booking-site';
      await Bun.write(join(cwd, 'booking-site.mjs'), await shown(page, 'js'));
      const [, , start = ''] = (await shown(page, 'subscribe')).split('\n').filter((line) => line !== '');
      const subscribe = (await shown(page, 'subscribe')).split('\n\n')[0] ?? '';
      expect(await shown(page, 'run')).toBe(start.replace(/ SECRET='[^']*'/, ''));
      const port = freePort();
      const [endpoint] = await paste(subscribe.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`));
      const site = Bun.spawn(['bash', '-c', `exec env PORT=${port} ${start.replace('whsec_...', endpoint.secret)}`], {
        cwd,
        stdout: 'pipe',
        stderr: 'inherit',
      });
      try {
        const lines = linesOf(site.stdout);
        expect(await lines()).toBe(`http://127.0.0.1:${port}`);
        const use = (await shown(page, 'use')).replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
        const [booking] = await paste(use);
        expect(booking).toMatchObject({ object: 'booking', status: 'confirmed', bookingSource: 'unpaid' });
        expect(await lines()).toBe('booking.created');
        // The same form sent again makes no second booking; another one of the same person is refused.
        const again = { sessionId: booking.sessionId, email: 'mia@example.com', firstName: 'Mia', lastName: 'Lind' };
        const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
          const init = { method: 'POST', headers, body: JSON.stringify(body) };
          const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
          return { status: response.status, body: JSON.parse(await response.text()) };
        };
        expect((await send('/book', { ...again, attempt: 'first' })).body.id).toBe(booking.id);
        expect(await send('/book', { ...again, attempt: 'second' })).toMatchObject({
          status: 409,
          body: { code: 'already_booked' },
        });
        const forged = { 'x-service-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
        expect((await send('/webhooks', { type: 'booking.created' }, forged)).status).toBe(400);
      } finally {
        site.kill();
        await site.exited;
      }
    },
    60_000,
  );

  test('the document of a sandbox has the operations of the sandbox, and they answer', async () => {
    const document = JSON.parse(await (await get('/openapi.json')).text());
    expect(document.tags.at(-1).name).toBe('Sandbox');
    const own = Object.entries<Record<string, Described>>(document.paths).filter(([path]) =>
      path.startsWith('/sandbox/'),
    );
    const described = own.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(described.length).toBe(18);
    // A reset would take the studio away from the other tests; the cards need the secret of a setup, and a mail has to be sent first.
    for (const { path, method, operation } of described.filter(({ path }) => !/reset|processor|\{id\}/.test(path))) {
      const body = JSON.stringify(operation.requestBody?.content['application/json'].example);
      const url = `${server.ready.rootUrl}${path.replace('{name}', 'described')}`;
      const response = await fetch(url, { method: method.toUpperCase(), ...(method === 'post' && { body }) });
      expect([path, method, response.status]).toEqual([path, method, 200]);
    }
    const routes = ['/sandbox/reset', '/sandbox/processor/setups/confirm', '/sandbox/processor/setups/approve'];
    expect(routes.filter((path) => document.paths[path]?.post === undefined)).toEqual([]);
  });
});
