import { describe, expect, test } from 'bun:test';
import { KeyedConcurrency, TooManyWaiting } from '../../src/kernel/concurrency.ts';

/** Tasks that the test ends, and the names of those that began. */
const open = () => {
  const concurrency = new KeyedConcurrency(1);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, options = {}) =>
    concurrency.run(
      'key',
      () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      options,
    );
  return { began, run, end: (name: string) => ends.get(name)?.() };
};

describe('tasks of one key', () => {
  test('wait in their order, and at most as many as may', async () => {
    const { began, run, end } = open();
    const all = [run('a'), run('b', { most: 2 }), run('c', { most: 2 })];
    expect(run('d', { most: 2 })).rejects.toBeInstanceOf(TooManyWaiting);
    for (const name of ['a', 'b', 'c']) {
      await Bun.sleep(0);
      end(name);
    }
    await Promise.all(all);
    expect(began).toEqual(['a', 'b', 'c']);
  });

  test('do not run once nobody wants them any more, and leave room for the next', async () => {
    const { began, run, end } = open();
    const first = run('a');
    const leaving = new AbortController();
    const left = run('b', { signal: leaving.signal, most: 1 });
    leaving.abort(new Error('gone'));
    expect(left).rejects.toThrow('gone');
    await left.catch(() => {});
    const next = run('c', { most: 1 });
    end('a');
    await first;
    await Bun.sleep(0);
    end('c');
    await next;
    expect(began).toEqual(['a', 'c']);
    const gone = AbortSignal.abort(new Error('gone before'));
    const busy = run('d');
    expect(run('e', { signal: gone })).rejects.toThrow('gone before');
    end('d');
    await busy;
  });
});
