import { afterEach, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { errorOf, errorWithParam, problemsOf } from '../../helpers/errors.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openWebhookStudio } from './set-up.ts';

const studio = forEachTest(openWebhookStudio);
const receiver = forEachTest(() => studio.receiver);
afterEach(() => studio.close());

describe('POST /v2/webhooks', () => {
  test('201 with the secret, once; no other answer has it', async () => {
    const made = await studio.register({ customHeader: { name: 'X-Mine', value: 'shh' } });
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

  test('400 for more than 100 of a brand, until one is deleted', async () => {
    const body = { name: 'Mine', url: receiver.url, eventTypes: ['*'] };
    const made = await Promise.all([...Array(101)].map(() => studio.post('/v2/webhooks', body)));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body: { error } }) => [status, error.code])).toEqual([[400, 'parameter_invalid']]);
    expect(refused[0]?.body.error.message).toContain('100 webhook endpoints');
    await studio.delete(`/v2/webhooks/${made[0]?.body.id}`);
    expect((await studio.post('/v2/webhooks', body)).status).toBe(201);
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
    expect(errorOf(await studio.post('/v2/webhooks', { name: 'Mine', url, eventTypes: ['*'] }))).toEqual([400, code]);
  });

  test('400 names unknown event types, headers, locations and scopes that do not fit', async () => {
    const codes = async (fields: object) => {
      const body = {
        name: 'Mine',
        url: receiver.url,
        eventTypes: ['*'],
        ...fields,
      };
      const [status, ...problems] = problemsOf(await studio.post('/v2/webhooks', body));
      expect(status).toBe(400);
      return problems;
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
    const made = [await studio.register(), await studio.register(), await studio.register()];
    const page = await studio.get('/v2/webhooks?limit=2&status=enabled');
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([made[2].id, made[1].id]);
    expect((await studio.get(`/v2/webhooks?starting_after=${made[1].id}`)).body.data).toHaveLength(1);
    expect((await studio.get('/v2/webhooks?status=disabled')).body.data).toEqual([]);
    expect((await studio.get('/v2/webhooks?status=broken')).status).toBe(400);
    expect((await studio.get(`/v2/webhooks/${UNKNOWN}`)).status).toBe(404);
  });

  test('200 every page of the list is read in its order, by the index of the status where it is given', async () => {
    await studio.register();
    const stepsOf = (query: string, headers = {}) =>
      plansOf(studio, 'webhookEndpoints', () => studio.get(`/v2/webhooks${query}`, headers));
    expect(await stepsOf('?status=enabled')).toEqual([
      'SEARCH webhookEndpoints USING INDEX webhookEndpointsByStatus (status=?)',
    ]);
    const restricted = await studio.withKey({ siteIds: [MAIN_SITE] });
    for (const steps of [await stepsOf(''), await stepsOf('', restricted)]) expect(steps.filter(isCostly)).toEqual([]);
  });

  test('200 PATCH changes what is sent, clears the header with null; nothing for an empty one', async () => {
    const { id } = await studio.register({ customHeader: { name: 'X-Mine', value: 'shh' } });
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
    expect(errorWithParam(await studio.patch(`/v2/webhooks/${id}`))).toEqual([400, 'parameter_missing', 'body']);
    expect((await studio.patch(`/v2/webhooks/${id}`, { url: 'https://10.1.1.1/' })).body.error.code).toBe(
      'webhook_url_not_allowed',
    );
    expect((await studio.patch(`/v2/webhooks/${UNKNOWN}`, {})).status).toBe(404);
  });

  test('200 PATCH with what it has already changes nothing, also the header; another value is stored', async () => {
    const sent = { name: 'Mine', eventTypes: ['client.created'], customHeader: { name: 'X-Mine', value: 'shh' } };
    const { id } = await studio.register(sent);
    const { body: before } = await studio.get(`/v2/webhooks/${id}`);
    await studio.pass(1);
    expect((await studio.patch(`/v2/webhooks/${id}`, sent)).body).toEqual(before);
    const { body } = await studio.patch(`/v2/webhooks/${id}`, { customHeader: { name: 'X-Mine', value: 'other' } });
    expect(body).toEqual({ ...before, updatedAt: '2026-03-02T08:00:01.000Z' });
    await studio.post('/v2/clients', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' });
    await studio.pass(0);
    expect(receiver.hits[0]?.headers.get('x-mine')).toBe('other');
  });

  test('200 DELETE takes its history with it', async () => {
    const { id } = await studio.register();
    await studio.bookOne();
    await studio.pass(0);
    expect((await studio.delete(`/v2/webhooks/${id}`)).body).toEqual({ id, object: 'webhook_endpoint', deleted: true });
    expect((await studio.delete(`/v2/webhooks/${id}`)).status).toBe(404);
    expect(studio.db.query('select count(*) as n from webhookDeliveries').get()).toEqual({ n: 0 });
  });

  test('200 rotation invalidates the old secret at once; 409 for a second one within ten seconds', async () => {
    const { id, secret } = await studio.register();
    const rotated = await studio.post(`/v2/webhooks/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    await studio.bookOne();
    await studio.pass(0);
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
    expect(errorOf(await studio.post(`/v2/webhooks/${id}/rotate-secret`))).toEqual([409, 'secret_rotation_conflict']);
    await studio.pass(10);
    expect((await studio.post(`/v2/webhooks/${id}/rotate-secret`)).status).toBe(200);
    expect((await studio.post(`/v2/webhooks/${UNKNOWN}/rotate-secret`)).status).toBe(404);
  });

  test('a restricted credential sees endpoints of its sites only and registers no other', async () => {
    const { id } = await studio.register();
    const narrow = await studio.withKey({ siteIds: [MAIN_SITE] });
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
