import { afterEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openWebhookStudio } from './set-up.ts';

const studio = forEachTest(openWebhookStudio);
afterEach(() => studio.close());

/** The headers of a new key. */
const keyWith = async (scopes: readonly string[], more: object = {}) => await studio.withKey({ scopes, ...more });
type Headers = Awaited<ReturnType<typeof keyWith>>;

const subscribe = async (headers: Headers, eventTypes: readonly string[] = ['*']) =>
  studio.post('/v2/webhooks', { name: 'Mine', url: studio.receiver.url, eventTypes }, headers);

/** The types that the receiver has got since the last call, in their order. */
const received = async (): Promise<string[]> => {
  await studio.time.moveTo(studio.time.now() + 61_000);
  return studio.receiver.hits.splice(0).map(({ headers }) => headers.get('x-service-event-type') ?? '');
};
const endpoint = async (id: string) => (await studio.get(`/v2/webhooks/${id}`)).body;
const auditOf = async (id: string) =>
  (await studio.get('/manage/audit-log')).body.data.filter(
    (entry: { recordId: string; source: string }) => entry.recordId === id && entry.source === 'job',
  );
/** One event of clients and one of bookings. */
const act = async () => addBooking(studio, await addClient(studio), await addSession(studio));

describe('a subscription', () => {
  test('403 to an event type or family without the scope that reads its records', async () => {
    const key = await keyWith(['webhooks:write', 'bookings:read']);
    for (const [type, scope] of [
      ['client.updated', 'clients:read'],
      ['client.*', 'clients:read'],
      ['payment.completed', 'payments:read'],
      ['payment.disputed', 'payments:read'],
      ['checkIn', 'checkins:read'],
      ['metric.recorded', 'clients:read'],
    ] as const) {
      const refused = await subscribe(key, ['booking.*', type]);
      expect([type, refused.status, refused.body.error.code]).toEqual([type, 403, 'permission_denied']);
      expect(refused.body.error.message).toContain(`'${scope}'`);
    }
    expect((await subscribe(key, ['booking.*', 'webhook.failing'])).status).toBe(201);
    const reader = await keyWith(['webhooks:write', 'checkins:read']);
    expect((await subscribe(reader, ['checkIn'])).body.error.message).toContain("'clients:read'");
    expect(studio.events()).toEqual([]);
  });

  test('of everything brings what its creator may read, and says what it does not', async () => {
    const made = await subscribe(await keyWith(['webhooks:write', 'bookings:read']));
    expect(made.status).toBe(201);
    expect(made.body.withheldEventTypes).toContain('client.*');
    expect(made.body.withheldEventTypes).not.toContain('booking.*');
    expect(made.body.withheldLocationIds).toEqual([]);
    await act();
    expect(await received()).toEqual(['booking.created']);
    const whole = await subscribe(await keyWith(['*']));
    expect(whole.body.withheldEventTypes).toEqual([]);
    await act();
    expect((await received()).sort()).toEqual(['booking.created', 'booking.created', 'client.created']);
  });

  test('of a person brings what the person may read', async () => {
    const { id: staffId } = (
      await studio.post('/v2/staff', {
        firstName: 'Mia',
        lastName: 'Ray',
        email: 'mia@example.com',
        role: 'manager',
        permissionOverrides: { grant: ['integrations:manage'], revoke: ['clients:read'] },
      })
    ).body;
    const made = await subscribe(await keyWith(['*'], { staffId }));
    expect([made.status, made.body.withheldEventTypes]).toEqual([
      201,
      ['client.*', 'household.*', 'metric.*', 'content.*', 'video.*', 'streak.*', 'milestone.*', 'backup.*'].sort(
        (left, right) => made.body.withheldEventTypes.indexOf(left) - made.body.withheldEventTypes.indexOf(right),
      ),
    ]);
    await act();
    expect(await received()).toEqual(['booking.created']);
    await studio.patch(`/v2/staff/${staffId}`, { permissionOverrides: { revoke: ['clients:read', 'bookings:read'] } });
    await act();
    expect(await received()).toEqual(['staff.updated']);
    expect((await endpoint(made.body.id)).withheldEventTypes).toContain('booking.*');
    const [entry] = await auditOf(made.body.id);
    expect(entry).toMatchObject({ type: 'webhook creator changed', recordType: 'webhook_endpoint' });
    expect(entry.after.withheldEventTypes).toContain('booking.*');
    expect(entry.before.withheldEventTypes).not.toContain('booking.*');
    await studio.given(studio.patch(`/v2/staff/${staffId}`, { status: 'suspended' }));
    await act();
    expect(await received()).toEqual([]);
    expect(studio.events()).toEqual(['webhook.disabled']);
    expect(await endpoint(made.body.id)).toMatchObject({ status: 'disabled', disabledReason: 'creator_not_permitted' });
  });
});

