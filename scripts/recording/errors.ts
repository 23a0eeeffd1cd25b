import { MEDIA, MEMBER, SESSIONS } from '../../src/resources/demo-ids.ts';
import { CLIENTS } from '../../src/sandbox/demo/clients.ts';
import { SANDBOX_KEY, WEBSITE_KEY } from '../../src/sandbox/demo/credentials.ts';
import type { RecordedStudio } from './studio.ts';

const BASIC_TIER = 600;
const UNKNOWN = '01000000-0000-7000-8000-999999999999';

interface Wrong {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** JSON, unless it is a text. */
  readonly body?: unknown;
  /** What is sent before it. */
  before?(studio: RecordedStudio, send: (wrong: Wrong) => Promise<unknown>): Promise<void> | void;
  after?(studio: RecordedStudio): void;
}

/** The request of an error, with the key of every sandbox unless it names another credential. */
export const requestOf = ({ rootUrl }: RecordedStudio, { method, path, headers, body }: Wrong) => ({
  url: rootUrl + path,
  init: {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'x-service-api-key': SANDBOX_KEY, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  },
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of the other provider of the recordings, which does not answer. */
const token = `${encoded({ alg: 'RS256', kid: '1' })}.${encoded({ iss: 'http://127.0.0.1:9', aud: 'studio' })}.c2ln`;
const booking = { clientId: MEMBER, sessionId: SESSIONS.offered };
const upload = { 'tus-resumable': '1.0.0', 'x-service-api-key': SANDBOX_KEY };

/** Requests that end with each common error, by the name of its response in the document. */
export const errors: Readonly<Record<string, readonly Wrong[]>> = {
  BadRequest: [
    { path: '/v2/bookings', body: { clientId: MEMBER } },
    { path: '/v2/clients', body: { firstName: 'Ada', lastName: 'Park', email: 'ada', phnoe: '+1 212 555 0100' } },
    { path: '/v2/clients', body: '{"firstName": "Ada",}' },
    { path: '/v2/bookings', body: { clientId: UNKNOWN, sessionId: SESSIONS.offered } },
  ],
  Unauthorised: [
    { path: '/v2/clients', headers: { 'x-service-api-key': '' } },
    { path: '/v2/clients', headers: { 'x-service-api-key': 'sk_test_NoSuchKey00000000000000000000000' } },
  ],
  Forbidden: [
    { path: '/v2/payments', headers: { 'x-service-api-key': WEBSITE_KEY } },
    {
      path: '/v2/member/video/sessions',
      headers: { 'x-client-id': CLIENTS[9]?.id ?? '' },
      body: { contentMediaId: MEDIA.breathing },
    },
  ],
  NotFound: [{ path: `/v2/clients/${UNKNOWN}` }],
  Conflict: [
    {
      path: '/v2/bookings',
      body: booking,
      before: async (_, send) => void (await send({ path: '/v2/bookings', body: booking })),
    },
    { path: '/v2/bookings', body: { clientId: CLIENTS[9]?.id, sessionId: SESSIONS.handstand, joinWaitlist: false } },
    { path: '/v2/clients', body: { firstName: 'Dana', lastName: 'Rivera', email: CLIENTS[0]?.email } },
  ],
  RecordChanged: [
    { method: 'PATCH', path: `/v2/clients/${MEMBER}`, headers: { 'if-match': '"old"' }, body: { phone: null } },
  ],
  BodyTooLarge: [{ path: '/v2/clients', body: { notes: 'x'.repeat(1_100_000) } }],
  ContentTypeUnsupported: [{ path: '/v2/clients', headers: { 'content-type': 'text/plain' }, body: 'Ada Park' }],
  RateLimited: [
    {
      path: '/v2/clients?limit=1',
      headers: { 'x-service-api-key': WEBSITE_KEY },
      async before(_, send) {
        const headers = { 'x-service-api-key': WEBSITE_KEY };
        for (let sent = 0; sent < BASIC_TIER; sent += 1) await send({ path: '/v2/clients?limit=1', headers });
      },
    },
  ],
  ChecksumMismatch: [
    {
      path: '/manage/content/media/uploads',
      headers: {
        ...upload,
        'upload-length': '5',
        'upload-checksum': 'sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        'upload-metadata': 'filename YS5tcDQ=',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'hello',
    },
  ],
  InternalError: [
    {
      path: '/manage/plans',
      before: ({ database }) => void database.run('alter table "plans" rename to "plansAway"'),
      after: ({ database }) => void database.run('alter table "plansAway" rename to "plans"'),
    },
  ],
  Unavailable: [
    {
      path: '/public-api/v2/member/profile',
      headers: { authorization: `Bearer ${token}`, 'x-service-api-key': '', 'x-site-id': UNKNOWN },
    },
  ],
};
