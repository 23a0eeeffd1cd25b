import { expect, test } from 'bun:test';
import { createPaths } from '../../src/app/paths.ts';
import { detachedApp } from '../../src/cli/verbs/openapi.ts';
import {
  businessOperations,
  memberOnlyOperations,
  memberOperations,
  readerOperations,
} from '../../src/http/operations/declare.ts';
import type { Operation } from '../../src/http/operations/operation.ts';
import type { PathAudience } from '../../src/kernel/path-audience.ts';

const { operations } = detachedApp();

const declared = ({ audience, scope }: Operation): PathAudience => {
  if (audience === 'member') return scope === undefined ? 'members alone' : 'members';
  return audience === 'reader' ? 'readers' : 'others';
};

test('a path has the audience that its operations declare, with and without a final slash', () => {
  const { audienceOf } = createPaths(operations, []);
  const wrong = operations.filter((operation) => {
    const path = operation.path.replace(/\/$/, '').replaceAll(/:\w+/g, 'one');
    return [path, `${path}/`].some((each) => audienceOf(each) !== declared(operation));
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test.each([
  ['/v2/member/nothing', 'members'],
  ['/v2/member/', 'members'],
  ['/v2/member//streaks', 'members'],
  ['/v2/member/streaks/nothing/at/all', 'members'],
  ['/v2/member', 'others'],
  ['/v2/members/nothing', 'others'],
  ['/public-api/v2/member/nothing', 'members alone'],
  ['/public-api/v2/member/bookings/one/nothing', 'members alone'],
  ['/public-api/v2/member/', 'members alone'],
  ['/public-api/v2/member', 'others'],
  ['/public-api/v2/nothing', 'others'],
  ['/v2/content/nothing', 'readers'],
  ['/v2/content/', 'readers'],
  ['/v2/content', 'others'],
  ['/manage/content/nothing', 'others'],
  ['/v2/', 'others'],
  ['/', 'others'],
  ['', 'others'],
  ['//v2/member/streaks', 'others'],
] as const)('%s, which is no operation, is for %s as what is beside it', (path, audience) => {
  expect(createPaths(operations, []).audienceOf(path)).toBe(audience);
});

const rule = () => ({});
const family = { tag: 'Guests' };

test('an operation at a new path is open to members where it says so, and its neighbours are not', () => {
  const added = [
    ...memberOperations(({ read }) => [read('GET /v2/guests/:id/visits', 'listVisits', { summary: 'Visits' }, rule)]),
    ...memberOnlyOperations(({ write }) => [write('POST /guests/own', 'addGuest', { summary: 'Add' }, rule)]),
    ...readerOperations(family, 'content', ({ read }) => [
      read('GET /v2/guests/rules', 'getRules', { summary: 'Rules', staff: 'content:manage', sites: 'brand' }, rule),
    ]),
    ...businessOperations(family, 'clients', ({ read, write }) => [
      read('GET /v2/guests/:id', 'getGuest', { summary: 'A guest', staff: 'clients:read', sites: 'brand' }, rule),
      write('POST /v2/guests/rules', 'setRules', { summary: 'Rules', staff: 'clients:write', sites: 'brand' }, rule),
    ]),
  ];
  const { audienceOf } = createPaths([...operations, ...added], []);
  expect(audienceOf('/v2/guests/one/visits')).toBe('members');
  expect(audienceOf('/guests/own')).toBe('members alone');
  expect(audienceOf('/v2/guests/one')).toBe('others');
  // Members read them, and the business sets them.
  expect(audienceOf('/v2/guests/rules')).toBe('readers');
  expect(audienceOf('/v2/guests')).toBe('others');
  expect(audienceOf('/v2/guests/one/nothing')).toBe('members');
  expect(audienceOf('/v2/clients/one/visits')).toBe('others');
});
