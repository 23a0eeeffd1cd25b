import { expect, test } from 'bun:test';
import { hasOpposite } from '../../../../src/console/pages/clients/selected/meant.ts';

const named = { clientIds: ['0199a3c4-0000-7000-8000-000000000001'] };

test('a change of tags of clients who were named is undone where no one was so before', () => {
  expect(hasOpposite(named, { changed: 1, unchanged: 0 })).toBe(true);
  expect(hasOpposite(named, { changed: 1, unchanged: 1 })).toBe(false);
  expect(hasOpposite(named, { changed: 0, unchanged: 0 })).toBe(false);
});

test('one of all whom filters find is not: the list may have others by then', () => {
  expect(hasOpposite({ filters: { tag: 'vip' } }, { changed: 1, unchanged: 0 })).toBe(false);
});
