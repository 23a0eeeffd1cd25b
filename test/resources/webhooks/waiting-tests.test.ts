import { expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { until } from '../../helpers/process.ts';

const studio = forEachTest(openStudio);

test('409 limit_reached: ten tests of a webhook wait at most, and a test whose caller has gone is not sent', async () => {
  let arrived = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      arrived += 1;
      await released;
      return new Response(null, { status: 204 });
    },
  });
  try {
    const endpoint = { name: 'Slow', url: `http://127.0.0.1:${receiver.port}/`, eventTypes: ['client.created'] };
    const { id } = await studio.given(studio.post('/v2/webhooks', endpoint));
    const send = (signal?: AbortSignal) =>
      studio.app.fetch(
        new Request(`http://localhost/v2/webhooks/${id}/test`, {
          method: 'POST',
          headers: { 'x-service-api-key': studio.mainKey },
          ...(signal === undefined ? {} : { signal }),
        }),
      );
    const gone = new AbortController();
    // Four run at the same time, ten wait, and nothing ends before the receiver answers.
    const sent = Array.from({ length: 30 }, (_, index) => send(index === 13 ? gone.signal : undefined));
    const refused = await Promise.all(sent.slice(14));
    for (const response of refused) {
      expect(errorOf({ status: response.status, headers: response.headers, body: await response.json() })).toEqual([
        409,
        'limit_reached',
      ]);
    }
    gone.abort();
    await sent[13];
    release();
    const statuses = (await Promise.all(sent.slice(0, 13))).map(({ status }) => status);
    expect([statuses, arrived]).toEqual([Array(13).fill(200), 13]);
  } finally {
    release();
    await receiver.stop(true);
  }
});

test('401: a test that waits when its key is revoked is not sent, and those that are in progress end', async () => {
  let arrived = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      arrived += 1;
      await released;
      return new Response(null, { status: 204 });
    },
  });
  try {
    const endpoint = { name: 'Slow', url: `http://127.0.0.1:${receiver.port}/`, eventTypes: ['client.created'] };
    const { id } = await studio.given(studio.post('/v2/webhooks', endpoint));
    const asked = await studio.given(studio.post('/manage/api-keys', { name: 'Developer', scopes: ['*'] }));
    const headers = { 'x-service-api-key': asked.key };
    const sent = Array.from({ length: 6 }, () => studio.post(`/v2/webhooks/${id}/test`, {}, headers));
    await until(() => arrived === 4);
    await studio.given(studio.post(`/manage/api-keys/${asked.id}/revoke`));
    studio.events();
    release();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect([arrived, statuses]).toEqual([4, [200, 200, 200, 200, 401, 401]]);
    expect(studio.events()).toEqual([]);
  } finally {
    await receiver.stop(true);
  }
});
