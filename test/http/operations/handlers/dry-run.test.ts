import { beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../../src/database/database.ts';
import type { Store } from '../../../../src/database/store.ts';
import { businessOperations } from '../../../../src/http/operations/declare.ts';
import { conflict } from '../../../../src/kernel/problem.ts';
import { object, shape } from '../../../../src/kernel/schemas.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { contentsOf } from '../../../helpers/unchanged.ts';
import { as, Note, openOperations, SITE, withKey } from '../set-up.ts';

const NotePreview = shape('NotePreview', () => ({
  object: Type.Literal('note_preview'),
  before: Type.String(),
  after: Type.String(),
  events: Type.Array(Type.String()),
}));
const Body = object({ text: Type.String({ minLength: 1 }) });
const access = { staff: 'content:manage', on: Note, body: Body, response: Note.schema } as const;
const textOf = (tx: Tx, id: string) => Note.rows.find(tx, id)?.text;
let outside = 0;

const change = (tx: Tx, id: string, text: string): void => {
  Note.rows.update(tx, id, { text });
  tx.raise('site.created', SITE, {});
  tx.beforeCommit(() => {
    outside += 1;
  });
  if (text === 'refuse') throw conflict('in_use', 'In use.');
};

const declare = (store: Store) =>
  businessOperations({ tag: 'Notes', audited: true, reads: 'getNote' }, 'content', ({ read, write, flow }) => [
    read(
      'GET /v2/notes/:id',
      'getNote',
      { staff: 'content:manage', on: Note, response: Note.schema, summary: 'Read' },
      (_, { record }) => Note.view(record),
    ),
    write(
      'PATCH /v2/notes/:id',
      'changeNote',
      {
        ...access,
        summary: 'Change',
        dryRun: {
          response: NotePreview,
          preview(tx, { id, record }, act) {
            const { response, events } = act();
            expect(response).toMatchObject({ id });
            const types = events.map(({ type }) => type);
            return { object: 'note_preview', before: record.text, after: String(textOf(tx, id)), events: types };
          },
        },
      },
      (tx, { id, body }) => {
        change(tx, id, body.text);
        return Note.view(Note.find(tx, { siteIds: null }, id));
      },
    ),
    flow(
      'POST /v2/notes/:id/parts',
      'changeInParts',
      {
        ...access,
        summary: 'Change in parts',
        dryRun: {
          response: NotePreview,
          async run({ id, record, body }, simulate) {
            const first = await simulate((tx, events) => {
              change(tx, id, `${body.text} 1`);
              return { text: String(textOf(tx, id)), events: events.length };
            });
            const second = await simulate((tx) => String(textOf(tx, id)));
            return {
              object: 'note_preview',
              before: record.text,
              after: first.text,
              events: [second, String(first.events)],
            };
          },
        },
      },
      async ({ id, body }, conclude) => {
        await store.write((tx) => change(tx, id, `${body.text} 1`));
        return conclude((tx) => Note.view(Note.find(tx, { siteIds: null }, id)));
      },
    ),
  ]);

let id: string;
const api = forEachTest(() => openOperations(declare));
beforeEach(async () => {
  outside = 0;
  id = await api.addNote('first');
});

describe('dry_run=true', () => {
  test('200 with what the rule would do, and changes, raises and audits nothing', async () => {
    const before = contentsOf(api.db);
    const { status, body, headers } = await api.send('PATCH', `/v2/notes/${id}?dry_run=true`, { text: 'second' });
    expect([status, body]).toEqual([
      200,
      { object: 'note_preview', before: 'first', after: 'second', events: ['site.created'] },
    ]);
    expect(headers.get('etag')).toBeNull();
    expect([contentsOf(api.db), outside]).toEqual([before, 0]);
    expect((await api.send('PATCH', `/v2/notes/${id}?dry_run=false`, { text: 'second' })).body.text).toBe('second');
    expect([api.texts(), api.events(), outside]).toEqual([['second'], ['site.created'], 1]);
  });

  test('200 of a flow, and each of its transactions is undone', async () => {
    const before = contentsOf(api.db);
    const { status, body } = await api.post(`/v2/notes/${id}/parts?dry_run=true`, { text: 'part' });
    expect([status, body]).toEqual([
      200,
      { object: 'note_preview', before: 'first', after: 'part 1', events: ['first', '1'] },
    ]);
    expect([contentsOf(api.db), outside]).toEqual([before, 0]);
  });

  test('leaves the requests alone that are committed with it', async () => {
    const sent = [
      api.send('PATCH', `/v2/notes/${id}`, { text: 'a' }),
      api.send('PATCH', `/v2/notes/${id}?dry_run=true`, { text: 'b' }),
      api.addNote('c'),
      api.send('PATCH', `/v2/notes/${id}?dry_run=true`, { text: 'c' }),
    ] as const;
    const [, b, , c] = await Promise.all(sent);
    expect([b.body.before, b.body.after, c.status]).toEqual(['a', 'b', 500]);
    expect([api.texts(), api.events()]).toEqual([['a', 'c'], ['site.created']]);
  });

  test('409, 404, 400 and 412 as the change itself, and no key stores any of them', async () => {
    const before = contentsOf(api.db);
    const patch = (path: string, body: object, headers = {}) => api.send('PATCH', `/v2/notes/${path}`, body, headers);
    expect((await patch(`${id}?dry_run=true`, { text: 'refuse' })).body.error.code).toBe('in_use');
    expect((await patch(`${SITE}?dry_run=true`, { text: 'a' })).status).toBe(404);
    expect((await patch(`${id}?dry_run=perhaps`, {})).body.error.details.length).toBe(2);
    expect((await patch(`${id}?dry_run=true`, { text: 'a' }, { 'if-match': '"old"' })).status).toBe(412);
    expect(contentsOf(api.db)).toEqual(before);
  });

  test('ignores the idempotency key, which the change may have afterwards', async () => {
    const send = (query: string) => api.post(`/v2/notes/${id}/parts${query}`, { text: 'part' }, withKey('k1'));
    for (const _ of [1, 2]) expect((await send('?dry_run=true')).headers.get('idempotency-replayed')).toBeNull();
    expect([(await send('')).status, api.texts()]).toEqual([200, ['part 1']]);
    expect((await send('')).headers.get('idempotency-replayed')).toBe('true');
    expect((await send('?dry_run=true')).body.object).toBe('note_preview');
  });

  test('403 for whoever may not make the change', async () => {
    api.addCaller('reader', { scopes: new Set(['content:read']) });
    const { status } = await api.send('PATCH', `/v2/notes/${id}?dry_run=true`, { text: 'a' }, as('reader'));
    expect(status).toBe(403);
  });
});
