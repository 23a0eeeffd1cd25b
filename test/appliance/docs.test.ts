import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AWARDS, CHALLENGES, ENTRIES, MEDIA, WEBHOOKS } from '../../src/sandbox/demo/ids.ts';
import { newFolder, removeFolder, type Server, startServer } from '../helpers/process.ts';

let cwd = '';
let server: Server;
beforeAll(async () => {
  cwd = newFolder();
  server = await startServer({ cwd }, 'sandbox');
});
afterAll(async () => {
  await server.stop();
  removeFolder(cwd);
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.ready.rootUrl}${path}`, { headers: { 'x-service-api-key': server.ready.apiKey, ...headers } });

/** The commands of "First booking" on the page. */
const commands = async (): Promise<string> => {
  const [, html = ''] = /<code data-language="shell">([\s\S]*?)<\/code>/.exec(await (await get('/docs')).text()) ?? [];
  const text = html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return text;
};

/** Runs shell commands, each of which prints JSON on a line of its own, and returns the values. */
const paste = async (script: string) => {
  const child = Bun.spawn(['bash', '-euc', script], { stdout: 'pipe', stderr: 'pipe', cwd });
  const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
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
      ...['sites', 'staff', 'clients', 'schedules', 'sessions', 'bookings', 'packages', 'payments', 'checkins'],
      ...['webhooks', `webhooks/${WEBHOOKS.inbox}/deliveries`],
    ];
    const content = ['entries', 'media', 'categories', 'tags', 'banners', 'types', 'features'].map(
      (kind) => `/manage/content/${kind}`,
    );
    const challenge = `/manage/challenges/${CHALLENGES.spring}`;
    const engagement = ['/manage/challenges', '/manage/leaderboards', '/manage/awards'];
    const parts = ['goals', 'assessments', 'articles'].map((part) => `${challenge}/${part}`);
    const credentials = ['/manage/api-keys', '/manage/oauth-clients', '/manage/member-links'];
    const managed = ['/manage/plans', ...credentials, ...content, ...engagement, ...parts];
    const paths = [...families.map((family) => `/v2/${family}`), ...managed];
    const lists = [
      `/manage/content/media/${MEDIA.tenSquats}/variants`,
      `/manage/awards/${AWARDS.helpingHand}/grants`,
      `/v2/member/metrics/${ENTRIES.row}/history`,
      '/v2/member/video/history',
    ];
    const asClient = { 'x-client-id': server.ready.clientId };
    const texts = await Promise.all(lists.map(async (path) => (await get(path, asClient)).text()));
    // Only the member can read a saved card.
    const asMember = { authorization: `Bearer ${server.ready.memberToken}`, 'x-site-id': server.ready.siteId };
    const methods = `${server.ready.rootUrl}/public-api/v2/member/payments/methods`;
    const cards = await (await fetch(methods, { headers: asMember })).text();
    const found = await Promise.all(
      listed.map(async ([, what, id]) => {
        if (`${cards}${texts}`.includes(`${id}`)) return [];
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
    const headers = { 'x-service-api-key': server.ready.apiKey, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(example) };
    expect((await fetch(`${server.ready.rootUrl}/v2/bookings`, init)).status).toBe(201);
    const answers = await paste(await commands());
    expect(answers.map(({ object }) => object)).toEqual(['list', 'webhook_endpoint', 'booking', 'list', 'list']);
    expect(answers[2]).toMatchObject({ clientId: server.ready.clientId, status: 'confirmed' });
    expect(answers[3].data[0]).toMatchObject({ id: answers[2].id, client: { object: 'client' } });
    expect(answers[4].data).toHaveLength(1);
  });
});
