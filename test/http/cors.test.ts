import { describe, expect, test } from 'bun:test';
import { forAllTests, MAIN_SITE, openStudio } from '../helpers/api.ts';

const APP = 'https://app.studio.example';
const STRANGER = 'https://blog.example';
const studio = forAllTests(() => openStudio({ environment: 'production', memberCorsOrigins: [APP] }));

interface Document {
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly { readonly $ref?: string }[] }>>;
  readonly components: { readonly parameters: Record<string, { readonly in: string; readonly name: string }> };
}

const ask = (method: string, path: string, headers: Record<string, string>) =>
  studio.app.fetch(new Request(`http://localhost${path}`, { method, headers }));
const preflight = (path: string, origin: string, wanted = '') =>
  ask('OPTIONS', path, {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': wanted,
  });
const allowedHeaders = async (path: string, origin: string): Promise<Set<string>> => {
  const { headers } = await preflight(path, origin);
  return new Set((headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', '));
};

describe('the headers that a page of an app may send', () => {
  test('are all that an operation of members declares, those of streams and protocols among them', async () => {
    const allowed = await allowedHeaders('/public-api/v2/member/profile', APP);
    const operations = studio.app.operations.filter(({ audience, path }) =>
      audience === 'public' ? path.startsWith('/public-api/') : audience === 'member' || audience === 'reader',
    );
    const document = (await (await ask('GET', '/openapi.json', {})).json()) as Document;
    const declared = new Set<string>();
    for (const { path, method } of operations) {
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      for (const { $ref = '' } of described?.parameters ?? []) {
        const parameter = document.components.parameters[$ref.slice($ref.lastIndexOf('/') + 1)];
        if (parameter?.in === 'header') declared.add(parameter.name);
      }
    }
    for (const { protocol } of operations)
      for (const name of Object.keys(protocol?.request ?? {})) declared.add(name.replace(/\*$/, ''));
    expect(declared.size).toBeGreaterThan(7);
    expect([...declared].filter((name) => !allowed.has(name.toLowerCase()))).toEqual([]);
  });

  test('are those that libraries and browsers add, and those of caches', async () => {
    const allowed = await allowedHeaders('/public-api/v2/member/live', APP);
    const wanted = [
      'last-event-id',
      'cache-control',
      'x-requested-with',
      'if-modified-since',
      'if-none-match',
      'traceparent',
    ];
    expect(wanted.filter((name) => !allowed.has(name))).toEqual([]);
  });
});

describe('pages of every origin', () => {
  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/jwks.json',
    '/public-api/v2/studio',
    '/public-api/v2/timetable',
    '/public-api/v2/timetable/01950000-0000-7000-8000-00000000ffff',
    '/public-api/v2/plans',
    `/calendar/sites/${MAIN_SITE}.ics`,
  ])('may read %s, also what says why not', async (path) => {
    const { headers } = await ask('GET', path, { origin: STRANGER });
    expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
      '*',
      null,
    ]);
    expect(headers.get('access-control-expose-headers')).toContain('ETag');
    // A cache may keep it for a page that names no origin.
    expect((await ask('GET', path, {})).headers.get('access-control-allow-origin')).toBe('*');
    const { status, headers: before } = await preflight(path, STRANGER, 'if-none-match');
    expect([status, before.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(before.get('access-control-allow-methods')).toBe('GET, HEAD');
  });

  test.each([
    '/oauth/token',
    '/public-api/v2/member/profile',
    '/public-api/v2/auth/code',
    '/public-api/v2/library',
    '/public-api/v2/nothing',
    '/v2/clients',
    '/v2/',
    '/manage/auth/sign-in',
    '/calendar/token.ics',
    '/media/token/01950000-0000-7000-8000-00000000ffff/a.mp4',
    '/book',
  ])('may not read %s', async (path) => {
    expect((await ask('GET', path, { origin: STRANGER })).headers.get('access-control-allow-origin')).toBeNull();
    expect((await preflight(path, STRANGER)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

test.each([
  '/public-api/v2/member/profile',
  '/public-api/v2/auth/code',
  '/public-api/v2/library',
  '/public-api/v2/nothing',
])('the pages of an app may read %s', async (path) => {
  const { headers } = await ask('GET', path, { origin: APP });
  expect(headers.get('access-control-allow-origin')).toBe(APP);
  expect((await preflight(path, APP)).headers.get('access-control-allow-origin')).toBe(APP);
});