describe('an endpoint whose creator is', () => {
  test('revoked is disabled at once, says so, and a credential that enables it answers for it', async () => {
    const created = (await studio.post('/manage/api-keys', { name: 'CRM', scopes: ['*'] })).body;
    const { id } = (await subscribe({ 'x-service-api-key': created.key })).body;
    await act();
    expect((await received()).sort()).toEqual(['booking.created', 'client.created']);
    studio.events();
    expect((await studio.post(`/manage/api-keys/${created.id}/revoke`)).status).toBe(200);
    expect(studio.events()).toEqual(['webhook.disabled']);
    const disabled = await endpoint(id);
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'creator_revoked', credentialId: created.id });
    expect(disabled.disabledAt).not.toBeNull();
    expect(await auditOf(id)).toMatchObject([
      { type: 'webhook creator lost', before: { status: 'enabled' }, after: { disabledReason: 'creator_revoked' } },
    ]);
    await act();
    expect(await received()).toEqual([]);
    const narrow = await keyWith(['webhooks:write', 'bookings:read']);
    const enabled = await studio.post(`/v2/webhooks/${id}/enable`, {}, narrow);
    expect(enabled.body).toMatchObject({ status: 'enabled', disabledReason: null });
    expect(enabled.body.credentialId).not.toBe(created.id);
    expect(enabled.body.withheldEventTypes).toContain('client.*');
    await act();
    expect(await received()).toEqual(['booking.created']);
  });

  test('revoked by the command line gets nothing from then on, and is disabled within a minute', async () => {
    const created = (await studio.post('/manage/api-keys', { name: 'CRM', scopes: ['*'] })).body;
    const { id } = (await subscribe({ 'x-service-api-key': created.key })).body;
    studio.db.run('update apiKeys set revokedAt = createdAt where id = ?', [created.id]);
    await act();
    expect(await received()).toEqual([]);
    expect(await endpoint(id)).toMatchObject({ status: 'disabled', disabledReason: 'creator_revoked' });
  });

  test('expired is disabled', async () => {
    const expiresAt = new Date(studio.time.now() + HOUR_MS).toISOString();
    const { id } = (await subscribe(await keyWith(['*'], { expiresAt }))).body;
    await act();
    expect((await received()).sort()).toEqual(['booking.created', 'client.created']);
    await studio.time.moveTo(Date.parse(expiresAt) - 1);
    await act();
    await studio.given(received());
    await act();
    expect(await received()).toEqual([]);
    expect(await endpoint(id)).toMatchObject({ status: 'disabled', disabledReason: 'creator_expired' });
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('unknown is disabled', async () => {
    const { id } = (await subscribe(await keyWith(['*']))).body;
    studio.db.run('update webhookEndpoints set credentialId = null where id = ?', [id]);
    await act();
    expect(await received()).toEqual([]);
    expect(await endpoint(id)).toMatchObject({ status: 'disabled', disabledReason: 'creator_unknown' });
  });

  test('an OAuth client that loses scopes is narrowed, and one that may manage no webhooks is disabled', async () => {
    const scopes = ['webhooks:write', 'bookings:read', 'clients:read'];
    const client = (await studio.post('/manage/oauth-clients', { name: 'CRM', scopes })).body;
    const tokenFor = async (scope?: string) => {
      const response = await studio.app.fetch(
        new Request('http://localhost/oauth/token', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: client.id,
            client_secret: client.clientSecret,
            ...(scope === undefined ? {} : { scope }),
          }).toString(),
        }),
      );
      const { access_token: token } = (await response.json()) as { access_token: string };
      return { 'x-service-api-key': '', authorization: `Bearer ${token}` };
    };
    const { id } = (await subscribe((await tokenFor()) as never)).body;
    await act();
    expect((await received()).sort()).toEqual(['booking.created', 'client.created']);
    await studio.patch(`/manage/oauth-clients/${client.id}`, { scopes: ['webhooks:write', 'bookings:read'] });
    expect((await endpoint(id)).withheldEventTypes).toContain('client.*');
    expect(await auditOf(id)).toHaveLength(1);
    await act();
    expect(await received()).toEqual(['booking.created']);
    await studio.patch(`/manage/oauth-clients/${client.id}`, { scopes });
    await act();
    expect((await received()).sort()).toEqual(['booking.created', 'client.created']);
    await studio.patch(`/manage/oauth-clients/${client.id}`, { scopes: ['bookings:read'] });
    expect(await endpoint(id)).toMatchObject({ status: 'disabled', disabledReason: 'creator_not_permitted' });

    await studio.patch(`/manage/oauth-clients/${client.id}`, { scopes });
    const few = await subscribe((await tokenFor('webhooks:write')) as never);
    expect([few.status, few.body.withheldEventTypes.includes('client.*')]).toEqual([201, true]);
    await act();
    expect(await received()).toEqual([]);
  });

  test('restricted to some sites gets the events of these', async () => {
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const client = (await studio.post('/manage/oauth-clients', { name: 'CRM', scopes: ['*'] })).body;
    const { id } = (await subscribe(await keyWith(['*']))).body;
    studio.db.run('update webhookEndpoints set credentialId = ? where id = ?', [client.id, id]);
    await studio.patch(`/manage/oauth-clients/${client.id}`, { siteIds: [north] });
    expect((await endpoint(id)).withheldLocationIds).toEqual([MAIN_SITE]);
    await act();
    expect(await received()).toEqual([]);
    await addClient(studio, { homeLocationId: north });
    expect(await received()).toEqual(['client.created']);
  });
});

