import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';

const LISTS = '/manage/client-lists';
const ERASED = ['client.archived', 'client.updated'];

const studio = forEachTest(openStudio);
let clientId: string;
beforeEach(async () => {
  const eve = { firstName: 'Evelyn', lastName: 'Moss', email: 'eve@example.com', phone: '+1 212 555 0107' };
  clientId = (await studio.given(studio.post('/v2/clients', eve))).id;
});

const save = async (name: string, filters: object): Promise<string> =>
  (await studio.given(studio.post(LISTS, { name, filters }))).id;

const listOf = async (id: string) => {
  const { name, filters } = (await studio.get(`${LISTS}/${id}`)).body;
  return { name, filters };
};

/** Whether the entries about a list say what was changed. */
const saying = (id: string): boolean[] =>
  studio.db
    .query<{ erasedAt: string | null; after: string | null; before: string | null }, [string]>(
      'select "erasedAt", "before", "after" from "auditLog" where "recordId" = ? order by "number"',
    )
    .all(id)
    .map(({ erasedAt, before, after }) => erasedAt === null && (before ?? after) !== null);

const erase = async () => {
  studio.events();
  expect((await studio.post(`/manage/clients/${clientId}/erase`)).status).toBe(200);
  expect(studio.events()).toEqual(ERASED);
};

describe('saved lists of clients that name a client who is erased', () => {
  test('200 by the email, the phone or the full name: the list stays without them', async () => {
    const named = await save('evelyn moss and friends', { tag: 'trial' });
    const found = await save('One', { search: 'Eve@Example.com', status: 'active' });
    const called = await save('Two', { search: '+1 212 555 0107' });
    await erase();
    expect([await listOf(named), await listOf(found), await listOf(called)]).toEqual([
      { name: '[erased] [erased] and friends', filters: { tag: 'trial' } },
      { name: 'One', filters: { search: '[erased]', status: 'active' } },
      { name: 'Two', filters: { search: '[erased]' } },
    ]);
    expect([named, found, called].map(saying)).toEqual([[false], [false], [false]]);
  });

  test('200 of lists that were changed or deleted, the audit log keeps who did it', async () => {
    const changed = await save('Away', { search: 'Moss Evelyn' });
    expect((await studio.patch(`${LISTS}/${changed}`, { filters: {} })).status).toBe(200);
    expect((await studio.patch(`${LISTS}/${changed}`, { name: 'Here' })).status).toBe(200);
    const deleted = await save('eve@example.com', {});
    expect((await studio.delete(`${LISTS}/${deleted}`)).status).toBe(200);
    expect([changed, deleted].map(saying)).toEqual([
      [true, true, true],
      [true, true],
    ]);
    await erase();
    expect([changed, deleted].map(saying)).toEqual([
      [false, false, true],
      [false, false],
    ]);
    expect(await listOf(changed)).toEqual({ name: 'Here', filters: {} });
  });

  test('200 lists with one of the names, or with the email of another client, stay as they are', async () => {
    const first = await save("Evelyn's class", { search: 'Evelyn' });
    const other = await save('Steve', { search: 'steve@example.com' });
    const before = [await listOf(first), await listOf(other)];
    await erase();
    expect([await listOf(first), await listOf(other)]).toEqual(before);
    expect([first, other].map(saying)).toEqual([[true], [true]]);
  });
});
