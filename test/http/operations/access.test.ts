import { beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import {
  businessOperations,
  memberOperations,
  publicOperations,
  readerOperations,
} from '../../../src/http/operations/declare.ts';
import { clientIdOf, type MemberCaller } from '../../../src/kernel/caller.ts';
import { notFound } from '../../../src/kernel/problem.ts';
import { object, optional, shape } from '../../../src/kernel/schemas.ts';
import { forEachTest } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { as, NOWHERE, Note, notePage, OTHER_SITE, openOperations, SITE } from './set-up.ts';

const Said = shape('Said', { said: Type.String() });
const listSpec = { summary: 'List', response: Note.list };

/** The note of the path, if it belongs to the member. */
const ownNote = {
  find(read: Parameters<typeof Note.find>[0], { clientId }: MemberCaller, id: string) {
    const row = Note.rows.find(read, id);
    if (row?.ownerId !== clientId) throw notFound('note', id);
    return row;
  },
};

const declare = () => [
  ...businessOperations({ tag: 'Notes' }, 'content', ({ list, read, write }) => [
    list('GET /v2/notes', 'listNotes', { ...listSpec, staff: 'content:manage' }, (read, { caller, page }) => ({
      page: notePage(read, page, {}, caller.siteIds),
      view: Note.view,
    })),
    read(
      'GET /v2/notes/:id',
      'readNote',
      {
        summary: 'Read',
        on: Note,
        response: Note.schema,
        query: object({ as: optional(Type.String()) }),
        staff: [
          'content:manage',
          {
            permission: 'clients:read_own_rosters',
            isOwn: ({ read, actor, id, query }) =>
              query.get('as') === actor.staffId || Note.rows.find(read, id)?.ownerId === actor.staffId,
          },
        ],
      },
      (_read, { record }) => Note.view(record),
    ),
    write(
      'DELETE /v2/notes/:id',
      'deleteNote',
      { summary: 'Delete', on: Note, response: Said, staff: 'content:manage', scope: 'bookings:waive_penalty' },
      (_tx, { record }) => ({ said: record.text }),
    ),
    write('POST /v2/notes', 'say', { summary: 'Say', response: Said, staff: 'content:manage', sites: 'brand' }, () => ({
      said: 'yes',
    })),
  ]),
  ...businessOperations({ tag: 'Other' }, 'manage', ({ read }) => [
    read(
      'GET /manage/other',
      'other',
      { summary: 'Other', response: Said, staff: 'staff:read', sites: 'brand' },
      () => ({
        said: 'other',
      }),
    ),
  ]),
  ...memberOperations(({ read }) => [
    read('GET /v2/member/me', 'me', { summary: 'Me', response: Said }, (_read, { caller }) => ({
      said: `${caller.clientId} at ${caller.siteId}`,
    })),
    read(
      'GET /v2/member/notes/:id',
      'ownNote',
      { summary: 'Own', on: ownNote, response: Note.schema },
      (_, { record }) => Note.view(record),
    ),
  ]),
  ...readerOperations({ tag: 'Shared' }, 'content', ({ list, read }) => [
    list('GET /v2/shared', 'listShared', { ...listSpec, staff: 'content:manage' }, (read, { caller, page }) => ({
      page: notePage(read, page, {}, caller.siteIds),
      view: Note.view,
    })),
    read(
      'GET /v2/shared/who',
      'whoReads',
      { summary: 'Who', response: Said, staff: 'content:manage', sites: 'brand' },
      (_read, { caller }) => ({ said: String(clientIdOf(caller)) }),
    ),
  ]),
  ...publicOperations({ tag: 'Open' }, ({ read }) => [
    read('GET /public/hello', 'hello', { summary: 'Hello', response: Said }, (_read, { caller }) => ({
      said: caller.kind,
    })),
  ]),
];

let id: string;
const api = forEachTest(() => openOperations(declare));
beforeEach(async () => {
  id = await api.addNote('Here');
});

/** The statuses of an operation for each caller. */
const statuses = async (method: string, path: string, keys: readonly string[]): Promise<Record<string, number>> => {
  const answers = keys.map(async (key) => [key, (await api.send(method, path, undefined, as(key))).status] as const);
  return Object.fromEntries(await Promise.all(answers));
};

describe('the scope', () => {
  beforeEach(() => {
    for (const scope of ['content:read', 'content:write', 'manage', 'bookings:waive_penalty', 'clients:write', '*']) {
      api.addCaller(scope, { scopes: new Set([scope]) });
    }
    api.addCaller('none', { scopes: new Set() });
  });
  const keys = ['content:read', 'content:write', 'manage', 'bookings:waive_penalty', 'clients:write', '*', 'none'];
  const onlyFor = (...allowed: string[]) =>
    Object.fromEntries(keys.map((key) => [key, allowed.includes(key) ? 200 : 403]));

  test('403 without the one of the family: to read for GET, to write for the rest', async () => {
    expect(await statuses('GET', '/v2/notes', keys)).toEqual(onlyFor('content:read', 'content:write', '*'));
    expect(await statuses('POST', '/v2/notes', keys)).toEqual(onlyFor('content:write', '*'));
    expect(await statuses('GET', '/manage/other', keys)).toEqual(onlyFor('manage', '*'));
    const refused = await api.post('/v2/notes', {}, as('content:read'));
    expect(refused.body.error.message).toContain("'content:write'");
  });

  test('403 without the one that the operation names instead', async () => {
    expect(await statuses('DELETE', `/v2/notes/${id}`, keys)).toEqual(onlyFor('bookings:waive_penalty', '*'));
  });

  test('a public operation needs none, and has no caller', async () => {
    expect((await api.get('/public/hello', as('nobody'))).body).toEqual({ said: 'public' });
    expect(errorOf(await api.get('/v2/notes', as('nobody')))).toEqual([401, 'credential_missing']);
  });
});

describe('a staff member', () => {
  const permit = (staffId: string, ...permissions: string[]) =>
    api.addCaller(staffId, { actor: { staffId, isOwner: false, permissions: new Set(permissions) } });

  test('403 without the permission, named; with it no more than the scopes allow', async () => {
    permit('ann');
    const refused = await api.get('/v2/notes', as('ann'));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
    expect(refused.body.error.message).toContain("'content:manage'");
    permit('ann', 'content:manage');
    expect((await api.get('/v2/notes', as('ann'))).status).toBe(200);
    const scopes = { scopes: new Set(['content:read']) };
    api.addCaller('eve', {
      ...scopes,
      actor: { staffId: 'eve', isOwner: true, permissions: new Set(['content:manage']) },
    });
    expect(await statuses('POST', '/v2/notes', ['ann', 'eve'])).toEqual({ ann: 200, eve: 403 });
  });

  test('200 with the lesser permission for their own record, by the path or by the query', async () => {
    permit('ann', 'clients:read_own_rosters');
    permit('bob');
    const own = await api.addNote('Own', { ownerId: 'ann' });
    expect(await statuses('GET', `/v2/notes/${own}`, ['ann', 'bob'])).toEqual({ ann: 200, bob: 403 });
    expect(await statuses('GET', `/v2/notes/${own.toUpperCase()}`, ['ann', 'bob'])).toEqual({ ann: 200, bob: 403 });
    expect(await statuses('GET', `/v2/notes/${id}`, ['ann', 'bob'])).toEqual({ ann: 403, bob: 403 });
    expect(await statuses('GET', `/v2/notes/${id}?as=ann`, ['ann', 'bob'])).toEqual({ ann: 200, bob: 403 });
    const refused = await api.get(`/v2/notes/${id}`, as('ann'));
    expect(refused.body.error.message).toContain("'content:manage'");
  });

  test('403 on paths without a rule for staff, known or not', async () => {
    permit('ann', 'content:manage');
    for (const path of ['/v2/member/me', '/v2/nowhere']) {
      expect(errorOf(await api.get(path, { ...as('ann'), 'x-client-id': 'cy' }))).toEqual([403, 'permission_denied']);
    }
  });
});

describe('a caller of some sites', () => {
  beforeEach(() => api.addCaller('north', { siteIds: [OTHER_SITE] }));

  test('404 for a record of another site, as for one that is not there', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answers = [await api.send(method, `/v2/notes/${id}`, undefined, as('north'))];
      answers.push(await api.send(method, `/v2/notes/${NOWHERE}`, undefined, as('all')));
      expect(answers.map(errorOf)).toEqual([
        [404, 'resource_not_found'],
        [404, 'resource_not_found'],
      ]);
    }
    const there = await api.addNote('There', { siteId: OTHER_SITE });
    expect((await api.get(`/v2/notes/${there}`, as('north'))).status).toBe(200);
    expect((await api.get('/v2/notes', as('north'))).body.data.map((note: Note) => note.id)).toEqual([there]);
  });
});