describe('what was queued or sent before', () => {
  test('is not tried again when its creator may read it no more', async () => {
    const created = (await studio.post('/manage/api-keys', { name: 'CRM', scopes: ['*'] })).body;
    const { id } = (await subscribe({ 'x-service-api-key': created.key }, ['client.*'])).body;
    studio.receiver.response.status = 500;
    await addClient(studio);
    await studio.time.moveTo(studio.time.now() + 1_000);
    expect(studio.receiver.hits.splice(0)).toHaveLength(1);
    studio.db.run(`update apiKeys set scopes = '["webhooks:write"]' where id = ?`, [created.id]);
    await studio.time.moveTo(studio.time.now() + 300_000);
    expect(studio.receiver.hits).toEqual([]);
    const { data } = (await studio.get(`/v2/webhooks/${id}/deliveries`)).body;
    expect(
      data.map(({ error, nextAttemptAt }: { error: { code: string }; nextAttemptAt: null }) => [
        error.code,
        nextAttemptAt,
      ]),
    ).toEqual([
      ['not_permitted', null],
      ['http_status', expect.any(String)],
    ] as never);
    expect(await endpoint(id)).toMatchObject({ status: 'enabled', consecutiveFailures: 0 });
  });

  test('403 to read a payload or send it again without the scope, or for an endpoint whose creator lacks it', async () => {
    const created = (await studio.post('/manage/api-keys', { name: 'CRM', scopes: ['*'] })).body;
    const { id } = (await subscribe({ 'x-service-api-key': created.key })).body;
    await addClient(studio);
    await received();
    const path = `/v2/webhooks/${id}/deliveries`;
    const [delivery] = (await studio.get(path)).body.data;
    const narrow = await keyWith(['webhooks:write']);
    expect((await studio.get(path, narrow)).body.data).toHaveLength(1);
    for (const refused of [
      await studio.get(`${path}/${delivery.id}`, narrow),
      await studio.post(`${path}/${delivery.id}/redeliver`, {}, narrow),
    ]) {
      expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
      expect(refused.body.error.message).toContain("'clients:read'");
    }
    expect((await studio.get(`${path}/${delivery.id}`)).body.payload.type).toBe('client.created');
    studio.db.run(`update apiKeys set scopes = '["webhooks:write"]' where id = ?`, [created.id]);
    const late = await studio.post(`${path}/${delivery.id}/redeliver`, {});
    expect([late.status, late.body.error.code]).toEqual([403, 'permission_denied']);
    expect((await studio.post(`/v2/webhooks/${id}/test`, {}, narrow)).status).toBe(200);
    expect(await received()).toEqual(['ping']);
  });
});

describe('another credential', () => {
  test('403 to send the events of an endpoint elsewhere that it may not read', async () => {
    const { id, credentialId } = (await subscribe(await keyWith(['*']))).body;
    const narrow = await keyWith(['webhooks:write', 'bookings:read']);
    for (const change of [
      { url: `${studio.receiver.url}/mine` },
      { eventTypes: ['*', 'booking.created'] },
      { locationScope: 'selected', locationIds: [MAIN_SITE] },
    ]) {
      const refused = await studio.patch(`/v2/webhooks/${id}`, change, narrow);
      expect([change, refused.status, refused.body.error?.code]).toEqual([change, 403, 'permission_denied']);
    }
    expect((await studio.patch(`/v2/webhooks/${id}`, { eventTypes: ['client.*'] }, narrow)).status).toBe(403);
    expect((await studio.patch(`/v2/webhooks/${id}`, { name: 'Renamed' }, narrow)).body.credentialId).toBe(
      credentialId,
    );
    const own = await studio.patch(`/v2/webhooks/${id}`, { eventTypes: ['booking.*'] }, narrow);
    expect([own.status, own.body.withheldEventTypes]).toEqual([200, []]);
    expect(own.body.credentialId).not.toBe(credentialId);
    expect(studio.events()).toEqual([]);
  });

  test('answers for an endpoint once it has sent its URL again, so that a key can be replaced', async () => {
    const old = (await studio.post('/manage/api-keys', { name: 'Old', scopes: ['*'] })).body;
    const next = (await studio.post('/manage/api-keys', { name: 'New', scopes: ['*'] })).body;
    const { id } = (await subscribe({ 'x-service-api-key': old.key })).body;
    const taken = await studio.patch(
      `/v2/webhooks/${id}`,
      { url: studio.receiver.url },
      { 'x-service-api-key': next.key },
    );
    expect([taken.status, taken.body.credentialId]).toEqual([200, next.id]);
    await studio.post(`/manage/api-keys/${old.id}/revoke`);
    expect((await endpoint(id)).status).toBe('enabled');
    await act();
    expect((await received()).sort()).toEqual(['booking.created', 'client.created']);
  });
});
