import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio, TEST_START } from '../helpers/api.ts';
import { errorOf } from '../helpers/errors.ts';
import { makeClient } from './oauth/set-up.ts';

const studio = forEachTest(openStudio);

const CLIENT = { firstName: 'Ada', lastName: 'Park', email: 'ada.park@members.example' };
const NEW_KEY = { name: 'Successor', scopes: ['*'] };

interface Slow {
  readonly method?: string;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request whose last byte comes after `meanwhile`. */
const slowly = async (path: string, { method = 'POST', body, headers = {} }: Slow, meanwhile: () => unknown) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const bytes = new TextEncoder().encode(body);
  const request = new Request(`http://localhost${path}`, {
    method,
    body: readable,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const pending = Promise.resolve(studio.app.fetch(request));
  await writer.write(bytes.subarray(0, -1));
  await meanwhile();
  // A request that was refused reads no further.
  const written = writer
    .write(bytes.subarray(-1))
    .then(() => writer.close())
    .catch(() => {});
  const response = await pending;
  await Promise.race([written, response.clone().text()]);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

const withKey = async (request: Parameters<typeof studio.makeKey>[0] = {}) => {
  const key = await studio.makeKey(request);
  const id = (await studio.listed('/manage/api-keys'))[0];
  const revoke = () => studio.given(studio.post(`/manage/api-keys/${id}/revoke`));
  return { id, headers: { 'x-service-api-key': key }, revoke };
};

const accessToken = async (scope: string) => {
  const client = await makeClient(studio, { scopes: [scope] });
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const basic = btoa(`${client.clientId}:${client.clientSecret}`);
  const request = new Request('http://localhost/oauth/token', {
    method: 'POST',
    body: form,
    headers: { authorization: `Basic ${basic}` },
  });
  const { access_token: token } = (await (await studio.app.fetch(request)).json()) as { access_token: string };
  return { client, headers: { authorization: `Bearer ${token}` } };
};

describe('a credential that ends while a body arrives', () => {
  test('401 a revoked key makes no successor', async () => {
    const { headers, revoke } = await withKey();
    const keys = studio.count('apiKeys');
    const response = await slowly('/manage/api-keys', { body: JSON.stringify(NEW_KEY), headers }, revoke);
    expect(errorOf(response)).toEqual([401, 'api_key_invalid']);
    expect(studio.count('apiKeys')).toBe(keys);
  });

  test('401 a key that expires meanwhile creates nothing', async () => {
    const { headers } = await withKey({ expiresAt: new Date(TEST_START + 60_000).toISOString() });
    const response = await slowly('/v2/clients', { body: JSON.stringify(CLIENT), headers }, () =>
      studio.time.moveTo(TEST_START + 61_000),
    );
    expect(errorOf(response)).toEqual([401, 'api_key_invalid']);
    expect([studio.count('clients'), studio.events()]).toEqual([0, []]);
  });

  test('403 a staff member who is suspended meanwhile, 403 one whose role is lowered', async () => {
    for (const change of [{ status: 'suspended' }, { role: 'instructor' }]) {
      const member = {
        firstName: 'Mo',
        lastName: 'Diaz',
        email: `${Object.keys(change)}@staff.example`,
        role: 'manager',
      };
      const { id } = await studio.given(studio.post('/v2/staff', member));
      const { headers } = await withKey({ staffId: id });
      const response = await slowly('/v2/clients', { body: JSON.stringify(CLIENT), headers }, () =>
        studio.given(studio.patch(`/v2/staff/${id}`, change)),
      );
      expect(errorOf(response)).toEqual([403, 'permission_denied']);
    }
    expect([studio.count('clients'), studio.events()]).toEqual([0, []]);
  });

  test('401 an OAuth client that is revoked, 403 one that loses the scope', async () => {
    const changes = [
      [401, 'token_invalid', (id: string) => studio.given(studio.post(`/manage/oauth-clients/${id}/revoke`))],
      [
        403,
        'permission_denied',
        (id: string) => studio.given(studio.patch(`/manage/oauth-clients/${id}`, { scopes: ['clients:read'] })),
      ],
    ] as const;
    for (const [status, code, change] of changes) {
      const { client, headers } = await accessToken('clients:write');
      const response = await slowly('/v2/clients', { body: JSON.stringify(CLIENT), headers }, () => change(client.id));
      expect(errorOf(response)).toEqual([status, code]);
    }
    expect([studio.count('clients'), studio.events()]).toEqual([0, []]);
  });

  test('401 an import writes nothing', async () => {
    const { headers, revoke } = await withKey();
    const body = `firstName,lastName,email\nAda,Park,ada@members.example\n`;
    const csv = { body, headers: { ...headers, 'content-type': 'text/csv' } };
    expect(errorOf(await slowly('/manage/imports?family=clients', csv, revoke))).toEqual([401, 'api_key_invalid']);
    expect([studio.count('clients'), studio.events()]).toEqual([0, []]);
  });

  test('401 an upload keeps no byte that comes later', async () => {
    const { headers, revoke } = await withKey();
    const tus = { ...headers, 'tus-resumable': '1.0.0' };
    const created = await studio.app.fetch(
      new Request('http://localhost/manage/content/media/uploads', {
        method: 'POST',
        headers: { ...tus, 'upload-length': '4', 'upload-metadata': `filename ${btoa('a.txt')}` },
      }),
    );
    const path = created.headers.get('location') ?? '';
    const bytes = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const response = await slowly(path, { method: 'PATCH', body: 'abcd', headers: { ...tus, ...bytes } }, revoke);
    expect(errorOf(response)).toEqual([401, 'api_key_invalid']);
    const other = { 'x-service-api-key': studio.mainKey, 'tus-resumable': '1.0.0' };
    const head = await studio.app.fetch(new Request(`http://localhost${path}`, { method: 'HEAD', headers: other }));
    expect(Number(head.headers.get('upload-offset'))).toBeLessThan(4);
  });
});

test('401 a key that is revoked in the same transaction, just before it gives rights', async () => {
  const { headers, revoke } = await withKey();
  const [, made, client] = await Promise.all([
    revoke(),
    studio.post('/manage/api-keys', NEW_KEY, headers),
    studio.post('/v2/clients', CLIENT, headers),
  ]);
  expect([errorOf(made), errorOf(client)]).toEqual([
    [401, 'api_key_invalid'],
    [401, 'api_key_invalid'],
  ]);
  expect([studio.count('clients'), studio.events()]).toEqual([0, []]);
});

describe('an answer that is streamed', () => {
  test('an export ends with its key', async () => {
    for (let number = 0; number < 3; number += 1) {
      await studio.given(studio.post('/v2/clients', { ...CLIENT, email: `${number}@members.example` }));
    }
    const { headers, revoke } = await withKey();
    const response = await studio.app.fetch(new Request('http://localhost/manage/exports/clients', { headers }));
    const reader = response.body?.getReader();
    await reader?.read();
    await revoke();
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    };
    expect(rest()).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  test('changes end with the OAuth client of a token', async () => {
    const { client, headers } = await accessToken('*');
    const response = await studio.app.fetch(new Request('http://localhost/manage/live', { headers }));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await studio.given(studio.post(`/manage/oauth-clients/${client.id}/revoke`));
    await studio.post('/v2/clients', CLIENT);
    let text = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
    expect(text).toContain('signed_out');
    expect(text).not.toContain('client.created');
  });
});

describe('what a revoked credential has made', () => {
  /** A key that made a key, which made an OAuth client. */
  const chain = async () => {
    const first = await withKey();
    const second = (await studio.post('/manage/api-keys', { ...NEW_KEY, name: 'Second' }, first.headers)).body;
    const keyOfSecond = { 'x-service-api-key': second.key };
    const third = (await studio.post('/manage/oauth-clients', { name: 'Third', scopes: ['*'] }, keyOfSecond)).body;
    expect([second.createdByCredentialId, third.createdByCredentialId]).toEqual([first.id, second.id]);
    return { first, second, third, keyOfSecond };
  };
  const namesOf = (issued: { name: string; object: string; revokedAt: string | null }[]) =>
    issued.map(({ object, name, revokedAt }) => [object, name, revokedAt !== null]);

  test('is listed, and goes on unless asked', async () => {
    const { first, keyOfSecond } = await chain();
    const { body } = await studio.post(`/manage/api-keys/${first.id}/revoke`);
    expect([namesOf(body.issued), body.issuedCount]).toEqual([
      [
        ['oauth_client', 'Third', false],
        ['api_key', 'Second', false],
      ],
      2,
    ]);
    expect((await studio.get('/v2/clients', keyOfSecond)).status).toBe(200);
  });

  test('is revoked where asked', async () => {
    const { first, keyOfSecond } = await chain();
    const { body } = await studio.post(`/manage/api-keys/${first.id}/revoke`, { revokeIssued: true });
    expect(namesOf(body.issued)).toEqual([
      ['oauth_client', 'Third', true],
      ['api_key', 'Second', true],
    ]);
    expect(errorOf(await studio.get('/v2/clients', keyOfSecond))).toEqual([401, 'api_key_invalid']);
    const { body: client } = await studio.post(`/manage/oauth-clients/${body.issued[0].id}/revoke`);
    expect([client.issued, client.issuedCount]).toEqual([[], 0]);
  });
});

test('a flow that gives rights says so', () => {
  const gives =
    /\/(?:api-keys|oauth-clients|kiosks|webhooks|passkeys|password|member-links|staff|invitations)(?:\/:id(?:\/enable)?)?$/;
  const flows = studio.app.operations.filter(
    ({ handler, method, path, audience }) =>
      handler.kind === 'flow' && audience !== 'public' && method !== 'DELETE' && gives.test(path),
  );
  expect(flows.length).toBeGreaterThan(5);
  expect(flows.filter(({ givesRights }) => givesRights !== true).map(({ id }) => id)).toEqual([]);
});
