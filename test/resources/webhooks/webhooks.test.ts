import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/spine.ts';

const UNKNOWN = '01950000-0000-7000-8000-00000000ffff';

interface Hit {
  readonly headers: Headers;
  readonly body: string;
}

/** A receiver on loopback that answers `status` and keeps what came. */
const openReceiver = (answer: { status: number }) => {
  const hits: Hit[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      hits.push({ headers: request.headers, body: await request.text() });
      return new Response('thanks', { status: answer.status });
    },
  });
  return { hits, answer, url: `http://127.0.0.1:${server.port}/hook`, stop: () => server.stop(true) };
};

let studio: Studio;
let receiver: ReturnType<typeof openReceiver>;
beforeEach(async () => {
  studio = await openStudio();
  receiver = openReceiver({ status: 200 });
});
afterEach(async () => {
  await studio.app.stop();
  await receiver.stop();
});

const register = async (fields: Record<string, unknown> = {}) => {
  const answer = await studio.post('/v2/webhooks', {
    name: 'Mine',
    url: receiver.url,
    eventTypes: ['booking.*'],
    ...fields,
  });
  expect(answer.status).toBe(201);
  return answer.body;
};
/** Lets everything happen that is due within `seconds`. */
const pass = (seconds: number) => studio.time.moveTo(studio.time.now() + seconds * 1000);
const bookOne = async () => addBooking(studio, await addClient(studio), await addSession(studio));

