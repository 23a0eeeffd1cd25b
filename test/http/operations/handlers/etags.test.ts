import { describe, expect, test } from 'bun:test';
import { PIXEL } from '../../../../src/resources/pictures/receive.ts';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addBooking, addClient } from '../../../helpers/bookings.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { addInstructor, YOGA } from '../../../helpers/yoga.ts';

const studio = forEachTest(openStudio);

const etagOf = ({ headers }: ApiResponse): string => headers.get('etag') ?? '';
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.type, body.error?.code, body.error?.param];
const CHANGED = [412, 'conflict_error', 'record_changed', 'If-Match'];

describe('If-Match', () => {
  test('200 with the ETag of the record, 412 with another one, which changes nothing', async () => {
    const id = await addClient(studio);
    const path = `/v2/clients/${id}`;
    const etag = etagOf(await studio.get(path));
    expect(etag).toMatch(/^"[a-z0-9]+"$/);
    const changed = await studio.patch(path, { phone: '1' }, { 'if-match': etag });
    expect([changed.status, changed.body.phone]).toEqual([200, '1']);
    expect(etagOf(changed)).not.toBe(etag);
    expect(etagOf(await studio.get(path))).toBe(etagOf(changed));
    studio.events();

    expect(refusal(await studio.patch(path, { phone: '2' }, { 'if-match': etag }))).toEqual(CHANGED);
    expect(refusal(await studio.delete(path, { 'if-match': etag }))).toEqual(CHANGED);
    expect(studio.events()).toEqual([]);
    expect((await studio.get(path)).body).toMatchObject({ phone: '1', archivedAt: null });

    expect((await studio.delete(path, { 'if-match': etagOf(changed) })).status).toBe(200);
    expect(studio.events()).toEqual(['client.archived']);
  });

  test('200 with one of several, with a weak one, with * and without any; expansions do not count', async () => {
    const path = `/v2/clients/${await addClient(studio)}`;
    const etag = etagOf(await studio.get(`${path}?expand[]=homeLocation`));
    for (const header of [`"other", ${etag}`, `W/${etag}`, '*', etag]) {
      expect((await studio.patch(path, {}, { 'if-match': header })).status).toBe(200);
    }
    expect((await studio.patch(path, {})).status).toBe(200);
    for (const header of ['', 'x', `${etag}x`]) {
      expect(refusal(await studio.patch(path, {}, { 'if-match': header }))).toEqual(CHANGED);
    }
  });

  test('of two changes of what was read once, one is 412', async () => {
    const path = `/v2/clients/${await addClient(studio)}`;
    const headers = { 'if-match': etagOf(await studio.get(path)) };
    const answers = await Promise.all(['1', '2'].map((phone) => studio.patch(path, { phone }, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('changes that take several transactions are compared before the first one', async () => {
    const body = { siteId: MAIN_SITE, name: 'Yoga', startDate: '2026-03-05', startTime: '10:00', durationMinutes: 60 };
    const schedule = (await studio.post('/v2/schedules', { ...body, recurrenceRule: { frequency: 'daily' } })).body;
    const path = `/v2/schedules/${schedule.id}`;
    const etag = etagOf(await studio.get(path));
    studio.events();
    const preview = await studio.patch(`${path}?dry_run=true`, { capacity: 5 }, { 'if-match': etag });
    expect([preview.status, preview.body.object]).toEqual([200, 'schedule_change_preview']);
    const changed = await studio.patch(path, { description: 'New' }, { 'if-match': etag });
    expect([changed.status, changed.body.description]).toEqual([200, 'New']);
    studio.events();
    expect(refusal(await studio.patch(path, { description: 'Old' }, { 'if-match': etag }))).toEqual(CHANGED);
    expect(refusal(await studio.delete(path, { 'if-match': etag }))).toEqual(CHANGED);
    expect([studio.events(), (await studio.get(path)).body.description]).toEqual([[], 'New']);
    const now = { 'if-match': etagOf(await studio.get(path)) };
    const both = await Promise.all(['1', '2'].map((description) => studio.patch(path, { description }, now)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const deleted = await studio.delete(path, { 'if-match': etagOf(await studio.get(path)) });
    expect([deleted.status, deleted.body.archived]).toEqual([200, true]);
  });

  test('a webhook endpoint is deleted with its ETag, and stays as it is with another one', async () => {
    const hook = { name: 'All', url: 'https://1.1.1.1/hook', eventTypes: ['*'] };
    const path = `/v2/webhooks/${(await studio.post('/v2/webhooks', hook)).body.id}`;
    expect(refusal(await studio.delete(path, { 'if-match': '"x"' }))).toEqual(CHANGED);
    const read = await studio.get(path);
    expect(read.body.status).toBe('enabled');
    const deleted = await studio.delete(path, { 'if-match': etagOf(read) });
    expect([deleted.status, deleted.body.deleted]).toEqual([200, true]);
  });

  test('404 comes before it', async () => {
    const response = await studio.patch('/v2/clients/01950000-0000-7000-8000-00000000ffff', {}, { 'if-match': '"x"' });
    expect(response.status).toBe(404);
  });
});

describe('the ETag of every kind of record', () => {
  test('is the same when it is created, read and changed by nothing; 412 for another one', async () => {
    const clientId = await addClient(studio);
    const online = { siteId: MAIN_SITE, name: 'Flow', isVirtual: true, virtualUrl: 'https://video.example/flow' };
    const session = { ...online, startTime: '2026-03-04T08:00:00Z', durationMinutes: 60 };
    const sessionId = (await studio.post('/manage/sessions', session)).body.id;
    const bookingId = await addBooking(studio, clientId, sessionId);
    const sold = await sellPackage(studio, clientId);
    const webhook = await studio.post('/v2/webhooks', { name: 'W', url: 'http://localhost/hook', eventTypes: ['*'] });
    const oauth = await studio.post('/manage/oauth-clients', { name: 'O', scopes: ['clients:read'] });
    const staff = { firstName: 'Mo', lastName: 'Lee', email: 'mo@example.com', role: 'manager' };
    const plan = { name: 'Ten', type: 'credit_pack', price: 100, currency: 'USD', creditsTotal: 10 };
    const created = [
      await studio.post('/v2/clients', { firstName: 'Bo', lastName: 'Ek', email: 'bo@example.com' }),
      await studio.post('/v2/sites', { name: 'Uptown' }),
      await studio.post('/v2/staff', staff),
      await studio.post('/v2/schedules', YOGA),
      await studio.post('/manage/plans', plan),
    ];
    for (const response of created) {
      const { object, id } = response.body;
      const path = { plan: '/manage/plans', staff: '/v2/staff' }[object as string] ?? `/v2/${object}s`;
      expect([object, etagOf(response)]).toEqual([object, etagOf(await studio.get(`${path}/${id}`))]);
    }
    for (const path of [
      `/v2/clients/${clientId}`,
      `/v2/sites/${MAIN_SITE}`,
      `/v2/staff/${created[2]?.body.id}`,
      `/v2/instructors/${await addInstructor(studio, 'Ana')}`,
      `/v2/schedules/${created[3]?.body.id}`,
      `/v2/webhooks/${webhook.body.id}`,
      `/manage/plans/${created[4]?.body.id}`,
      `/manage/packages/${sold.id}`,
      `/manage/payments/${sold.paymentId}`,
      `/manage/sessions/${sessionId}`,
      `/manage/bookings/${bookingId}`,
      `/manage/oauth-clients/${oauth.body.id}`,
      '/v2/settings',
      `/v2/settings?siteId=${MAIN_SITE}`,
    ]) {
      const etag = etagOf(await studio.get(path));
      const kept = await studio.patch(path, {}, { 'if-match': etag });
      expect([path, kept.status, etagOf(kept)]).toEqual([path, 200, etag]);
      expect([path, ...refusal(await studio.patch(path, {}, { 'if-match': '"other"' }))]).toEqual([path, ...CHANGED]);
    }
  });

  test('of the Business API counts for a change under /manage', async () => {
    const online = { siteId: MAIN_SITE, name: 'Flow', isVirtual: true, virtualUrl: 'https://video.example/flow' };
    const session = { ...online, startTime: '2026-03-04T08:00:00Z', durationMinutes: 60 };
    const { id } = (await studio.post('/manage/sessions', session)).body;
    const [path, etag] = [`/manage/sessions/${id}`, etagOf(await studio.get(`/v2/sessions/${id}`))];
    expect((await studio.patch(path, { name: 'Slow' }, { 'if-match': etag })).status).toBe(200);
    expect(refusal(await studio.patch(path, { name: 'Flow' }, { 'if-match': etag }))).toEqual(CHANGED);
  });

  test('is absent from lists, errors and the preview of a change', async () => {
    const { body } = await studio.post('/v2/schedules', YOGA);
    const answers = [
      await studio.get('/v2/clients'),
      await studio.get('/v2/clients/nobody'),
      await studio.patch(`/v2/schedules/${body.id}?dry_run=true`, { name: 'Flow' }),
    ];
    expect(answers.map(({ headers }) => headers.get('etag'))).toEqual([null, null, null]);
  });
});

/** What Apache, nginx, Jetty and others make of an ETag when they compress an answer. */
const ADDED = ['-gzip', '-br', '-zstd', '--gzip', ';gzip', '-gzip-gzip'];
const inForms = (etag: string): string[] => [
  etag,
  `W/${etag}`,
  ...ADDED.flatMap((added) => [etag.replace(/"$/, `${added}"`), `W/${etag.replace(/"$/, `${added}"`)}`]),
];

describe('an ETag that a proxy has changed', () => {
  test('is the same ETag for If-Match and If-None-Match', async () => {
    const path = `/v2/clients/${await addClient(studio)}`;
    const etag = etagOf(await studio.get(path));
    for (const form of inForms(etag)) {
      expect([form, (await studio.patch(path, {}, { 'if-match': form })).status]).toEqual([form, 200]);
      expect([form, (await studio.get(path, { 'if-none-match': form })).status]).toEqual([form, 304]);
    }
    for (const form of inForms('"other"')) {
      expect([form, ...refusal(await studio.patch(path, {}, { 'if-match': form }))]).toEqual([form, ...CHANGED]);
      expect([form, (await studio.get(path, { 'if-none-match': form })).status]).toEqual([form, 200]);
    }
  });
});

describe('If-None-Match', () => {
  test('304 for GET and HEAD of every kind of record, 200 once it has changed', async () => {
    const clientId = await addClient(studio);
    const session = { siteId: MAIN_SITE, name: 'Flow', isVirtual: true, virtualUrl: 'https://video.example/flow' };
    const times = { startTime: '2026-03-04T08:00:00Z', durationMinutes: 60 };
    const sessionId = (await studio.post('/manage/sessions', { ...session, ...times })).body.id;
    const changes: [string, string, object][] = [
      [`/v2/clients/${clientId}`, `/v2/clients/${clientId}`, { phone: '1' }],
      [`/v2/sessions/${sessionId}`, `/manage/sessions/${sessionId}`, { name: 'Slow' }],
      [`/v2/sites/${MAIN_SITE}`, `/v2/sites/${MAIN_SITE}`, { name: 'Centre' }],
      ['/v2/settings', '/v2/settings', { brand: { name: 'Other' } }],
    ];
    for (const [path, written, change] of changes) {
      const first = await studio.get(path);
      const known = { 'if-none-match': etagOf(first) };
      for (const method of ['GET', 'HEAD']) {
        const same = await studio.send(method, path, undefined, known);
        expect([path, method, same.status, same.body]).toEqual([path, method, 304, undefined]);
        // What RFC 9110 (15.4.5) and conventions.md want of it.
        for (const name of ['etag', 'cache-control', 'vary', 'x-ratelimit-limit', 'x-request-id'])
          expect([name, same.headers.get(name) === null]).toEqual([name, false]);
        expect([same.headers.get('etag'), same.headers.get('vary')]).toEqual([
          etagOf(first),
          first.headers.get('vary'),
        ]);
        expect([same.headers.get('cache-control'), same.headers.get('content-type')]).toEqual([
          'private, no-cache',
          null,
        ]);
      }
      expect((await studio.patch(written, change)).status).toBe(200);
      const changed = await studio.get(path, known);
      expect([path, changed.status, etagOf(changed) === etagOf(first)]).toEqual([path, 200, false]);
    }
  });

  test('304 for what has no other operation to change it: one event', async () => {
    await addClient(studio);
    const [event] = (await studio.get('/manage/events')).body.data;
    const { status, headers } = await studio.get(`/manage/events/${event.id}`);
    expect([status, headers.get('etag')]).toEqual([200, expect.any(String)]);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await studio.get(`/manage/events/${event.id}`, known)).status).toBe(304);
  });

  test('with expansions, 200 once what is expanded has changed; If-Match takes such an ETag as that of the record', async () => {
    const site = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
    const path = `/v2/clients/${await addClient(studio, { homeLocationId: site.id })}`;
    const expanded = `${path}?expand[]=homeLocation`;
    const [plain, first] = [etagOf(await studio.get(path)), etagOf(await studio.get(expanded))];
    expect(first === plain).toBe(false);
    expect((await studio.get(expanded, { 'if-none-match': first })).status).toBe(304);
    expect((await studio.get(expanded, { 'if-none-match': plain })).status).toBe(200);
    await studio.patch(`/v2/sites/${site.id}`, { name: 'Downtown' });
    const again = await studio.get(expanded, { 'if-none-match': first });
    expect([again.status, again.body.homeLocation.name]).toEqual([200, 'Downtown']);
    expect((await studio.patch(path, { phone: '1' }, { 'if-match': first })).status).toBe(200);
    expect(refusal(await studio.patch(path, { phone: '2' }, { 'if-match': first }))).toEqual(CHANGED);
  });

  test('412 for a GET with If-Match of another state', async () => {
    const path = `/v2/clients/${await addClient(studio)}`;
    expect(refusal(await studio.get(path, { 'if-match': '"other"' }))).toEqual(CHANGED);
    expect((await studio.get(path, { 'if-match': etagOf(await studio.get(path)) })).status).toBe(200);
  });

  test('* is 412 for PATCH and DELETE, and for a PUT that would replace, which changes nothing', async () => {
    const exists = [412, 'conflict_error', 'record_changed', 'If-None-Match'];
    const id = await addClient(studio);
    const [path, any] = [`/v2/clients/${id}`, { 'if-none-match': '*' }];
    studio.events();
    expect(refusal(await studio.patch(path, { phone: '1' }, any))).toEqual(exists);
    expect(
      refusal(await studio.patch(path, { phone: '1' }, { 'if-none-match': etagOf(await studio.get(path)) })),
    ).toEqual(exists);
    expect(refusal(await studio.delete(path, any))).toEqual(exists);
    const theme = { theme: { colors: { primary: '#000000' } } };
    expect(refusal(await studio.send('PUT', '/manage/experience', theme, any))).toEqual(exists);
    expect(studio.events()).toEqual([]);
    const photo = { image: PIXEL };
    expect((await studio.send('PUT', `/manage/clients/${id}/photo`, photo, any)).status).toBe(200);
    studio.events();
    expect(refusal(await studio.send('PUT', `/manage/clients/${id}/photo`, photo, any))).toEqual(exists);
    expect(studio.events()).toEqual([]);
    expect((await studio.send('PUT', `/manage/clients/${id}/photo`, photo, { 'if-none-match': '"x"' })).status).toBe(
      200,
    );
  });
});

test('a record in a coding has another ETag, with which a client asks for it and changes it', async () => {
  const path = `/v2/clients/${await addClient(studio, { notes: 'a'.repeat(2_000) })}`;
  const plain = etagOf(await studio.get(path));
  const ask = (headers: Record<string, string>) =>
    studio.app.fetch(
      new Request(`http://localhost${path}`, { headers: { 'x-service-api-key': studio.mainKey, ...headers } }),
    );
  for (const coding of ['gzip', 'br', 'zstd']) {
    const first = await ask({ 'accept-encoding': coding });
    const etag = first.headers.get('etag') ?? '';
    expect([first.headers.get('content-encoding'), etag]).toEqual([coding, plain.replace(/"$/, `-${coding}"`)]);
    const again = await ask({ 'accept-encoding': coding, 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    expect((await studio.patch(path, {}, { 'if-match': etag })).status).toBe(200);
  }
});
