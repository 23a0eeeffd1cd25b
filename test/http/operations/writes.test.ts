import { beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Store } from '../../../src/database/store.ts';
import { WithStatus } from '../../../src/http/operations/call.ts';
import { businessOperations } from '../../../src/http/operations/declare.ts';
import { conflict, forbidden } from '../../../src/kernel/problem.ts';
import { object, optional, shape } from '../../../src/kernel/schemas.ts';
import { forEachTest } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { as, NOWHERE, Note, openOperations, SITE, withKey } from './set-up.ts';

const Said = shape('Said', { said: Type.String() });
const access = { staff: 'content:manage' } as const;
const Body = object({ text: Type.String({ minLength: 1 }), how: optional(Type.String()) });

const declare = (store: Store) =>
  businessOperations({ tag: 'Notes' }, 'content', ({ write, flow }) => [
    write(
      'POST /v2/notes',
      'createNote',
      {
        ...access,
        sites: 'named',
        summary: 'Create',
        body: Body,
        status: 201,
        response: Note.schema,
        alsoResponds: { 200: Said },
      },
      (tx, { body: { text, how } }) => {
        const note = Note.make(tx, { text }, { siteId: SITE });
        Note.rows.insert(tx, note);
        tx.raise('site.created', SITE, {});
        if (how === 'refuse') throw conflict('in_use', 'In use.');
        if (how === 'forbid') throw forbidden('Not you.');
        if (how === 'fail') throw new Error('secret detail');
        if (how === 'wrong') return { said: 'not declared for 201' };
        if (how !== 'again') return Note.view(note);
        return new WithStatus(200, { said: 'again' });
      },
    ),
    write(
      'PUT /v2/notes/:id',
      'changeNote',
      {
        ...access,
        on: Note,
        summary: 'Change',
        body: Note.patch,
        isBodyRequired: true,
        response: Note.schema,
        query: object({ count: optional(Type.Integer()) }),
      },
      (tx, { record, body }) => {
        Note.rows.update(tx, record.id, Note.columns(body, record));
        return Note.view(Note.find(tx, { siteIds: null }, record.id));
      },
    ),
    write(
      'POST /v2/notes/:id/touch',
      'touch',
      { ...access, on: Note, summary: 'Touch', response: Said },
      (_tx, call) => ({
        said: `${call.record.text} ${call.requestKey}`,
      }),
    ),
    flow(
      'POST /v2/flows/:id',
      'flowOn',
      { ...access, on: Note, summary: 'Flow', body: Body, response: Said },
      async ({ record, body }, conclude) => {
        // The flow read the record before; somebody else deletes it in the meantime.
        if (body.how === 'meanwhile') await store.write((tx) => tx.db.run('delete from notes'));
        return conclude((tx) => ({ said: `${record.text} ${Note.rows.find(tx, record.id)?.text}` }));
      },
    ),
  ]);

let id: string;
const api = forEachTest(() => openOperations(declare));
beforeEach(async () => {
  id = await api.addNote('first');
});

