import { describe, expect, test } from 'bun:test';
import { startServer, studiod, testServer, until } from '../helpers/process.ts';

const TOKEN = 'the-token-of-this-test-run';
const server = testServer({ env: { STUDIOD_METRICS_TOKEN: TOKEN } }, 'sandbox');
const { cwd } = server;

const read = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
  fetch(`${server.ready.rootUrl}/metrics`, { headers });
/** The values by name with labels. */
const values = async (): Promise<Map<string, number>> => {
  const lines = (await (await read()).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};
const call = (method: string, path: string, body?: object) => server.call(method, `/v2${path}`, body);

describe('/metrics', () => {
  test('200 has deliveries, the queue, slots, requests, the event loop and the database', async () => {
    const { rootUrl } = server.ready;
    const endpoint = (name: string, query = '') => ({
      name,
      url: `${rootUrl}/sandbox/inbox/${name}${query}`,
      eventTypes: ['client.created'],
    });
    await call('POST', '/webhooks', endpoint('good'));
    await call('POST', '/webhooks', endpoint('bad', '?respond=500'));
    await call('POST', '/clients', { firstName: 'A', lastName: 'B', email: 'metrics@example.com' });
    await call('GET', `/clients/${server.ready.clientId}`);
    await call('GET', '/nowhere/at/all');
    // An attempt is counted when it ends, and the queue says so once its outcome is stored.
    let metrics = await values();
    await until(async () => {
      metrics = await values();
      return (
        metrics.get('studiod_webhook_queue_events{state="retrying"}') === 1 &&
        metrics.get('studiod_webhook_queue_events{state="waiting"}') === 0 &&
        metrics.get('studiod_webhook_queue_events{state="under_way"}') === 0
      );
    });
    expect(metrics.get('studiod_webhook_attempts_total{outcome="http_status"}')).toBe(1);
    expect(metrics.get('studiod_webhook_attempts_total{outcome="succeeded"}')).toBe(1);
    expect(metrics.get('studiod_webhook_queue_events{state="retrying"}')).toBe(1);
    expect(metrics.get('studiod_webhook_queue_events{state="waiting"}')).toBe(0);
    expect(metrics.get('studiod_webhook_queue_late_seconds')).toBe(0);
    expect(metrics.get('studiod_webhook_endpoints{slots="busy"}')).toBe(0);
    for (const queue of ['mail', 'webhooks', 'webhookRedeliveries']) {
      expect(metrics.get(`studiod_queue_faulty_jobs{queue="${queue}"}`)).toBe(0);
    }
    expect(metrics.get('studiod_webhook_attempts_under_way')).toBe(0);
    expect(metrics.get('studiod_http_requests_total{method="GET",route="/v2/clients/:id",status="200"}')).toBe(1);
    expect(metrics.get('studiod_http_requests_total{method="other",route="none",status="404"}')).toBe(1);
    expect(metrics.get('studiod_database_bytes{file="database"}')).toBeGreaterThan(100_000);
    expect(metrics.get('studiod_event_loop_delay_seconds{of="p99"}')).toBeGreaterThanOrEqual(0);
    for (const check of ['database', 'webhooks', 'scheduler']) {
      expect(metrics.get(`studiod_health{check="${check}"}`)).toBe(1);
    }
  });

  test('is text in the format of Prometheus', async () => {
    const response = await read();
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of (await response.text()).trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{(?:[a-z]+="[^"]*",?)+\})? -?[\d.]+(?:e[+-]?\d+)?)$/,
      );
    }
  });

  test.each([
    {},
    { authorization: 'Bearer nothing' },
    { 'x-service-api-key': 'sk_test_SandboxKeyKnownToEveryone0000000' },
  ])('401 with %j', async (headers) => {
    const response = await read(headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'authentication_error' } });
  });
});

test('does not exist without a token', async () => {
  const closed = await startServer({ cwd }, 'sandbox');
  const headers = { 'x-service-api-key': closed.ready.apiKey };
  expect((await fetch(`${closed.ready.rootUrl}/metrics`, { headers })).status).toBe(404);
  await closed.stop();
});

test('rejects a token that could be guessed, and never prints one', async () => {
  const weak = await studiod({ cwd, env: { STUDIOD_METRICS_TOKEN: 'short' } }, 'config');
  expect([weak.code, weak.err]).toEqual([2, expect.stringContaining('at least 16 characters')]);
  const { out } = await studiod({ cwd, env: { STUDIOD_METRICS_TOKEN: TOKEN } }, 'config');
  expect(out).not.toContain(TOKEN);
});
