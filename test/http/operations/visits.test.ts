import { beforeEach, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { businessOperations } from '../../../src/http/operations/declare.ts';
import { object, optional, shape } from '../../../src/kernel/schemas.ts';
import { forEachTest } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { as, NOWHERE, Note, openOperations } from './set-up.ts';

const Seen = shape('Seen', { text: Type.String() });

const declare = () =>
  businessOperations({ tag: 'Notes' }, 'content', ({ visit }) => [
    visit(
      'GET /v2/notes/:id/seen',
      'seeNote',
      {
        staff: 'content:manage',
        summary: 'See',
        on: Note,
        response: Seen,
        query: object({ times: optional(Type.Integer()) }),
      },
      (_read, { caller, record: note, query: { times = 1 } }) => ({
        response: { text: note.text },
        record:
          caller.credentialId === 'silent'
            ? undefined
            : (tx) => {
                for (let time = 0; time < times; time += 1) {
                  const text = `seen: ${note.text}${'!'.repeat(time)}`;
                  Note.rows.insert(tx, Note.make(tx, { text }, { siteId: note.siteId }));
                }
                if (note.text === 'broken') throw new Error('secret detail');
              },
      }),
    ),
  ]);

let id: string;
const api = forEachTest(() => openOperations(declare));
beforeEach(async () => {
  id = await api.addNote('one');
});

test('200, and the visit is recorded before the answer; without anything to record nothing is written', async () => {
  const { status, body, headers } = await api.get(`/v2/notes/${id}/seen`);
  expect([status, body, headers.get('etag')]).toEqual([200, { text: 'one' }, null]);
  expect(api.texts()).toEqual(['one', 'seen: one']);
  api.addCaller('silent');
  expect((await api.get(`/v2/notes/${id}/seen`, as('silent'))).status).toBe(200);
  expect(api.texts()).toHaveLength(2);
});

test('200 for one that waits for writes, and the visit is recorded after them', async () => {
  await api.fallBehind('two');
  expect((await api.get(`/v2/notes/${id}/seen`)).body).toEqual({ text: 'one' });
  expect(api.texts()).toEqual(['one', 'two', 'seen: one']);
});

test('401, 403 and 404: nothing is recorded', async () => {
  api.addCaller('other', { scopes: new Set(['clients:read']) });
  expect((await api.get(`/v2/notes/${id}/seen`, as('nobody'))).status).toBe(401);
  expect(errorOf(await api.get(`/v2/notes/${id}/seen`, as('other')))).toEqual([403, 'permission_denied']);
  expect(errorOf(await api.get(`/v2/notes/${NOWHERE}/seen`))).toEqual([404, 'resource_not_found']);
  expect(api.texts()).toEqual(['one']);
});

test('the answer is sent while nothing can be written', async () => {
  const [pages] = api.db.query('pragma page_count').values().flat();
  api.db.run(`pragma max_page_count = ${Number(pages)}`);
  const long = await api.get(`/v2/notes/${id}/seen?times=2000`);
  expect([long.status, long.body]).toEqual([200, { text: 'one' }]);
  expect([api.texts(), api.faults]).toEqual([['one'], []]);
});

test('500 when the visit cannot be recorded for another reason', async () => {
  const broken = await api.addNote('broken');
  expect(errorOf(await api.get(`/v2/notes/${broken}/seen`))).toEqual([500, 'internal_error']);
  expect([api.texts(), api.faults.length]).toEqual([['one', 'broken'], 1]);
});
