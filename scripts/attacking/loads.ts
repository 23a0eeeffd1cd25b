import { readFileSync } from 'node:fs';
import { mediaFile } from '../../test/helpers/media.ts';
import { falseCount, fragmentOf, manyPictures } from './hostile-media.ts';
import type { Load, Responses, Target } from './measure.ts';
import { atOnce, fetchAll, headOf } from './senders.ts';

const MB = 1_000_000;
const PUBLIC = { serverMb: 300, livezMs: 250 } as const;

const page = (path: string, encoding: string | undefined, times = 500): Load => ({
  name: `${times} x ${path}${encoding === undefined ? '' : `, ${encoding}`}`,
  most: PUBLIC,
  run: (target) =>
    atOnce(target, times, {
      text: headOf('GET', path, {
        connection: 'close',
        ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
      }),
    }),
  check: (answers) => (answers['200'] === times ? undefined : 'not every request was answered'),
});

/** Events of which all but the end comes. @param held those that the server waits for. */
const event = (name: string, headers: Record<string, string>, env: Record<string, string> = {}, held = 0): Load => ({
  name: `1000 x /webhooks/processor, ${name}`,
  // What has been sent at once is in the server before it can refuse it: 200 MB.
  most: { serverMb: 400, livezMs: 1_500 },
  env,
  run: (target) => {
    const head = headOf('POST', '/webhooks/processor', {
      ...headers,
      'content-type': 'application/json',
      'content-length': '262144',
    });
    return atOnce(target, 1000, { text: head + ' '.repeat(200_000), patience: held > 0 ? 5_000 : 60_000 });
  },
  check: ({ 'no answer': waiting = 0 }) =>
    waiting <= held ? undefined : `more than ${held} events were received at once`,
});

const STRIPE = {
  STUDIOD_PROCESSOR: 'stripe',
  STUDIOD_STRIPE_SECRET_KEY: 'sk_test_attack',
  STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_test_attack',
  STUDIOD_STRIPE_WEBHOOK_SECRET: 'whsec_attack',
  // Nothing listens there.
  STUDIOD_STRIPE_API_URL: 'http://127.0.0.1:9',
};

const post = (target: Target, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(target.rootUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.asKey, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Clients whose list has about 900 kB. */
const addLargeClients = async (target: Target): Promise<void> => {
  for (let index = 0; index < 100; index += 1) {
    const metadata = Object.fromEntries(
      Array.from({ length: 10 }, (_, key) => [`k${key}`, `${index * key} `.repeat(100)]),
    );
    const notes = `lorem ipsum ${index} `.repeat(300).slice(0, 4_900);
    const email = `large${index}@example.com`;
    await (await post(target, '/v2/clients', { firstName: 'A', lastName: `${index}`, email, notes, metadata })).bytes();
  }
};

const lists = (encoding: string): Load => ({
  name: `500 lists of clients, ${encoding}`,
  // Each list is read and written as soon as its request is: the health check waits for those that came with it.
  most: { serverMb: 300, livezMs: 2_000 },
  prepare: addLargeClients,
  run: (target) =>
    atOnce(target, 500, {
      text: headOf('GET', '/v2/clients?limit=100', {
        ...target.asKey,
        connection: 'close',
        'accept-encoding': encoding,
      }),
    }),
  check: (answers) => (answers['200'] === 500 ? undefined : 'not every request was answered'),
});

const form = (target: Target, bytes: Uint8Array<ArrayBuffer>): Promise<Response> => {
  const body = new FormData();
  body.set('file', new Blob([bytes], { type: 'video/mp4' }), 'a.mp4');
  return fetch(`${target.rootUrl}/manage/content/media`, { method: 'POST', headers: target.asKey, body });
};

const clip = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(mediaFile('clip.mp4')));

/** @param refused whether the files are refused for sure: one that contradicts nothing is taken where the limits allow it. */
const media = (name: string, bytes: () => Uint8Array<ArrayBuffer>, refused = true): Load => ({
  name: `8 x ${name}, and 2 honest files`,
  // Two processes at the same time, each with its 768 MiB and what the runtime takes.
  most: { serverMb: 300, childrenMb: 2_200, livezMs: 500 },
  run: (target) => {
    const hostile = Array.from({ length: 8 }, () => () => form(target, bytes()));
    return fetchAll([
      ...hostile.slice(0, 4),
      () => form(target, clip()),
      ...hostile.slice(4),
      () => form(target, clip()),
    ]);
  },
  check: ({ 201: taken = 0, 400: others = 0 }: Responses) =>
    taken >= 2 && taken + others === 10 && (!refused || others === 8)
      ? undefined
      : 'not the honest files alone were taken',
});

const CREATION = '/manage/content/media/uploads';

export const loads: readonly Load[] = [
  page('/openapi.json', undefined),
  page('/openapi.json', 'br'),
  page('/openapi.json', 'gzip', 1_000),
  page('/docs', 'br'),
  event('without Stripe', {}),
  event('signed by nobody', {}, STRIPE),
  event('with a false signature', { 'stripe-signature': 't=1,v1=00' }, STRIPE, 50),
  lists('br'),
  lists('gzip'),
  {
    name: '500 uploads of 8 GB announced',
    most: { serverMb: 300, livezMs: 250 },
    run: (target) =>
      fetchAll(
        Array.from({ length: 500 }, () => () => {
          const headers = { ...target.asKey, 'tus-resumable': '1.0.0', 'upload-length': `${8_000 * MB}` };
          return fetch(target.rootUrl + CREATION, { method: 'POST', headers });
        }),
      ),
    check: ({ 201: taken = 0 }) => (taken <= 100 ? undefined : 'more than 100 uploads were taken'),
  },
  media('a run of 20,000,000 pictures', () => fragmentOf(clip(), 20_000_000)),
  media('a false count of pictures', () => falseCount(clip(), 'stts', 12, 6_000_000)),
  media('a false count in a chunk', () => falseCount(clip(), 'stsc', 16, 500_000_000)),
  media('6,000,000 pictures', () => manyPictures(clip(), 6_000_000), false),
  {
    name: 'an import of 5,000 check-ins of one client',
    most: { serverMb: 400, livezMs: 500 },
    run: async (target) => {
      const rows = Array.from({ length: 5_000 }, (_, index) => ({
        externalId: `attack-${index}`,
        clientId: target.clientId,
        checkedInAt: new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString(),
      }));
      return fetchAll([() => post(target, '/manage/imports?family=checkins&dry_run=true', rows)]);
    },
  },
];