describe('a write', () => {
  test('201 with its change and its events in one transaction', async () => {
    const { status, body } = await api.post('/v2/notes', { text: 'second' });
    expect([status, body.text, body.object]).toEqual([201, 'second', 'note']);
    expect([api.texts(), api.events()]).toEqual([['first', 'second'], ['site.created']]);
  });

  test('409, 403 and 500 undo the change and its events', async () => {
    for (const [how, status] of [
      ['refuse', 409],
      ['forbid', 403],
      ['fail', 500],
    ] as const) {
      expect((await api.post('/v2/notes', { text: how, how })).status).toBe(status);
      expect([api.texts(), api.events()]).toEqual([['first'], []]);
    }
    expect(api.faults.map(String)).toEqual(['Error: secret detail']);
  });

  test('a refusal undoes nothing of the requests that are committed with it', async () => {
    const sent = ['a', 'refuse', 'b', 'fail', 'c'].map((text) => api.post('/v2/notes', { text, how: text }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual([201, 409, 201, 500, 201]);
    expect([api.texts(), api.events().length]).toEqual([['first', 'a', 'b', 'c'], 3]);
  });

  test('200 where its rule says so, with the shape of that status', async () => {
    const { status, body } = await api.post('/v2/notes', { text: 'second', how: 'again' });
    expect([status, body]).toEqual([200, { said: 'again' }]);
  });

  test('500 in the mode verify for an answer that is not declared for its status, and the change is undone', async () => {
    expect((await api.post('/v2/notes', { text: 'second', how: 'wrong' })).status).toBe(500);
    expect([api.texts(), String(api.faults[0])]).toEqual([
      ['first'],
      expect.stringContaining('the response of createNote is invalid') as never,
    ]);
    const served = openOperations(declare, { mode: 'serve' });
    expect((await served.post('/v2/notes', { text: 'second', how: 'wrong' })).status).toBe(201);
  });

  test('has the record of its path as the writes before it in the same commit have left it', async () => {
    const changed = ['a', 'b'].map((text) => api.send('PUT', `/v2/notes/${id}`, { text }));
    const touched = api.post(`/v2/notes/${id}/touch`, {});
    expect((await Promise.all(changed)).map(({ body }) => body.text)).toEqual(['a', 'b']);
    expect((await touched).body.said).toStartWith('b ');
  });

  test('has a key for its repeats only when the request has one', async () => {
    expect((await api.post(`/v2/notes/${id}/touch`)).body.said).toBe('first undefined');
    expect((await api.post(`/v2/notes/${id}/touch`, {}, withKey('k1'))).body.said).toBe('first all k1');
  });
});

describe('a flow', () => {
  test('has the record as it was when it began, and concludes on what is there then', async () => {
    expect((await api.post(`/v2/flows/${id}`, { text: 'x' })).body.said).toBe('first first');
    expect((await api.post(`/v2/flows/${id}`, { text: 'x', how: 'meanwhile' })).body.said).toBe('first undefined');
    expect(errorOf(await api.post(`/v2/flows/${id}`, { text: 'x' }))).toEqual([404, 'resource_not_found']);
  });
});

describe('what is reported first', () => {
  beforeEach(() => api.addCaller('reader', { scopes: new Set(['content:read']) }));
  const broken = { 'content-type': 'text/plain', ...withKey('') };
  const put = (path: string, body?: unknown, headers = {}) => api.send('PUT', path, body, headers);

  test('403 before everything that is wrong with the request', async () => {
    for (const path of ['/v2/notes', `/v2/flows/${NOWHERE}`]) {
      expect(errorOf(await api.post(path, '{', { ...as('reader'), ...broken }))).toEqual([403, 'permission_denied']);
    }
  });

  test('415 and 413 before the key, the key before the fields', async () => {
    expect(errorOf(await api.post('/v2/notes', '{', broken))).toEqual([415, 'content_type_unsupported']);
    expect(errorOf(await api.post('/v2/notes', 'x'.repeat(1_100_000), withKey('')))).toEqual([413, 'body_too_large']);
    for (const key of ['', 'k'.repeat(256)]) {
      const reply = await api.post('/v2/notes', {}, withKey(key));
      expect(errorWithParam(reply)).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
    }
  });

  test('400 fields before a key that was used for another request, and that before 404', async () => {
    await api.post('/v2/notes', { text: 'second' }, withKey('k1'));
    for (const path of ['/v2/notes', `/v2/flows/${NOWHERE}`]) {
      expect(errorWithParam(await api.post(path, {}, withKey('k1')))).toEqual([400, 'parameter_missing', 'text']);
    }
    expect(errorOf(await api.post(`/v2/flows/${NOWHERE}`, { text: 'x' }, withKey('k1')))).toEqual([
      409,
      'idempotency_key_reused',
    ]);
    expect(errorOf(await api.post(`/v2/flows/${NOWHERE}`, { text: 'x' }))).toEqual([404, 'resource_not_found']);
  });

  test('400 with all problems of the query and of the body at once', async () => {
    const { status, body } = await put(`/v2/notes/${NOWHERE}?count=x&cuont=1`, { text: 1, txet: '2' });
    const params = body.error.details.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`);
    expect([status, ...params.sort()]).toEqual([
      400,
      'count parameter_invalid',
      'cuont parameter_unknown',
      'text parameter_invalid',
      'txet parameter_unknown',
    ]);
    expect(body.error).toMatchObject({ param: 'cuont', code: 'parameter_unknown' });
    expect(body.error.message).toContain("Did you mean 'count'?");
  });

  test('400 for a body that is missing where one is required, and {} is one', async () => {
    expect(errorWithParam(await put(`/v2/notes/${id}`))).toEqual([400, 'parameter_missing', 'body']);
    expect((await put(`/v2/notes/${id}`, {})).body.text).toBe('first');
    expect(errorWithParam(await put(`/v2/notes/${id}`, '[]'))).toEqual([400, 'parameter_invalid', '']);
    expect(errorOf(await put(`/v2/notes/${id}?count=x`, '{'))).toEqual([400, 'json_invalid']);
    expect(errorWithParam(await api.post(`/v2/notes/${id}/touch`, { a: 1 }))).toEqual([400, 'parameter_unknown', 'a']);
  });
});

test('404 route_not_found for another path, and 405 for another method, with nothing reported', async () => {
  for (const [method, path] of [
    ['GET', '/v2/nowhere'],
    ['POST', `/v2/notes/${id}/nowhere`],
  ] as const) {
    expect(errorOf(await api.send(method, path))).toEqual([404, 'route_not_found']);
  }
  expect(errorOf(await api.send('DELETE', `/v2/notes/${id}`))).toEqual([405, 'method_not_allowed']);
  expect(api.faults).toEqual([]);
});
