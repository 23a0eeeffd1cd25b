import { describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { testsEverything } from '../helpers/everything.ts';
import { testServer } from '../helpers/process.ts';

const START = '2026-03-02T08:00:00.000Z';
const server = testServer({}, 'sandbox', '--clock', `fixed:${START}`);

const ask = async (...request: Parameters<typeof server.call>) => (await server.call(...request)).body;
const advance = (by: string) => ask('POST', '/sandbox/clock', { advance: by });
const inbox = (name: string, query = '') => `${server.ready.rootUrl}/sandbox/inbox/${name}${query}`;
const register = async (name: string, url: string): Promise<string> =>
  (await ask('POST', '/v2/webhooks', { name, url, eventTypes: ['client.created'] })).id;
let people = 0;
const addClient = () => {
  people += 1;
  return ask('POST', '/v2/clients', { firstName: 'A', lastName: 'B', email: `sandbox.${people}@example.com` });
};
/** The messages of an inbox: when they were received, in seconds after `since`, and the response. */
const got = async (name: string, since = START): Promise<[number, number | null][]> => {
  const { data } = await ask('GET', `/sandbox/inbox/${name}`);
  return data.map(({ receivedAt, answered }: { receivedAt: string; answered: number | null }) => [
    (Date.parse(receivedAt) - Date.parse(since)) / 1000,
    answered,
  ]);
};

describe('a scripted receiver and a clock moved by hand', () => {
  test('retries are on time to the second, also when the clock moves right after the event', async () => {
    await register('failing', inbox('failing', '?respond=500'));
    await register('recovering', inbox('recovering', '?respond=503&times=2'));
    await register('moved', inbox('moved', `?redirect=${inbox('trap')}`));
    await addClient();
    await advance('PT61S');
    expect(await got('failing')).toEqual([
      [0, 500],
      [60, 500],
    ]);
    await advance('PT121S');
    await advance('PT1H');
    const thrice = (first: number, last: number): [number, number][] => [
      [0, first],
      [60, first],
      [180, last],
    ];
    expect(await got('failing')).toEqual(thrice(500, 500));
    expect(await got('recovering')).toEqual(thrice(503, 200));
    expect(await got('moved')).toEqual(thrice(302, 302));
    expect(await got('trap')).toEqual([]);
  });

  test('a delivery has a signature of the real time, so that a receiver accepts it when the clock was moved', async () => {
    const endpoint = { name: 'Signed', url: inbox('signed'), eventTypes: ['client.created'] };
    const { secret } = await ask('POST', '/v2/webhooks', endpoint);
    await advance('PT1H');
    await addClient();
    const { data } = await ask('GET', '/sandbox/inbox/signed?wait=5');
    const [{ headers, body }] = data;
    // As its receivers do, the package compares the time of the signature with the present time.
    const event = await new Stripe('sk_test_none').webhooks.constructEventAsync(
      ...([body, headers['x-service-signature'], secret] as const),
    );
    expect(event.type as string).toBe('client.created');
  });

  test('ten failed events in a row disable an endpoint; later events are counted and not sent', async () => {
    const id = await register('hopeless', inbox('hopeless', '?respond=410'));
    for (let event = 0; event < 10; event += 1) await addClient();
    await advance('PT10M');
    expect(await ask('GET', `/v2/webhooks/${id}`)).toMatchObject({ status: 'disabled', consecutiveFailures: 10 });
    expect(await got('hopeless')).toHaveLength(30);
    await addClient();
    await ask('POST', `/v2/webhooks/${id}/enable`);
    await advance('PT10M');
    expect(await got('hopeless')).toHaveLength(30);
    expect(await ask('GET', `/v2/webhooks/${id}`)).toMatchObject({ status: 'enabled', skippedWhileDisabled: 1 });
    const events = await ask('GET', '/manage/events?type=webhook.disabled');
    expect(events.data.map(({ data }: { data: { webhookId: string } }) => data.webhookId)).toContain(id);
  });

  // It moves the clock through 130,000 minutes, each of which has jobs.
  test.if(testsEverything)(
    'three months pass: history is removed and nothing fails',
    async () => {
      const id = await register('steady', inbox('steady'));
      await addClient();
      await advance('P6DT23H');
      expect((await ask('GET', `/v2/webhooks/${id}/deliveries`)).data).toHaveLength(1);
      await advance('P1D');
      expect((await ask('GET', `/v2/webhooks/${id}/deliveries`)).data).toEqual([]);
      expect((await ask('GET', '/manage/events?type=client.created&limit=100')).data.length).toBeGreaterThan(0);
      await advance('P82D');
      expect((await ask('GET', '/manage/events?type=client.created')).data).toEqual([]);
      expect(await ask('GET', '/v2/health')).toMatchObject({
        status: 'ok',
        checks: { database: 'ok', webhooks: 'ok', scheduler: 'ok' },
      });
    },
    300_000,
  );
});
