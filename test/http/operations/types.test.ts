import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../src/database/database.ts';
import type { Store } from '../../../src/database/store.ts';
import { businessOperations, memberOperations, publicOperations } from '../../../src/http/operations/declare.ts';
import type { Caller } from '../../../src/kernel/caller.ts';
import { conflict } from '../../../src/kernel/problem.ts';
import { object, shape } from '../../../src/kernel/schemas.ts';
import { Note, notePage, openOperations, SITE } from './set-up.ts';

// The promises of declarations that the compiler keeps: `tsc` fails when a line below an `@ts-expect-error` compiles.
// What is declared here is mounted at the end, and little of it is called.

const response = shape('Said', { said: Type.String() });
const summary = 'Say';
const body = object({ text: Type.String() });
const staff = 'content:manage' as const;
const pieces = ['a'].values();
const said = () => ({ said: 'yes' });
const brand = { summary, response, staff, sites: 'brand' } as const;

const access = businessOperations({ tag: 'Access' }, 'manage', ({ read, write, list, sendFile }) => [
  // @ts-expect-error a business operation without a rule for staff
  read('GET /manage/a1', 'a1', { summary, response, sites: 'brand' }, said),
  // @ts-expect-error a business operation without a record and without a rule for sites
  read('GET /manage/a2', 'a2', { summary, response, staff }, said),
  // @ts-expect-error the same for a write
  write('POST /manage/a3', 'a3', { summary, response, staff }, said),
  // @ts-expect-error the rule for sites is about a record, and there is none
  read('GET /manage/a4', 'a4', { ...brand, sites: 'record' }, said),
  // @ts-expect-error both a record and a rule for what a request names
  read('GET /manage/a5/:id', 'a5', { ...brand, sites: 'named', on: Note }, said),
  // @ts-expect-error no such permission
  read('GET /manage/a6', 'a6', { ...brand, staff: 'content:own' }, said),
  // @ts-expect-error no such permission for their own records
  read('GET /manage/a7', 'a7', { ...brand, staff: [staff, { permission: 'content:own', isOwn: () => true }] }, said),
  // @ts-expect-error no such scope
  read('GET /manage/a8', 'a8', { ...brand, scope: 'content:own' }, said),
  // @ts-expect-error a list without a rule for staff
  list('GET /manage/a9', 'a9', { summary, response }, (tx, { page }) => ({ page: notePage(tx, page, {}), view: said })),
  // @ts-expect-error a file has no record whose sites would restrict it
  sendFile('GET /manage/a10/:id', 'a10', { summary, staff, on: Note }, () => ({
    name: 'a',
    format: 'csv',
    pieces,
  })),
  read('GET /manage/a11', 'a11', brand, said),
]);

// @ts-expect-error no such family of scopes
const family = businessOperations({ tag: 'Family' }, 'contents', () => []);

const others = [
  ...memberOperations(({ read, write }) => [
    // @ts-expect-error a member operation has no rule for staff
    read('GET /v2/member/m1', 'm1', { summary, response, staff }, said),
    read('GET /v2/member/m2', 'm2', { summary, response }, (_, { caller }) => ({ said: caller.clientId })),
    write('POST /v2/member/m3', 'm3', { summary, body, response }, (_, call) => ({ said: call.body.text })),
  ]),
  ...publicOperations({ tag: 'Public' }, ({ read }) => [
    // @ts-expect-error a public operation has no caller
    read('GET /public/p1', 'p1', { summary, response }, (_, { caller }) => ({ said: caller.credentialId })),
  ]),
  ...businessOperations({ tag: 'Calls' }, 'manage', ({ read, write }) => [
    // @ts-expect-error a business operation has no client
    read('GET /manage/c1', 'c1', brand, (_, { caller }) => ({ said: caller.clientId.length })),
    read('GET /manage/c2/:id', 'c2', { summary, response, staff, on: Note }, (_, { record }) => ({
      // @ts-expect-error the record is a note
      said: record.title,
    })),
    // @ts-expect-error without `on` there is no record
    read('GET /manage/c3/:id', 'c3', brand, (_, { record }) => ({ said: record.text })),
    // @ts-expect-error the body has no such field
    write('POST /manage/c4', 'c4', { ...brand, body }, (_, call) => ({ said: call.body.title })),
    // @ts-expect-error a read takes no body
    read('GET /manage/c5', 'c5', { ...brand, body }, said),
    // @ts-expect-error a read is a GET
    read('POST /manage/c6', 'c6', brand, said),
    // @ts-expect-error a write is no GET
    write('GET /manage/c7', 'c7', brand, said),
    // @ts-expect-error an asynchronous write would be committed before it has finished
    write('POST /manage/c8', 'c8', brand, async () => said()),
    // @ts-expect-error an asynchronous read would be answered as a promise
    read('GET /manage/c10', 'c10', brand, async () => said()),
    // @ts-expect-error an error is thrown, not answered
    write('POST /manage/c9', 'c9', brand, () => undefined),
  ]),
];