describe('a member operation', () => {
  test('has the client and the site of the request', async () => {
    api.addMember('cy');
    expect((await api.get('/v2/member/me', as('cy'))).body.said).toBe(`cy at ${SITE}`);
    const other = await api.get('/v2/member/me', { 'x-client-id': 'dee', 'x-site-id': OTHER_SITE });
    expect(other.body.said).toBe(`dee at ${OTHER_SITE}`);
  });

  test('400 for a business that names no client, 403 without the scope members:act or the site', async () => {
    expect(errorOf(await api.get('/v2/member/me'))).toEqual([400, 'client_required']);
    api.addCaller('reader', { scopes: new Set(['clients:write']) });
    expect(errorOf(await api.get('/v2/member/me', { ...as('reader'), 'x-client-id': 'cy' }))).toEqual([
      403,
      'permission_denied',
    ]);
    expect(errorOf(await api.get('/v2/member/me', { 'x-client-id': 'cy', 'x-site-id': NOWHERE }))).toEqual([
      403,
      'site_not_allowed',
    ]);
  });

  test('404 for a record of another member', async () => {
    const own = await api.addNote('Own', { ownerId: 'cy' });
    expect((await api.get(`/v2/member/notes/${own}`, { 'x-client-id': 'cy' })).body.text).toBe('Own');
    expect(errorOf(await api.get(`/v2/member/notes/${own}`, { 'x-client-id': 'dee' }))).toEqual([
      404,
      'resource_not_found',
    ]);
  });
});

