import { expect, test } from 'bun:test';
import { coversPerson } from '../../src/console/pages/staff/covers.ts';

const holder = (fields: object) => ({
  id: 'you',
  role: 'manager',
  permissions: ['clients:read'],
  siteIds: [] as string[],
  ...fields,
});
const me = (fields: object) => holder({ id: 'me', ...fields });

test('whoever may do all that a person may decides who signs in as that person', () => {
  const manager = me({ permissions: ['clients:read', 'sites:write'] });
  expect(coversPerson(manager, holder({}))).toBe(true);
  expect(coversPerson(manager, holder({ permissions: ['integrations:manage'] }))).toBe(false);
  expect(coversPerson(manager, holder({ role: 'owner', permissions: [] }))).toBe(false);
  expect(coversPerson(me({ role: 'owner' }), holder({ role: 'owner', permissions: ['sites:write'] }))).toBe(true);
  expect(coversPerson(manager, me({ permissions: ['integrations:manage'] }))).toBe(true);
});

test('and only where they work themselves', () => {
  const west = me({ siteIds: ['west'] });
  expect(coversPerson(west, holder({ siteIds: ['west'] }))).toBe(true);
  expect(coversPerson(west, holder({ siteIds: ['west', 'main'] }))).toBe(false);
  expect(coversPerson(west, holder({ siteIds: [] }))).toBe(false);
});