const flows = businessOperations({ tag: 'Flows' }, 'manage', ({ flow }) => [
  // @ts-expect-error a flow that does not conclude
  flow('POST /manage/f1', 'f1', brand, async () => ({ said: 'yes' })),
  // @ts-expect-error a flow that concludes on one of its ways only
  flow('POST /manage/f2', 'f2', { ...brand, body }, async (call, conclude) => {
    if (call.body.text === '') return undefined;
    return conclude(said);
  }),
  // @ts-expect-error a conclusion that answers nothing
  flow('POST /manage/f3', 'f3', brand, (_, conclude) => conclude(() => undefined)),
  // @ts-expect-error an asynchronous conclusion would be committed before it has finished
  flow('POST /manage/f6', 'f6', brand, (_, conclude) => conclude(async () => said())),
  flow('POST /manage/f4', 'f4', brand, (_, conclude) => conclude(said)),
  flow('POST /manage/f5', 'f5', brand, async () => Promise.reject(conflict('in_use', 'In use.'))),
]);

/** Never called: its lines are only compiled. */
const writes = (store: Store, tx: Tx, caller: Caller) => {
  // @ts-expect-error an asynchronous write would be committed before it has finished
  void store.write(async () => 1);
  // @ts-expect-error the same, written as a promise
  void store.write(() => Promise.resolve(1));
  // @ts-expect-error no such event
  tx.raise('site.painted', SITE, {});
  // @ts-expect-error a payload with a wrong field
  tx.raise('client.archived', SITE, { clientIds: [] });
  // @ts-expect-error a payload with a wrong word
  tx.raise('client.created', SITE, { clientId: SITE, status: 'active', homeLocationId: SITE });
  // @ts-expect-error callers do not change
  caller.siteIds = null;
  tx.raise('client.created', SITE, { clientId: SITE, status: 'ACTIVE', homeLocationId: SITE });
  return store.write(() => 1);
};

describe('what is declared', () => {
  const declared = [...access, ...family, ...others, ...flows];

  test('has its scope by its method, and its rule for sites by its kind', () => {
    const ruleOf = (id: string) => {
      const { scope, sites, isExtension, method } = declared.find((operation) => operation.id === id) ?? {};
      return [scope, sites, isExtension, method] as unknown[];
    };
    expect(ruleOf('a11')).toEqual(['manage', 'brand', true, 'GET']);
    expect(ruleOf('a9')).toEqual(['manage', 'filtered', true, 'GET']);
    expect(ruleOf('c2')).toEqual(['manage', 'record', true, 'GET']);
    expect(ruleOf('m3')).toEqual(['members:act', 'own', false, 'POST']);
    expect(ruleOf('p1')).toEqual([undefined, 'brand', false, 'GET']);
    const [read, write] = businessOperations({ tag: 'Notes' }, 'content', (make) => [
      make.read('GET /v2/n1', 'n1', brand, said),
      make.write('PATCH /v2/n1', 'n2', brand, said),
    ]);
    expect([read?.scope, write?.scope]).toEqual(['content:read', 'content:write']);
  });

  test('is refused without a method, even where it is not compiled', () => {
    const send = () =>
      businessOperations({ tag: 'Calls' }, 'manage', ({ write }) => [
        // @ts-expect-error no such method
        write('SEND /manage/c8', 'c8', brand, said),
      ]);
    expect(send).toThrow("the route 'SEND /manage/c8' has no method");
  });

  test('can be called, and an asynchronous write is refused', async () => {
    const api = openOperations(() => declared, { mode: 'serve' });
    expect((await api.get('/manage/a11')).body).toEqual({ said: 'yes' });
    expect((await api.post('/manage/f4')).body).toEqual({ said: 'yes' });
    expect((await api.post('/manage/f5')).status).toBe(409);
    expect((await api.post('/manage/c8')).status).toBe(500);
    expect(String(api.faults)).toContain('synchronous');
    expect(writes).toBeFunction();
  });
});
