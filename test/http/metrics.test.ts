import { describe, expect, test } from 'bun:test';
import { metric, metricsText, RequestCounter, requireMetricsToken } from '../../src/http/metrics.ts';

const answered = {
  requestId: 'r',
  credentialId: undefined,
  address: undefined,
  milliseconds: 250,
  method: 'GET',
  status: 200,
};

test('the text has help, type and every value, with labels that cannot break out', () => {
  const text = metricsText([
    metric('gauge', 'a', 'One.', 1.5),
    { name: 'b', type: 'counter', help: 'Two.', samples: [[{ route: 'x"\n\\', status: '200' }, 3]] },
  ]);
  expect(text).toBe(
    '# HELP a One.\n# TYPE a gauge\na 1.5\n# HELP b Two.\n# TYPE b counter\nb{route="x\\"\\n\\\\",status="200"} 3\n',
  );
});

test('requests are counted by route and status; what no route took is one line', () => {
  const counter = new RequestCounter();
  for (const status of [200, 200, 404]) counter.add({ ...answered, route: '/v2/clients/:id', isRouted: true, status });
  for (const path of ['/a', '/b'])
    counter.add({ ...answered, method: 'BREW', route: path, isRouted: false, status: 404 });
  const [count, seconds] = counter.metrics();
  expect(count?.samples).toEqual([
    [{ method: 'GET', route: '/v2/clients/:id', status: '200' }, 2],
    [{ method: 'GET', route: '/v2/clients/:id', status: '404' }, 1],
    [{ method: 'other', route: 'none', status: '404' }, 2],
  ]);
  expect(seconds?.samples.map(([, value]) => value)).toEqual([0.5, 0.25, 0.5]);
});

describe('the token', () => {
  const TOKEN = 'a-token-of-16-or-more';
  const judge = (authorization?: string) => () =>
    requireMetricsToken(new Headers(authorization === undefined ? {} : { authorization }), TOKEN);
  test.each(['Bearer', 'bearer', 'BEARER'])('opens after %s', (scheme) =>
    expect(judge(`${scheme} ${TOKEN}`)).not.toThrow(),
  );
  test.each([undefined, '', TOKEN, 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])('401 for %j', (given) =>
    expect(judge(given)).toThrow(/STUDIOD_METRICS_TOKEN/),
  );
});
