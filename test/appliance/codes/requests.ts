import { API_VERSION } from '../../../src/events/envelope.ts';
import { MEDIA, MEMBER, SITES, WEBHOOKS } from '../../../src/resources/demo-ids.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { type Box, FROM_PAGE, NOBODY, type Provocations, UNKNOWN } from './box.ts';

const UPLOADS = '/manage/content/media/uploads';
const PROFILE = '/public-api/v2/member/profile';
const endpoint = { name: 'Mine', url: 'https://example.com/', eventTypes: ['*'] };
const person = { firstName: 'Ada', lastName: 'Byron' };

/** Sends a body as it is. */
export const raw = async ({ server }: Box, method: string, path: string, init: RequestInit): Promise<ApiResponse> => {
  const headers = { 'x-service-api-key': server.ready.apiKey, ...(init.headers as Record<string, string>) };
  const response = await fetch(new URL(path, server.ready.rootUrl), { method, ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
};
const json = { 'content-type': 'application/json' };
const tus = { 'tus-resumable': '1.0.0' };
const bytes = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const beginUpload = async (box: Box): Promise<string> => {
  const { headers } = await raw(box, 'POST', UPLOADS, { headers: { ...tus, 'upload-length': '4' } });
  return headers.get('location') ?? '';
};

/** Errors of any request: its body, its query, its headers, its path. */
export const requestCodes: Provocations = {
  parameter_missing: ({ call }) => call('POST', '/v2/clients', {}),
  parameter_invalid: ({ call }) => call('GET', '/v2/clients?limit=0'),
  parameter_unknown: ({ call }) => call('GET', '/v2/clients?limt=1'),
  json_invalid: (box) => raw(box, 'POST', '/v2/clients', { headers: json, body: '{"firstName":' }),
  cursor_invalid: ({ call }) => call('GET', `/v2/clients?starting_after=${UNKNOWN}`),
  resource_missing: ({ call }) => call('POST', '/v2/bookings', { clientId: UNKNOWN, sessionId: UNKNOWN }),
  version_unsupported: (box) => raw(box, 'GET', '/v2/sites', { headers: { 'x-service-version': '2020-01-01' } }),
  webhook_url_not_allowed: ({ call }) => call('POST', '/v2/webhooks', { ...endpoint, url: 'ftp://example.com/' }),
  custom_header_not_allowed: ({ call }) =>
    call('POST', '/v2/webhooks', { ...endpoint, customHeader: { name: 'X-Service-Mine', value: 'a' } }),
  media_unsupported: ({ call }) =>
    call('PUT', `/manage/clients/${MEMBER}/photo`, { image: Buffer.from('no picture').toString('base64') }),
  client_required: ({ call }) => call('GET', '/v2/member/streaks'),
  site_required: async ({ member }) => (await member()).call('GET', PROFILE, undefined, { 'x-site-id': '' }),
  template_invalid: ({ call }) =>
    call('POST', '/manage/message-templates/booking_confirmed.en/preview', { lead: '{firstName, select, a {b}}' }),
  credential_missing: ({ call }) => call('GET', '/v2/clients', undefined, NOBODY),
  api_key_invalid: ({ call }) =>
    call('GET', '/v2/clients', undefined, { 'x-service-api-key': `sk_test_${'0'.repeat(32)}` }),
  permission_denied: async ({ call, key }) =>
    call('GET', '/v2/settings', undefined, await key({ scopes: ['clients:read'] })),
  site_not_allowed: async ({ call, key }) =>
    call('GET', `/v2/settings?siteId=${SITES.downtown}`, undefined, {
      ...(await key({ scopes: ['*'], siteIds: [SITES.online] })),
      'x-service-version': API_VERSION,
    }),
  origin_not_allowed: async ({ call, key }) =>
    call('GET', '/public-api/v2/plans', undefined, {
      ...(await key({ kind: 'publishable', origins: ['https://www.harbour.example'] })),
      origin: 'https://evil.example',
    }),
  cross_origin: ({ call }) =>
    call('POST', '/manage/auth/sign-in', { email: 'a@example.com', password: 'a' }, { origin: 'https://evil.example' }),
  resource_not_found: ({ call }) => call('GET', `/v2/clients/${UNKNOWN}`),
  route_not_found: ({ call }) => call('GET', '/v2/clints'),
  method_not_allowed: ({ call }) => call('DELETE', '/v2/clients'),
  record_changed: ({ server, call }) =>
    call('PATCH', `/v2/clients/${MEMBER}`, person, { 'x-service-api-key': server.ready.apiKey, 'if-match': '"old"' }),
  tus_version_unsupported: (box) => raw(box, 'POST', UPLOADS, { headers: { 'upload-length': '4' } }),
  body_too_large: (box) =>
    raw(box, 'POST', '/v2/clients', { headers: json, body: JSON.stringify({ firstName: 'x'.repeat(1_100_000) }) }),
  content_type_unsupported: (box) =>
    raw(box, 'POST', '/v2/clients', { headers: { 'content-type': 'text/plain' }, body: 'firstName=Ada' }),
  range_not_satisfiable: async (box) => {
    const { playbackUrl } = await box.given('GET', `/v2/content/media/${MEDIA.greenBowl}/playback`);
    return raw(box, 'GET', playbackUrl, { headers: { range: 'bytes=999999999-' } });
  },
  checksum_mismatch: async (box) => {
    const checksum = { 'upload-checksum': `sha1 ${new Bun.CryptoHasher('sha1').update('other').digest('base64')}` };
    return raw(box, 'PATCH', await beginUpload(box), { headers: { ...bytes, ...checksum }, body: 'abcd' });
  },
  upload_conflict: async (box) =>
    raw(box, 'PATCH', await beginUpload(box), { headers: { ...bytes, 'upload-offset': '3' }, body: 'd' }),
  rate_limited: async ({ call }) => {
    const reset = () => call('POST', '/manage/auth/password-reset', { email: 'nobody@codes.example' }, FROM_PAGE);
    for (let count = 0; count < 20; count += 1) await reset();
    return reset();
  },
  external_id_exists: async ({ call, client }) => {
    await client({ externalId: 'crm-1' });
    return call('POST', '/v2/clients', { ...person, email: 'another@codes.example', externalId: 'crm-1' });
  },
  idempotency_key_reused: async ({ server, call }) => {
    const headers = { 'x-service-api-key': server.ready.apiKey, 'idempotency-key': 'reused' };
    await call('POST', '/v2/sites', { name: 'First' }, headers);
    return call('POST', '/v2/sites', { name: 'Second' }, headers);
  },
  // The bodies arrive together, and the refund is not answered before its processor has been asked.
  idempotency_key_in_use: async ({ server, call, member, card }) => {
    const buyer = await member();
    const paymentMethodId = await card(buyer);
    const headers = { 'x-service-api-key': server.ready.apiKey, 'idempotency-key': 'in-use' };
    const charge = { clientId: buyer.id, amount: 500, currency: 'USD', purpose: 'product', description: 'Mat' };
    const pay = () => call('POST', '/manage/payments', { ...charge, paymentMethod: 'card', paymentMethodId }, headers);
    const answers = await Promise.all(Array.from({ length: 8 }, pay));
    return answers.find(({ status }) => status === 409) ?? pay();
  },
  webhook_not_disabled: ({ call }) => call('POST', `/v2/webhooks/${WEBHOOKS.inbox}/enable`),
  secret_rotation_conflict: async ({ call, made }) => {
    const { id } = await made('/v2/webhooks', { ...endpoint, url: 'http://127.0.0.1:9/hook' });
    await made(`/v2/webhooks/${id}/rotate-secret`, {});
    return call('POST', `/v2/webhooks/${id}/rotate-secret`);
  },
};
