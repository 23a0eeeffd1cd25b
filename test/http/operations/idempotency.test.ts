import { beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../src/database/database.ts';
import type { Store } from '../../../src/database/store.ts';
import type { Concluded } from '../../../src/http/operations/call.ts';
import { businessOperations, memberOperations } from '../../../src/http/operations/declare.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { conflict, forbidden, notFound } from '../../../src/kernel/problem.ts';
import { object, optional, shape } from '../../../src/kernel/schemas.ts';
import { forEachTest } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { as, Note, OTHER_SITE, openOperations, SITE, withKey } from './set-up.ts';

const Done = shape('Done', { count: Type.Integer() });
const Body = object({ how: optional(Type.String()) });
const operation = { summary: 'Do', body: Body, status: 201, response: Done };
const access = { staff: 'content:manage', sites: 'brand' } as const;

/** Adds a note, then does what a body says. Answers how many notes there are. */
const add = (tx: Tx, how?: string): { count: number } => {
  const count = Number(tx.db.query('select count(*) from notes').values()[0]?.[0]) + 1;
  Note.rows.insert(tx, Note.make(tx, { text: `note ${count}` }, { siteId: SITE }));
  if (how === 'conflict') throw conflict('in_use', 'In use.');
  if (how === 'missing') throw notFound('note', 'x');
  if (how === 'forbidden') throw forbidden('Not you.');
  if (how === 'fails') throw new Error('fails');
  return { count };
};

/** What the flow waits for, and how often it has begun. */
let outside = Promise.resolve();
let begun = 0;

const declare = (store: Store) => [
  ...businessOperations({ tag: 'Notes' }, 'content', ({ write, flow, receiveFile }) => [
    write('POST /v2/write', 'write', { ...operation, ...access }, (tx, { body }) => add(tx, body.how)),
    write('PATCH /v2/write', 'patch', { ...operation, ...access }, (tx, { body }) => add(tx, body.how)),
    flow('POST /v2/flow', 'flow', { ...operation, ...access }, async ({ body }, conclude): Promise<Concluded> => {
      begun += 1;
      await outside;
      const concluded = await conclude((tx) => add(tx, body.how));
      if (body.how === 'fails afterwards') throw new Error('fails');
      if (body.how === 'refuses afterwards') throw conflict('in_use', 'In use.');
      if (body.how === 'concludes twice') return conclude((tx) => add(tx));
      return concluded;
    }),
    flow('POST /v2/retries', 'retries', { ...operation, ...access }, async ({ body }, conclude) => {
      try {
        return await conclude((tx) => add(tx, body.how));
      } catch {
        return conclude((tx) => add(tx));
      }
    }),
    flow('POST /v2/at-once', 'atOnce', { ...operation, ...access }, ({ body }, conclude) =>
      conclude((tx) => add(tx, body.how)),
    ),
    receiveFile(
      'POST /v2/file',
      'file',
      { ...access, summary: 'Send', response: Done, query: object({ wrong: optional(Type.Boolean()) }) },
      ({ query }) => {
        let text = '';
        return {
          push: (bytes) => {
            text += new TextDecoder().decode(bytes);
            return [];
          },
          end: (remember) =>
            store.write((tx) => {
              const reply = query.wrong === true ? { wrong: 1 } : add(tx, text.trim());
              remember(tx, reply);
              return reply;
            }),
        };
      },
    ),
  ]),
  ...memberOperations(({ write }) => [
    write('POST /v2/member/write', 'memberWrite', operation, (tx, { body }) => add(tx, body.how)),
  ]),
];

const api = forEachTest(() => openOperations(declare));
beforeEach(() => {
  outside = Promise.resolve();
  begun = 0;
});

/** The same request with the same key. */
const repeat = async (path: string, body: unknown = {}, headers: Record<string, string> = withKey('k1')) => {
  const first = await api.post(path, body, headers);
  const again = await api.post(path, body, headers);
  const isReplayed = again.headers.get('idempotency-replayed') === 'true' && Bun.deepEquals(first.body, again.body);
  return { statuses: [first.status, again.status], isReplayed, count: api.texts().length };
};
const replayed = (status: number, count: number) => ({ statuses: [status, status], isReplayed: true, count });

describe('a repeat with the same key', () => {
  for (const path of ['/v2/write', '/v2/flow', '/v2/at-once', '/v2/retries']) {
    test(`201 replays the answer of ${path}, which runs once`, async () => {
      expect(await repeat(path)).toEqual(replayed(201, 1));
    });
  }

  test('200 replays the answer of a file, if its bytes are the same', async () => {
    const csv = { 'content-type': 'text/csv', ...withKey('k1') };
    expect(await repeat('/v2/file', 'a', csv)).toEqual(replayed(200, 1));
    expect(errorOf(await api.post('/v2/file', 'b', csv))).toEqual([409, 'idempotency_key_reused']);
    expect(await repeat('/v2/file', 'conflict', { ...csv, ...withKey('k2') })).toEqual(replayed(409, 1));
  });

  test('404 and 409 are replayed with the request id of the first, though nothing was written', async () => {
    for (const path of ['/v2/write', '/v2/flow']) {
      expect(await repeat(path, { how: 'conflict' }, withKey(`${path} 1`))).toEqual(replayed(409, 0));
      expect(await repeat(path, { how: 'missing' }, withKey(`${path} 2`))).toEqual(replayed(404, 0));
    }
  });

  test('403 and 500 are not kept: the repeat runs anew', async () => {
    for (const how of ['forbidden', 'fails']) {
      const { isReplayed, count } = await repeat('/v2/write', { how }, withKey(how));
      expect([isReplayed, count]).toEqual([false, 0]);
    }
  });

  test('runs anew after a day', async () => {
    await api.post('/v2/write', {}, withKey('k1'));
    await api.time.moveTo(api.time.now() + DAY_MS);
    expect((await api.post('/v2/write', {}, withKey('k1'))).body).toEqual({ count: 2 });
    expect((await api.post('/v2/write', {}, withKey('k1'))).headers.get('idempotency-replayed')).toBe('true');
  });

  test('is replayed after a restart', async () => {
    await api.post('/v2/write', {}, withKey('k1'));
    api.restart();
    expect((await api.post('/v2/write', {}, withKey('k1'))).headers.get('idempotency-replayed')).toBe('true');
  });

  test('runs anew for PATCH, which takes no key', async () => {
    for (const count of [1, 2]) {
      expect((await api.send('PATCH', '/v2/write', {}, withKey('k1'))).body).toEqual({ count });
    }
  });

  test('409 with another body or path', async () => {
    await api.post('/v2/write', {}, withKey('k1'));
    for (const [path, body] of [
      ['/v2/write', { how: 'x' }],
      ['/v2/flow', {}],
    ] as const) {
      expect(errorOf(await api.post(path, body, withKey('k1')))).toEqual([409, 'idempotency_key_reused']);
    }
    expect(begun).toBe(0);
  });

  test('replays the answer for no body, an empty one and an empty object alike', async () => {
    const bodies = [undefined, '', '{}', ' {\n}\n'];
    for (const [at, first] of bodies.entries()) {
      for (const path of ['/v2/write', '/v2/flow']) {
        const key = withKey(`${path} ${at}`);
        const { body } = await api.post(path, first, key);
        for (const other of bodies) {
          const again = await api.post(path, other, key);
          expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, body, 'true']);
        }
        expect(errorOf(await api.post(path, { how: 'x' }, key))).toEqual([409, 'idempotency_key_reused']);
      }
    }
    expect(api.texts().length).toBe(2 * bodies.length);
  });

  test('replays the answer to an empty object that an earlier version stored by its bytes', async () => {
    await api.post('/v2/write', {}, withKey('k1'));
    const ofBytes = new Bun.CryptoHasher('sha256').update('POST /v2/write\n{}').digest();
    api.db.run('update idempotency set fingerprint = ?', [ofBytes]);
    expect((await api.post('/v2/write', {}, withKey('k1'))).headers.get('idempotency-replayed')).toBe('true');
    expect(errorOf(await api.post('/v2/write', undefined, withKey('k1')))).toEqual([409, 'idempotency_key_reused']);
  });

  test('of another credential is another key', async () => {
    api.addCaller('other');
    await api.post('/v2/write', {}, withKey('k1'));
    expect((await api.post('/v2/write', {}, { ...withKey('k1'), ...as('other') })).body).toEqual({ count: 2 });
  });

  test('on the member API is another key for each client, and another request for each site', async () => {
    const send = (client: string, site = SITE) =>
      api.post('/v2/member/write', {}, { ...withKey('k1'), 'x-client-id': client, 'x-site-id': site });
    expect([(await send('cy')).body.count, (await send('dee')).body.count, (await send('cy')).body.count]).toEqual([
      1, 2, 1,
    ]);
    expect(errorOf(await send('cy', OTHER_SITE))).toEqual([409, 'idempotency_key_reused']);
  });

  test('cannot be read in the database', async () => {
    await api.post('/v2/write', {}, withKey('k1'));
    const stored = api.db.query<{ response: Uint8Array }, []>('select answer as response from idempotency').get();
    expect(new TextDecoder().decode(stored?.response)).not.toContain('count');
  });
});

