import { expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { cookieOf, signedIn, signIn, withCookie } from '../../helpers/people.ts';

// What a person makes in a session outlives it, and ends with the rights of the person.

const studio = forEachTest(openStudio);

const endpoint = { name: 'Mine', url: 'https://hooks.example/in', eventTypes: ['client.created'] };
const person = { firstName: 'Cy', lastName: 'Poe' };

const deliveries = (id: string): number => studio.count('queueJobs where lane = ?', id);
const addClient = async (email: string) => {
  const sites = await studio.listed('/v2/sites');
  await studio.given(studio.post('/v2/clients', { ...person, email, homeLocationId: sites[0] }));
};

test('a webhook goes on after the sign-out, until the person may not manage integrations any more', async () => {
  const { id: staffId, headers } = await signedIn(studio, {
    role: 'manager',
    permissionOverrides: { grant: ['integrations:manage'] },
  });
  const { id } = await studio.given(studio.post('/v2/webhooks', endpoint, headers));
  await studio.given(studio.post('/manage/auth/sign-out', undefined, headers));
  await addClient('one@example.com');
  expect(deliveries(id)).toBe(1);
  await studio.given(studio.patch(`/v2/staff/${staffId}`, { permissionOverrides: null }));
  await addClient('two@example.com');
  expect(deliveries(id)).toBe(1);
});

test('an API key of an owner lives on, and may have every scope', async () => {
  const { headers } = await signedIn(studio);
  const made = await studio.post('/manage/api-keys', { name: 'All', scopes: ['*'] }, headers);
  expect(made.status).toBe(201);
  await studio.given(studio.post('/manage/auth/sign-out', undefined, headers));
  expect((await studio.get('/v2/sites', { 'x-service-api-key': made.body.key })).status).toBe(200);
});

test('a manager makes keys for themselves only, and not with every scope', async () => {
  const { id: staffId, headers } = await signedIn(studio, {
    role: 'manager',
    permissionOverrides: { grant: ['integrations:manage'] },
  });
  const create = (body: object) => studio.post('/manage/api-keys', { name: 'Mine', ...body }, headers);
  expect((await create({ scopes: ['clients:read'] })).status).toBe(403);
  expect((await create({ scopes: ['*'], staffId })).status).toBe(403);
  expect((await create({ scopes: ['clients:read'], staffId })).status).toBe(201);
});

test('an idempotency key holds in another session of the person, and not for others', async () => {
  const { headers, email } = await signedIn(studio);
  const other = await signedIn(studio);
  const create = (of: Record<string, string>) =>
    studio.post('/v2/sites', { name: 'Uptown' }, { ...of, 'idempotency-key': 'uptown' });
  const first = await create(headers);
  const again = await create(withCookie(cookieOf(await signIn(studio, email))));
  expect([again.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([
    201,
    first.body.id,
    'true',
  ]);
  expect((await create(other.headers)).body.id).not.toBe(first.body.id);
});

test('nothing that a person reads is kept by the browser', async () => {
  const { headers } = await signedIn(studio);
  expect((await studio.get('/v2/clients', headers)).headers.get('cache-control')).toBe('no-store');
  const [path] = (await studio.listed('/v2/sites')).map((id) => `/v2/sites/${id}`);
  const [browser, program] = [await studio.get(`${path}`, headers), await studio.get(`${path}`)];
  expect([browser.headers.get('etag'), browser.headers.get('cache-control')]).toEqual([
    program.headers.get('etag'),
    'no-store',
  ]);
  expect(program.headers.get('cache-control')).toBe('private, no-cache');
});