describe('POST /v2/webhooks', () => {
  test('201 with the secret, once; the record never shows it again', async () => {
    const made = await register({ customHeader: { name: 'X-Mine', value: 'shh' } });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({
      object: 'webhook_endpoint',
      status: 'enabled',
      locationScope: 'all',
      locationIds: [],
      customHeader: { name: 'X-Mine', valueSet: true },
      secretLast4: made.secret.slice(-4),
      secretRotatedAt: null,
    });
    const read = await studio.get(`/v2/webhooks/${made.id}`);
    expect(JSON.stringify(read.body)).not.toContain(made.secret);
    expect(JSON.stringify(read.body)).not.toContain('shh');
    expect(studio.events()).toEqual([]);
  });

  test.each([
    ['ftp://example.com/', 'webhook_url_not_allowed'],
    ['http://10.0.0.1/', 'webhook_url_not_allowed'],
    ['https://169.254.169.254/latest/meta-data', 'webhook_url_not_allowed'],
    ['https://[::ffff:10.0.0.1]/', 'webhook_url_not_allowed'],
    ['https://167772161/', 'webhook_url_not_allowed'],
    ['https://user:secret@example.com/', 'webhook_url_not_allowed'],
    ['nonsense', 'webhook_url_not_allowed'],
  ])('400 %s', async (url, code) => {
    const answer = await studio.post('/v2/webhooks', { name: 'Mine', url, eventTypes: ['*'] });
    expect([answer.status, answer.body.error.code]).toEqual([400, code]);
  });

  test('400 names unknown event types, headers, locations and scopes that do not fit', async () => {
    const codes = async (fields: object) => {
      const answer = await studio.post('/v2/webhooks', {
        name: 'Mine',
        url: receiver.url,
        eventTypes: ['*'],
        ...fields,
      });
      return answer.body.error.details.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`);
    };
    expect(await codes({ eventTypes: ['booking.creatd', 'ping'] })).toEqual(['eventTypes[0] parameter_invalid']);
    expect(await codes({ eventTypes: [] })).toEqual(['eventTypes parameter_invalid']);
    expect(await codes({ customHeader: { name: 'X-Service-Mine', value: 'a' } })).toEqual([
      'customHeader custom_header_not_allowed',
    ]);
    expect(await codes({ customHeader: { name: 'X-Mine' } })).toEqual(['customHeader.value parameter_missing']);
    expect(await codes({ locationScope: 'selected' })).toEqual(['locationIds parameter_missing']);
    expect(await codes({ locationScope: 'selected', locationIds: [UNKNOWN] })).toEqual([
      'locationIds[0] resource_missing',
    ]);
    expect(await codes({ locationIds: [MAIN_SITE] })).toEqual(['locationIds parameter_invalid']);
  });

  test('an idempotency key registers once and replays the secret', async () => {
    const body = { name: 'Mine', url: receiver.url, eventTypes: ['*'] };
    const [first, again] = [
      await studio.post('/v2/webhooks', body, { 'idempotency-key': 'k' }),
      await studio.post('/v2/webhooks', body, { 'idempotency-key': 'k' }),
    ];
    expect(again.body).toEqual(first.body);
    expect((await studio.get('/v2/webhooks')).body.data).toHaveLength(1);
  });
});

describe('one endpoint', () => {
  test('200 list by status, both cursors, 400 unknown status, 404 unknown id', async () => {
    const made = [await register(), await register(), await register()];
    const page = await studio.get('/v2/webhooks?limit=2&status=enabled');
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([made[2].id, made[1].id]);
    expect((await studio.get(`/v2/webhooks?starting_after=${made[1].id}`)).body.data).toHaveLength(1);
    expect((await studio.get('/v2/webhooks?status=disabled')).body.data).toEqual([]);
    expect((await studio.get('/v2/webhooks?status=broken')).status).toBe(400);
    expect((await studio.get(`/v2/webhooks/${UNKNOWN}`)).status).toBe(404);
  });

  test('200 PATCH changes what is sent, clears the header with null; nothing for an empty one', async () => {
    const { id } = await register({ customHeader: { name: 'X-Mine', value: 'shh' } });
    const changed = await studio.patch(`/v2/webhooks/${id}`, {
      eventTypes: ['client.created'],
      customHeader: null,
      locationScope: 'selected',
      locationIds: [MAIN_SITE],
    });
    expect(changed.body).toMatchObject({
      eventTypes: ['client.created'],
      customHeader: null,
      locationIds: [MAIN_SITE],
    });
    expect((await studio.patch(`/v2/webhooks/${id}`, {})).body).toEqual(changed.body);
    expect((await studio.patch(`/v2/webhooks/${id}`, { url: 'https://10.1.1.1/' })).body.error.code).toBe(
      'webhook_url_not_allowed',
    );
    expect((await studio.patch(`/v2/webhooks/${UNKNOWN}`, {})).status).toBe(404);
  });

  test('200 DELETE takes its history with it', async () => {
    const { id } = await register();
    await bookOne();
    await pass(0);
    expect((await studio.delete(`/v2/webhooks/${id}`)).body).toEqual({ id, object: 'webhook_endpoint', deleted: true });
    expect((await studio.delete(`/v2/webhooks/${id}`)).status).toBe(404);
    expect(studio.db.query('select count(*) as n from webhookDeliveries').get()).toEqual({ n: 0 });
  });

  test('200 rotation kills the old secret at once; 409 for a second one within ten seconds', async () => {
    const { id, secret } = await register();
    const rotated = await studio.post(`/v2/webhooks/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    await bookOne();
    await pass(0);
    const stripe = new Stripe('sk_test_none');
    const verify = (key: string) =>
      stripe.webhooks.constructEventAsync(
        receiver.hits[0]?.body ?? '',
        receiver.hits[0]?.headers.get('x-service-signature') ?? '',
        key,
        1e12,
      );
    expect((await verify(rotated.body.secret)).type as string).toBe('booking.created');
    expect(verify(secret)).rejects.toThrow();
    const again = await studio.post(`/v2/webhooks/${id}/rotate-secret`);
    expect([again.status, again.body.error.code]).toEqual([409, 'secret_rotation_conflict']);
    await pass(10);
    expect((await studio.post(`/v2/webhooks/${id}/rotate-secret`)).status).toBe(200);
    expect((await studio.post(`/v2/webhooks/${UNKNOWN}/rotate-secret`)).status).toBe(404);
  });

  test('a restricted credential sees endpoints of its sites only and registers no other', async () => {
    const { id } = await register();
    const narrow = { 'x-service-api-key': await studio.makeKey({ siteIds: [MAIN_SITE] }) };
    expect((await studio.get(`/v2/webhooks/${id}`, narrow)).status).toBe(404);
    expect((await studio.get('/v2/webhooks', narrow)).body.data).toEqual([]);
    const wide = { name: 'x', url: receiver.url, eventTypes: ['*'] };
    expect((await studio.post('/v2/webhooks', wide, narrow)).body.error.code).toBe('site_not_allowed');
    const own = await studio.post(
      '/v2/webhooks',
      { ...wide, locationScope: 'selected', locationIds: [MAIN_SITE] },
      narrow,
    );
    expect(own.status).toBe(201);
    expect((await studio.get('/v2/webhooks', narrow)).body.data).toHaveLength(1);
  });
});

describe('deliveries', () => {
  test('a booking reaches the receiver, signed, with its history', async () => {
    const { id, secret } = await register({ customHeader: { name: 'X-Mine', value: 'shh' } });
    const bookingId = await bookOne();
    await pass(0);
    const [hit] = receiver.hits;
    const event = JSON.parse(hit?.body ?? '{}');
    expect(event).toMatchObject({
      object: 'event',
      type: 'booking.created',
      livemode: true,
      data: { bookingId, siteId: MAIN_SITE },
    });
    expect(hit?.headers.get('x-service-event-id')).toBe(event.id);
    expect(hit?.headers.get('x-mine')).toBe('shh');
    const stripe = new Stripe('sk_test_none');
    const header = hit?.headers.get('x-service-signature') ?? '';
    expect((await stripe.webhooks.constructEventAsync(hit?.body ?? '', header, secret, 1e12)).id).toBe(event.id);

    const list = await studio.get(`/v2/webhooks/${id}/deliveries`);
    expect(list.body.data).toHaveLength(1);
    expect(list.body.data[0]).toMatchObject({
      object: 'webhook_delivery',
      eventId: event.id,
      status: 'succeeded',
      attempt: 1,
      responseStatus: 200,
      error: null,
    });
    expect(list.body.data[0]).not.toHaveProperty('payload');
    const one = await studio.get(`/v2/webhooks/${id}/deliveries/${list.body.data[0].id}`);
    expect(one.body).toMatchObject({ payload: event, responseSnippet: 'thanks' });
  });

  test('three attempts about 60 and 120 seconds apart, then the event is given up', async () => {
    const { id } = await register();
    receiver.answer.status = 500;
    await bookOne();
    await pass(0);
    await pass(59);
    expect(receiver.hits).toHaveLength(1);
    await pass(8);
    expect(receiver.hits).toHaveLength(2);
    await pass(110);
    expect(receiver.hits).toHaveLength(2);
    await pass(30);
    expect(receiver.hits).toHaveLength(3);
    await pass(3600);
    expect(receiver.hits).toHaveLength(3);
    const { data } = (await studio.get(`/v2/webhooks/${id}/deliveries?status=failed`)).body;
    expect(data.map(({ attempt }: { attempt: number }) => attempt)).toEqual([3, 2, 1]);
    expect(data[0].error).toMatchObject({ code: 'http_status' });
    expect(new Set(receiver.hits.map(({ body }) => body)).size).toBe(1);
    expect((await studio.get(`/v2/webhooks/${id}`)).body.consecutiveFailures).toBe(1);
  });

  test('redelivery: 200 when it arrives, 202 when it fails, 404 unknown; a new record with the old payload', async () => {
    const { id } = await register();
    await bookOne();
    await pass(0);
    const [original] = (await studio.get(`/v2/webhooks/${id}/deliveries`)).body.data;
    const again = await studio.post(`/v2/webhooks/${id}/deliveries/${original.id}/redeliver`);
    expect([again.status, again.body.status, again.body.redeliveryOf]).toEqual([200, 'succeeded', original.id]);
    expect(again.body.id).not.toBe(original.id);
    expect(receiver.hits[1]?.body).toBe(receiver.hits[0]?.body as string);
    receiver.answer.status = 503;
    const failed = await studio.post(`/v2/webhooks/${id}/deliveries/${original.id}/redeliver`);
    expect([failed.status, failed.body.status]).toEqual([202, 'failed']);
    expect((await studio.post(`/v2/webhooks/${id}/deliveries/${UNKNOWN}/redeliver`)).status).toBe(404);
    expect((await studio.get(`/v2/webhooks/${UNKNOWN}/deliveries`)).status).toBe(404);
  });

  test('the history reaches back seven days, filters by date, and knows only its own cursors', async () => {
    const [{ id }, other] = [await register(), await register()];
    await bookOne();
    await pass(0);
    const [old] = (await studio.get(`/v2/webhooks/${id}/deliveries`)).body.data;
    await pass(3600);
    await bookOne();
    await pass(0);
    const ids = async (query: string) =>
      (await studio.get(`/v2/webhooks/${id}/deliveries?${query}`)).body.data.map(
        (delivery: { id: string }) => delivery.id,
      );
    expect(await ids('')).toHaveLength(2);
    expect(await ids(`end_date=${new Date(studio.time.now() - 1000).toISOString()}`)).toEqual([old.id]);
    expect(await ids(`start_date=${new Date(studio.time.now() - 1000).toISOString()}`)).not.toContain(old.id);
    const foreign = await studio.get(`/v2/webhooks/${other.id}/deliveries?starting_after=${old.id}`);
    expect(foreign.body.error.code).toBe('cursor_invalid');
    await pass(7 * 86_400 - 1800);
    expect(await ids('')).not.toContain(old.id);
    expect((await studio.get(`/v2/webhooks/${id}/deliveries/${old.id}`)).status).toBe(404);
  });

  test('ten failed events in a row disable it; enabling sends nothing of what was missed', async () => {
    const { id } = await register({ eventTypes: ['booking.created'] });
    const watcher = await register({ eventTypes: ['webhook.*'], url: `${receiver.url}?watch` });
    const session = await addSession(studio, { capacity: null });
    receiver.answer.status = 500;
    const failOne = async () => {
      await addBooking(studio, await addClient(studio), session);
      await pass(0);
      await pass(400);
    };
    const status = async () => (await studio.get(`/v2/webhooks/${id}`)).body.status;
    await failOne();
    await failOne();
    expect(await status()).toBe('enabled');
    await failOne();
    expect(await status()).toBe('failing');
    const conflict = await studio.post(`/v2/webhooks/${id}/enable`);
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'webhook_not_disabled']);
    for (let count = 0; count < 7; count += 1) await failOne();
    expect(await status()).toBe('disabled');
    expect((await studio.post(`/v2/webhooks/${id}/rotate-secret`)).body.error.code).toBe('secret_rotation_conflict');
    const hits = receiver.hits.length;
    await addBooking(studio, await addClient(studio), session);
    await pass(400);
    expect(receiver.hits.length).toBe(hits);
    expect((await studio.get(`/v2/webhooks/${id}`)).body.skippedWhileDisabled).toBe(1);
    receiver.answer.status = 200;
    expect((await studio.post(`/v2/webhooks/${id}/enable`)).body).toMatchObject({
      status: 'enabled',
      consecutiveFailures: 0,
      disabledAt: null,
    });
    await pass(400);
    expect(receiver.hits.length).toBe(hits);
    await addBooking(studio, await addClient(studio), session);
    await pass(0);
    expect(receiver.hits.length).toBe(hits + 1);
    expect(receiver.hits.filter(({ body }) => body.includes('"webhook.disabled"')).length).toBeGreaterThan(0);
    expect(watcher.id).not.toBe(id);
  });

  test('a test sends a ping: 200 when it arrives, 202 when not, 404 unknown', async () => {
    const { id } = await register();
    const sent = await studio.post(`/v2/webhooks/${id}/test`);
    expect([sent.status, sent.body.eventType, sent.body.payload.data.webhookId]).toEqual([200, 'ping', id]);
    expect(studio.events()).toEqual(['ping']);
    receiver.answer.status = 400;
    expect((await studio.post(`/v2/webhooks/${id}/test`, {})).status).toBe(202);
    expect((await studio.post(`/v2/webhooks/${UNKNOWN}/test`)).status).toBe(404);
  });

  test('only events at its locations reach an endpoint of selected ones', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    await register({ locationScope: 'selected', locationIds: [other], eventTypes: ['*'] });
    await bookOne();
    await pass(0);
    expect(receiver.hits).toEqual([]);
    await studio.patch(`/v2/sites/${other}`, { name: 'Another' });
    await pass(0);
    expect(receiver.hits.map(({ body }) => JSON.parse(body).type)).toEqual(['site.updated']);
  });
});