describe('a flow', () => {
  test('409 idempotency_key_in_use while it waits, without beginning again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    outside = promise;
    const first = api.post('/v2/flow', {}, withKey('k1'));
    expect(errorOf(await api.post('/v2/flow', {}, withKey('k1')))).toEqual([409, 'idempotency_key_in_use']);
    resolve();
    expect([(await first).status, begun, (await api.post('/v2/flow', {}, withKey('k1'))).status]).toEqual([
      201, 1, 201,
    ]);
    expect(begun).toBe(1);
  });

  test('500 when it fails before its conclusion: the key is free again', async () => {
    outside = Promise.reject(new Error('away'));
    expect((await api.post('/v2/flow', {}, withKey('k1'))).status).toBe(500);
    outside = Promise.resolve();
    expect((await api.post('/v2/flow', {}, withKey('k1'))).body).toEqual({ count: 1 });
  });

  test('500 when it fails after its conclusion: the repeat replays what was concluded', async () => {
    const send = () => api.post('/v2/flow', { how: 'fails afterwards' }, withKey('k1'));
    expect((await send()).status).toBe(500);
    expect([(await send()).body, begun]).toEqual([{ count: 1 }, 1]);
  });

  test('409 when it refuses after its conclusion: the repeat replays what was concluded, also after a restart', async () => {
    const send = () => api.post('/v2/flow', { how: 'refuses afterwards' }, withKey('k1'));
    expect(errorOf(await send())).toEqual([409, 'in_use']);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const { status, body, headers } = await send();
      expect([status, body, headers.get('idempotency-replayed')]).toEqual([201, { count: 1 }, 'true']);
      api.restart();
    }
    expect([begun, api.texts().length]).toEqual([1, 1]);
  });

  test('409 when it refuses a day after an earlier use of the key: the refusal is replayed', async () => {
    await api.post('/v2/flow', {}, withKey('k1'));
    await api.time.moveTo(api.time.now() + DAY_MS);
    expect(await repeat('/v2/flow', { how: 'conflict' })).toEqual(replayed(409, 1));
  });

  test('500 when it concludes twice: the second is undone, and the repeat replays the first', async () => {
    const send = () => api.post('/v2/flow', { how: 'concludes twice' }, withKey('k1'));
    expect((await send()).status).toBe(500);
    expect(String(api.faults[0])).toContain('flow concludes twice');
    expect([(await send()).body, api.texts().length]).toEqual([{ count: 1 }, 1]);
  });

  test('201 when it concludes beside a write that is refused', async () => {
    const sent = [
      api.post('/v2/at-once', {}, withKey('k1')),
      api.post('/v2/write', { how: 'conflict' }, withKey('k2')),
      api.post('/v2/at-once', {}, withKey('k3')),
    ];
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201]);
    expect(api.texts()).toEqual(['note 1', 'note 2']);
    expect((await api.post('/v2/at-once', {}, withKey('k3'))).body).toEqual({ count: 2 });
  });

  test('201 when it concludes again after a refused conclusion, of which nothing is left', async () => {
    expect(await repeat('/v2/retries', { how: 'conflict' })).toEqual(replayed(201, 1));
  });
});

test('500 in the mode verify for the answer to a file that is not declared, and nothing is kept', async () => {
  const csv = { 'content-type': 'text/csv', ...withKey('k1') };
  expect((await api.post('/v2/file?wrong=true', 'a', csv)).status).toBe(500);
  expect(String(api.faults[0])).toContain('the response of file is invalid');
  expect(api.db.query('select count(*) as n from idempotency').get()).toEqual({ n: 0 });
});
