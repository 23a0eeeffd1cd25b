// What the forms of keys and OAuth clients send.
import { expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { clientFields, keyFields, keyOf } from '../../../../src/console/parts/integrations/credential-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const start = { ...keyFields.startOf(studio), name: 'Website' };

test('a key ends when the day after its last one begins at the studio', () => {
  const draft = { ...start, scopes: ['clients:read'], until: '2026-03-28' };
  expect(keyFields.bodyOf(draft, studio)).toEqual({
    name: 'Website',
    scopes: ['clients:read'],
    siteIds: null,
    tier: 'basic',
    expiresAt: '2026-03-28T23:00:00.000Z',
  });
});

test('a key for a website has its addresses, and no rights or sites', () => {
  const draft = { ...start, kind: 'publishable', origins: 'https://a.example\n https://b.example ' } as const;
  const origins = ['https://a.example', 'https://b.example'];
  expect(keyFields.problemsOf(draft)).toEqual({});
  expect<object>(keyFields.bodyOf(draft, studio)).toEqual({
    name: 'Website',
    kind: 'publishable',
    origins,
    tier: 'basic',
    expiresAt: null,
  });
  expect(keyFields.problemsOf({ ...draft, origins: ' ' })).toEqual({ origins: 'integrations.originsMissing' });
});

test('a key of a person of some sites is restricted to those', () => {
  const own = { ...studio, ownSites: ['a'] };
  expect(keyFields.bodyOf({ ...keyFields.startOf(own), scopes: ['clients:read'] }, own)).toMatchObject({
    siteIds: ['a'],
  });
});

test('a key acts for the person who makes it, unless that is an owner', () => {
  const body = { name: 'Website' };
  expect(keyOf(body, { id: 'max', role: 'manager' })).toEqual({ name: 'Website', staffId: 'max' });
  expect(keyOf(body, { id: 'ada', role: 'owner' })).toEqual(body);
});

test('rights and sites that are to be chosen are missing', () => {
  expect(keyFields.problemsOf({ ...start, name: '', siteScope: 'selected' })).toEqual({
    name: 'integrations.nameMissing',
    scopes: 'integrations.scopesMissing',
    siteIds: 'integrations.whereMissing',
  });
  expect(keyFields.problemsOf({ ...start, scopeOf: 'all' })).toEqual({});
});

test('a client is sent without what only keys have, and a change sends what has changed', () => {
  const client = { name: 'Books', scopes: ['*'], siteIds: ['b', 'a'], tier: 'pro' } as Schemas['OAuthClient'];
  const held = clientFields.valuesOf(client, studio);
  expect(clientFields.bodyOf(held, studio)).toEqual({ ...client, siteIds: ['a', 'b'] });
  const some = { ...held, scopeOf: 'some', scopes: ['payments:read'] } as const;
  expect(clientFields.patchOf(some, ['scopeOf', 'scopes'], studio)).toEqual({ scopes: ['payments:read'] });
  expect(clientFields.patchOf({ ...held, siteScope: 'all' }, ['siteScope'], studio)).toEqual({ siteIds: null });
});
