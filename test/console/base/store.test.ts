import { describe, expect, test } from 'bun:test';
import { makeSource, makeStore } from '../../../src/console/base/store.ts';

describe('a store', () => {
  test('tells each listener of a change, until it stops listening', () => {
    const store = makeStore(1);
    const heard: string[] = [];
    const endFirst = store.subscribe(() => heard.push(`first ${store.get()}`));
    const endSecond = store.subscribe(() => heard.push(`second ${store.get()}`));
    store.set(2);
    endFirst();
    store.set(3);
    endSecond();
    store.set(4);
    expect([heard, store.get()]).toEqual([['first 2', 'second 2', 'second 3'], 4]);
  });

  test('watches from the first listener to the last one, and again after that', () => {
    const seen: string[] = [];
    const store = makeStore('', () => {
      seen.push('begin');
      return () => void seen.push('end');
    });
    const ends = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
    expect(seen).toEqual(['begin']);
    ends[0]?.();
    // What has ended once has ended.
    ends[0]?.();
    expect(seen).toEqual(['begin']);
    ends[1]?.();
    store.subscribe(() => undefined)();
    expect(seen).toEqual(['begin', 'end', 'begin', 'end']);
  });
});

test('what is kept elsewhere says itself when it has changed', () => {
  let changedElsewhere = (): void => undefined;
  const source = makeSource(
    () => 'kept',
    (changed) => {
      changedElsewhere = changed;
      return () => undefined;
    },
  );
  let count = 0;
  const end = source.subscribe(() => (count += 1));
  changedElsewhere();
  source.changed();
  end();
  changedElsewhere();
  expect(count).toBe(2);
});
