import { beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { type Expansion, loadWith } from '../../../src/http/expansions.ts';
import { WithStatus } from '../../../src/http/operations/call.ts';
import { businessOperations } from '../../../src/http/operations/declare.ts';
import { conflict } from '../../../src/kernel/problem.ts';
import { listOf, object, oneOf, optional, shape } from '../../../src/kernel/schemas.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { as, NOWHERE, Note, notePage, type Opened, OTHER_SITE, openOperations } from './set-up.ts';

const AnyNote = Type.Object({}, { title: 'AnyNote' });
const Path = shape('Path', { id: Type.String(), params: Type.Record(Type.String(), Type.String()) });
const access = { staff: 'content:manage' } as const;

const declare = () =>
  businessOperations({ tag: 'Notes' }, 'content', ({ list, read }) => [
    list(
      'GET /v2/notes',
      'listNotes',
      {
        ...access,
        summary: 'List',
        response: listOf(AnyNote),
        expands: 'note',
        filters: { mood: optional(oneOf('calm', 'busy')) },
      },
      (read, { caller, page }) => ({ page: notePage(read, page, {}, caller.siteIds), view: Note.view }),
    ),
    list(
      'GET /v2/notes/:id/parts/:partId/notes',
      'listParts',
      { ...access, summary: 'List', on: Note, response: Note.list, paging: 'cursor' },
      (read, { page }) => ({ page: notePage(read, page, {}), view: Note.view }),
    ),
    read(
      'GET /v2/notes/:id',
      'readNote',
      { ...access, summary: 'Read', on: Note, response: AnyNote, expands: () => ({ twin: twin(1) }) },
      (_read, { record }) => Note.view(record),
    ),
    read(
      'GET /v2/notes/:id/parts/:partId',
      'readPart',
      { ...access, summary: 'Path', on: Note, response: Path, query: object({ count: optional(Type.Integer()) }) },
      (_read, { id, params }) => ({ id, params }),
    ),
    read('GET /v2/wrong', 'wrong', { ...access, sites: 'brand', summary: 'Wrong', response: Path }, () => ({ id: 1 })),
    read(
      'GET /v2/created',
      'created',
      { ...access, sites: 'brand', summary: 'Either', response: Path, alsoResponds: { 203: object({}) } },
      () => new WithStatus(203, {}),
    ),
    read(
      'GET /v2/undeclared',
      'undeclared',
      { ...access, sites: 'brand', summary: 'Sets', response: object({}) },
      () => new WithStatus(203, {}),
    ),
    read('GET /v2/throws', 'throws', { ...access, sites: 'brand', summary: 'Throws', response: Path }, () => {
      throw new Error('secret detail');
    }),
    read(
      'GET /v2/refuses',
      'refuses',
      { staff: 'clients:read', scope: 'clients:read', sites: 'brand', summary: 'Refuses', response: Path },
      () => {
        throw conflict('in_use', 'In use.', [{ param: 'id', code: 'in_use', message: 'In use.' }]);
      },
    ),
  ]);

/** How often the notes of an expansion were loaded. */
let loads = 0;
/** A note has as its twin the note whose id is its `ownerId`, some levels deep. */
const twin = (levels: number): Expansion => {
  const load = loadWith<Note>(Note.rows.findAll, Note.canAccess, () => Note.view);
  return {
    from: 'ownerId',
    readBy: ['readNote'],
    load: (...call: Parameters<typeof load>) => {
      loads += 1;
      return load(...call);
    },
    ...(levels > 1 ? { within: { twin: twin(levels - 1) } } : {}),
  };
};

let api: Opened;
let ids: string[];
beforeEach(async () => {
  api = openOperations(declare, {
    expansions: { note: { twin: twin(9), hidden: { ...twin(1), readBy: ['refuses'] } } },
  });
  ids = [];
  for (const text of ['a', 'b', 'c', 'd', 'e']) ids.unshift(await api.addNote(text, { ownerId: ids[0] ?? null }));
  loads = 0;
});

const textsOf = (records: readonly Note[]): string => records.map(({ text }) => text).join('');

describe('a list', () => {
  test('200 in its envelope, ten at a time, with the cursors of the page', async () => {
    const { body } = await api.get('/v2/notes?limit=2');
    expect({ ...body, data: textsOf(body.data) }).toEqual({
      object: 'list',
      url: '/v2/notes',
      data: 'ed',
      hasMore: true,
      nextCursor: ids[1],
      previousCursor: null,
    });
    const next = (await api.get(`/v2/notes?limit=2&starting_after=${body.nextCursor}`)).body;
    expect([textsOf(next.data), next.previousCursor]).toEqual(['cb', ids[2]]);
    expect(textsOf((await api.get(`/v2/notes?ending_before=${ids[2]}`)).body.data)).toBe('ed');
    for (let count = 0; count < 6; count += 1) await api.addNote(`more ${count}`);
    expect((await api.get('/v2/notes')).body.data).toHaveLength(10);
  });

  test('200 with its URL and a single cursor, inside another record', async () => {
    const { body } = await api.get(`/v2/notes/${ids[0]}/parts/7/notes?limit=3&cursor=${ids[0]}`);
    expect([body.url, textsOf(body.data)]).toEqual([`/v2/notes/${ids[0]}/parts/7/notes`, 'dcb']);
    expect(errorOf(await api.get(`/v2/notes/${NOWHERE}/parts/7/notes`))).toEqual([404, 'resource_not_found']);
    const wrong = await api.get(`/v2/notes/${ids[0]}/parts/7/notes?cursor=${NOWHERE}`);
    expect(errorWithParam(wrong)).toEqual([400, 'cursor_invalid', 'cursor']);
  });

  test('400 for both cursors, a limit out of range and a filter or a word that it does not have', async () => {
    const paramOf = async (query: string) => errorWithParam(await api.get(`/v2/notes?${query}`)).slice(1);
    expect(await paramOf(`starting_after=${ids[0]}&ending_before=${ids[1]}`)).toEqual([
      'parameter_invalid',
      'ending_before',
    ]);
    expect(await paramOf('limit=0')).toEqual(['parameter_invalid', 'limit']);
    expect(await paramOf('limit=ten')).toEqual(['parameter_invalid', 'limit']);
    expect(await paramOf('limit=1&limit=2')).toEqual(['parameter_invalid', 'limit']);
    expect(await paramOf('moot=calm')).toEqual(['parameter_unknown', 'moot']);
    expect(await paramOf('mood=sad')).toEqual(['parameter_invalid', 'mood']);
    expect(await paramOf(`starting_after=${NOWHERE}`)).toEqual(['cursor_invalid', 'starting_after']);
    const all = await api.get('/v2/notes?limit=0&moot=calm&mood=sad');
    expect(all.body.error.details.map(({ param }: { param: string }) => param).sort()).toEqual([
      'limit',
      'mood',
      'moot',
    ]);
  });
});

describe('expand[]', () => {
  test('200 with one query for each path, whatever the number of records', async () => {
    const { body } = await api.get('/v2/notes?expand[]=twin&expand[]=data.twin.twin');
    const chains = body.data.map((note: { twin: { text: string; twin: Note | null } | null }) => [
      note.twin?.text,
      note.twin?.twin?.text,
    ]);
    expect(chains.slice(0, 2)).toEqual([
      ['d', 'c'],
      ['c', 'b'],
    ]);
    expect(body.data.at(-1).twin).toBeNull();
    expect(loads).toBe(2);
    expect((await api.get(`/v2/notes/${ids[0]}?expand[]=twin`)).body.twin.text).toBe('d');
    expect((await api.get(`/v2/notes/${ids[0]}`)).body).not.toHaveProperty('twin');
  });

  test('200 null without a query where no record names one', async () => {
    expect((await api.get(`/v2/notes/${ids[4]}?expand[]=twin`)).body.twin).toBeNull();
    expect(loads).toBe(0);
  });

  test('400 a fourth level, an unknown path, which is suggested, and one on a list without any', async () => {
    const messageOf = async (path: string) => {
      const reply = await api.get(path);
      expect(errorWithParam(reply)).toEqual([400, 'parameter_invalid', 'expand[]']);
      return reply.body.error.message;
    };
    expect(await messageOf('/v2/notes?expand[]=twin.twin.twin.twin')).toContain('more than 3 levels');
    expect(await messageOf('/v2/notes?expand[]=twim')).toContain("Did you mean 'twin'?");
    expect(await messageOf('/v2/notes?expand[]=constructor')).toContain('You can expand: twin');
    expect(await messageOf(`/v2/notes/${ids[0]}?expand[]=twin.twin`)).toContain("'twin.twin' cannot be expanded.");
    const without = await api.get(`/v2/notes/${ids[0]}/parts/1?expand[]=twin`);
    expect(errorOf(without)).toEqual([400, 'parameter_unknown']);
  });
});

describe('expand[] of what another operation reads', () => {
  const actor = { staffId: 'ann', isOwner: false };
  beforeEach(() => {
    api.addCaller('reader', { scopes: new Set(['content:read']) });
    api.addCaller('both', { scopes: new Set(['content:read', 'clients:read']) });
    api.addCaller('ann', { actor: { ...actor, permissions: new Set(['content:manage']) } });
    api.addCaller('bob', { actor: { ...actor, permissions: new Set(['content:manage', 'clients:read']) } });
  });

  test.each([
    ['reader', 'clients:read'],
    ['ann', 'clients:read'],
  ])('403 for %s without %s, which it names, before anything is loaded', async (key, missing) => {
    const { status, body } = await api.get('/v2/notes?expand[]=hidden', as(key));
    expect([status, body.error.code, loads]).toEqual([403, 'permission_denied', 0]);
    expect(body.error.message).toContain(`'${missing}'`);
    expect((await api.get('/v2/notes?expand[]=twin', as(key))).status).toBe(200);
  });

  test.each(['both', 'bob'])('200 for %s with both', async (key) => {
    expect((await api.get('/v2/notes?expand[]=hidden', as(key))).body.data[0].hidden.text).toBe('d');
  });

  test('null for what is at another site', async () => {
    api.addCaller('north', { siteIds: [OTHER_SITE] });
    const there = await api.addNote('there', { siteId: OTHER_SITE, ownerId: ids[0] ?? null });
    expect((await api.get(`/v2/notes/${there}?expand[]=twin`, as('north'))).body.twin).toBeNull();
    expect((await api.get(`/v2/notes/${there}?expand[]=twin`)).body.twin.text).toBe('e');
  });
});

describe('a read', () => {
  test('200 with the first parameter as its id, and all of them, with their UUIDs in lower case', async () => {
    const [first, second] = ids as [string, string];
    const { body } = await api.get(`/v2/notes/${first.toUpperCase()}/parts/${second.toUpperCase()}`);
    expect(body).toEqual({ id: first, params: { id: first, partId: second } });
    const named = await api.get(`/v2/notes/${first}/parts/Part%201`);
    expect(named.body.params.partId).toBe('Part 1');
  });

  test('400 before 404, and 404 for an id that is no UUID', async () => {
    expect(errorWithParam(await api.get(`/v2/notes/${NOWHERE}/parts/1?count=x`))).toEqual([
      400,
      'parameter_invalid',
      'count',
    ]);
    expect(errorOf(await api.get(`/v2/notes/${NOWHERE}/parts/1?count=2`))).toEqual([404, 'resource_not_found']);
    expect(errorOf(await api.get('/v2/notes/x'))).toEqual([404, 'resource_not_found']);
  });

  test('is answered in the turn in which it came', () => {
    for (const path of ['/v2/notes', `/v2/notes/${ids[0]}`, '/v2/notes/x', '/v2/throws']) {
      expect(api.fetch('GET', path)).toBeInstanceOf(Response);
    }
  });

  test('that waits for writes is answered as any other, with what they have written', async () => {
    const paths = [`/v2/notes/${ids[0]}?expand[]=twin`, '/v2/notes/x', '/v2/throws', '/v2/refuses', '/v2/created'];
    const request = (path: string) => api.fetch('GET', path, undefined, { 'x-request-id': 'r1' });
    const partsOf = async (response: Response) => [response.status, [...response.headers], await response.json()];
    const before = await Promise.all(paths.map(async (path) => partsOf(await request(path))));
    await api.fallBehind('last');
    // A query that is refused waits for nothing.
    expect(request('/v2/notes?limit=0')).toBeInstanceOf(Response);
    const list = request('/v2/notes');
    const waiting = paths.map(request);
    for (const response of [list, ...waiting]) expect(response).toBeInstanceOf(Promise);
    expect(api.texts()).not.toContain('last');
    const { data } = (await (await list).json()) as { data: readonly Note[] };
    expect(data[0]?.text).toBe('last');
    expect(await Promise.all(waiting.map(async (response) => partsOf(await response)))).toEqual(before);
    expect(api.faults).toEqual([new Error('secret detail'), new Error('secret detail')]);
    expect(request('/v2/notes')).toBeInstanceOf(Response);
  });

  test('500 without any detail when its rule fails, and the error is reported', async () => {
    const { status, body } = await api.get('/v2/throws');
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('secret detail');
    expect(api.faults).toEqual([new Error('secret detail')]);
  });

  test('409 with the details and the request id of a refusal, which is not reported', async () => {
    const { status, body } = await api.get('/v2/refuses', { 'x-request-id': 'r1' });
    expect([status, body.error]).toMatchObject([
      409,
      {
        type: 'conflict_error',
        code: 'in_use',
        requestId: 'r1',
        docUrl: 'https://api.yoga.example/docs#error-in_use',
        details: [{ param: 'id' }],
      },
    ]);
    expect(api.faults).toEqual([]);
  });
});

describe('in the mode verify', () => {
  test('500 for an answer that is not declared', async () => {
    expect((await api.get('/v2/wrong')).status).toBe(500);
    expect(String(api.faults[0])).toContain('the response of wrong is invalid');
  });

  test('200 for the same answer in the mode serve', async () => {
    const served = openOperations(declare, { mode: 'serve' });
    expect((await served.get('/v2/wrong')).body).toEqual({ id: 1 });
    expect(served.faults).toEqual([]);
  });

  test('another status is checked against the shape of its own', async () => {
    const { status, body } = await api.get('/v2/created');
    expect([status, body]).toEqual([203, {}]);
  });

  test('500 for another status where none is declared', async () => {
    expect((await api.get('/v2/undeclared')).status).toBe(500);
    expect(String(api.faults[0])).toContain("returns the status 203, which its 'alsoResponds' lacks");
  });
});