describe('an operation that members and business credentials read', () => {
  const acting = { 'x-client-id': 'cy' };
  const said = async (key: string, headers = {}) => {
    const { status, body } = await api.get('/v2/shared/who', { ...as(key), ...headers });
    return status === 200 ? body.said : [status, body.error.code];
  };

  test('takes a business credential with the scope to read, or one that acts for a client', async () => {
    for (const scope of ['content:read', 'members:act']) api.addCaller(scope, { scopes: new Set([scope]) });
    expect(await said('content:read')).toBe('undefined');
    expect(await said('members:act')).toEqual([403, 'permission_denied']);
    expect(await said('members:act', acting)).toBe('cy');
    expect(await said('content:read', acting)).toEqual([403, 'permission_denied']);
  });

  test('takes a staff member with the permission, who cannot act for a client', async () => {
    api.addCaller('ann', { actor: { staffId: 'ann', isOwner: false, permissions: new Set(['content:manage']) } });
    api.addCaller('bob', { actor: { staffId: 'bob', isOwner: false, permissions: new Set() } });
    expect(await said('ann')).toBe('undefined');
    expect(await said('bob')).toEqual([403, 'permission_denied']);
    expect(await said('ann', acting)).toEqual([403, 'permission_denied']);
  });

  test('takes a member, who reads the records of their home site only', async () => {
    api.addMember('cy');
    await api.addNote('There', { siteId: OTHER_SITE });
    expect(await said('cy')).toBe('cy');
    const texts = async (headers: Record<string, string>) =>
      (await api.get('/v2/shared', headers)).body.data.map((note: Note) => note.text).sort();
    expect(await texts(as('cy'))).toEqual(['Here']);
    expect(await texts(acting)).toEqual(['Here']);
    expect(await texts({})).toEqual(['Here', 'There']);
  });
});
