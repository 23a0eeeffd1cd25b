import { expect, spyOn, test } from 'bun:test';
import { listen } from '../../src/cli/server/listen.ts';
import { configure } from '../../src/config/settings.ts';
import { keepUnderWay } from '../../src/http/under-way.ts';
import { openStudio } from '../helpers/api.ts';

const open = () => {
  const looks: (() => void)[] = [];
  const set: [string, number][] = [];
  const from = { timeout: (request: Request, seconds: number) => void set.push([request.url.slice(-1), seconds]) };
  const underWay = keepUnderWay((_, look) => looks.push(look));
  return { looks, set, from, underWay };
};
const get = (name: string) => new Request(`http://localhost/${name}`);
const post = (name: string) => new Request(`http://localhost/${name}`, { method: 'POST', body: '{}' });

test('no limit ends a request without a body while its answer is being made', () => {
  const { looks, set, from, underWay } = open();
  const [slow, quick] = [get('a'), get('b')];
  underWay.begin(slow, from);
  underWay.begin(quick, from);
  underWay.end(quick, from, false);
  expect(set).toEqual([]);
  looks.shift()?.();
  looks.shift()?.();
  expect(set).toEqual([['a', 0]]);
  underWay.end(slow, from, false);
  expect(set).toEqual([
    ['a', 0],
    ['a', 130],
  ]);
  looks.shift()?.();
  // Nothing is under way any more.
  expect(looks).toEqual([]);
});

test('a body has its own limit between two parts, and its connection is idle for 130 s after the answer', () => {
  const { looks, set, from, underWay } = open();
  const request = post('a');
  underWay.begin(request, from);
  underWay.end(request, from, false);
  expect(set).toEqual([
    ['a', 60],
    ['a', 130],
  ]);
  expect(looks).toEqual([]);
});

test('a response that stays open keeps its own limit', () => {
  const { looks, set, from, underWay } = open();
  const request = get('a');
  underWay.begin(request, from);
  looks.shift()?.();
  underWay.end(request, from, true);
  expect(set).toEqual([['a', 0]]);
});

test('the server sets these limits for requests whose answers are awaited', async () => {
  const studio = await openStudio();
  const set: number[] = [];
  const peer = { requestIP: () => null, timeout: (_: Request, seconds: number) => void set.push(seconds) };
  const headers = { 'x-service-api-key': studio.mainKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Uptown' });
  const sent = new Request('http://localhost/v2/sites', { method: 'POST', headers, body });
  expect((await studio.app.fetch(sent, peer)).status).toBe(201);
  expect(set).toEqual([60, 130]);
});

test('idle connections are kept for 130 s, longer than proxies keep theirs', async () => {
  const serve = spyOn(Bun, 'serve');
  try {
    const { config } = configure({ flags: { port: '0' }, environment: {} });
    await listen(config, () => ({ fetch: () => new Response() })).close();
    expect(serve.mock.calls[0]?.[0]).toMatchObject({ idleTimeout: 130 });
  } finally {
    serve.mockRestore();
  }
});
