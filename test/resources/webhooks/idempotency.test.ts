import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type ApiResponse, forEachTest } from '../../helpers/api.ts';
import { waitFor } from '../../helpers/wait.ts';
import { openWebhookStudio } from './set-up.ts';

const KEY = { 'idempotency-key': 'once' };

/** An endpoint with one delivery of a booking. */
let path = '';
let delivery = '';
const studio = forEachTest(openWebhookStudio);
beforeEach(async () => {
  path = `/v2/webhooks/${(await studio.register()).id}`;
  await studio.bookOne();
  await studio.pass(0);
  delivery = (await studio.get(`${path}/deliveries`)).body.data[0].id;
  studio.receiver.hits.length = 0;
  studio.events();
});
afterEach(() => studio.close());

const paths = () => ({ ping: `${path}/test`, redelivery: `${path}/deliveries/${delivery}/redeliver` });
/** The deliveries besides the first one. */
const deliveriesSince = async (): Promise<unknown[]> =>
  (await studio.get(`${path}/deliveries`)).body.data.filter(({ id }: { id: string }) => id !== delivery);

describe.each(['ping', 'redelivery'] as const)('an idempotency key on a %s', (kind) => {
  const events = kind === 'ping' ? ['ping'] : [];
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    studio.receiver.response.after = promise;
    return resolve;
  };

  test.each([
    [200, 200],
    [500, 202],
  ])('replays the answer of one delivery, receiver %d: %d', async (received, answered) => {
    studio.receiver.response.status = received;
    const url = paths()[kind];
    const first = await studio.post(url, undefined, KEY);
    studio.receiver.response.status = 200;
    const second = await studio.post(url, undefined, KEY);
    expect([first.status, second.status]).toEqual([answered, answered]);
    expect(second.body).toEqual(first.body);
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(studio.receiver.hits).toHaveLength(1);
    expect(await deliveriesSince()).toMatchObject([{ id: first.body.id }]);
    expect(studio.events()).toEqual(events);
  });

  test('409 idempotency_key_in_use while the first request runs; its answer afterwards', async () => {
    const url = paths()[kind];
    const release = hold();
    const first: Promise<ApiResponse> = studio.post(url, undefined, KEY);
    await waitFor(() => studio.receiver.hits.length === 1);
    const second = await studio.post(url, undefined, KEY);
    expect([second.status, second.body.error.code]).toEqual([409, 'idempotency_key_in_use']);
    release();
    const { status, body } = await first;
    expect(status).toBe(200);
    const third = await studio.post(url, undefined, KEY);
    expect([third.status, third.body]).toEqual([200, body]);
    expect(studio.receiver.hits).toHaveLength(1);
    expect(await deliveriesSince()).toMatchObject([{ id: body.id }]);
    expect(studio.events()).toEqual(events);
  });
});
