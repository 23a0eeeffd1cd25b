import { expect, test } from 'bun:test';
import { BoundedMap } from '../../src/kernel/bounded-map.ts';

test('drops its oldest entries beyond the limit', () => {
  const map = new BoundedMap<number>(2);
  map.set('a', 1).set('b', 2).set('c', 3);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
});

test('replaces an entry without dropping another one', () => {
  const map = new BoundedMap<number>(2);
  map.set('a', 1).set('b', 2).set('b', 3);
  expect([...map]).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
});
