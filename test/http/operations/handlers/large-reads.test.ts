import { expect, test } from 'bun:test';
import { streamOf } from '../../../../src/http/operations/files.ts';
import { LargeReads } from '../../../../src/http/operations/handlers/large-reads.ts';
import { turn } from '../../../../src/kernel/slices.ts';

const open = () => {
  const made: string[] = [];
  const reads = new LargeReads<number>((characters) => characters);
  const ask = (who: string, characters: number) =>
    reads.run(
      who,
      (asked: number) => {
        made.push(who);
        return asked;
      },
      characters,
    );
  /** Who had lists made since the last call. */
  const madeNow = () => made.splice(0).join('');
  return { ask, madeNow };
};

test('large lists of one credential are made two in each turn, and hold up no other credential', async () => {
  const { ask, madeNow } = open();
  const asked = Array.from({ length: 7 }, () => ask('a', 3_500_000));
  ask('b', 3_500_000);
  ask('b', 1_000);
  expect(madeNow()).toBe('aabb');
  await turn();
  expect(madeNow()).toBe('aa');
  ask('b', 10);
  await turn();
  expect(madeNow()).toBe('baa');
  await turn();
  expect(madeNow()).toBe('a');
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 7 }, () => 3_500_000));
  // Nothing is under way any more.
  await turn();
  ask('a', 10);
  expect(madeNow()).toBe('a');
});

test('ordinary lists are made at once, however many come', () => {
  const { ask, madeNow } = open();
  for (let count = 0; count < 100; count += 1) expect(ask('a', 60_000)).toBe(60_000);
  expect(madeNow()).toBe('a'.repeat(100));
});

test('no large list is made while many responses are not sent, until a moment has passed', async () => {
  let unsent = 3;
  let waiting = 0;
  let isReading = false;
  let now = 0;
  const made: number[] = [];
  const reads = new LargeReads<number>(
    (characters) => characters,
    () => unsent + waiting,
    () => now,
  );
  const make = (number: number) => {
    made.push(number);
    if (number > 0) waiting -= 1;
    if (!isReading) unsent += 1;
    return 800_000;
  };
  const ask = (number: number) => {
    if (number > 0) waiting += 1;
    return reads.run('a', make, number);
  };
  const asked = Array.from({ length: 40 }, (_, number) => ask(number));
  // The three that were under way before do not count: they may be connections that stay open.
  for (let turns = 0; turns < 30; turns += 1) await turn();
  expect(made).toEqual(Array.from({ length: 8 }, (_, number) => number));
  unsent -= 6;
  await asked[10];
  expect(made).toHaveLength(11);
  // No client reads on: one list is made each time that the others have waited long enough.
  now += 100;
  await asked[11];
  expect(made).toHaveLength(12);
  isReading = true;
  unsent = 3;
  await Promise.all(asked);
  expect(made).toHaveLength(40);
});

test('a list that fails is answered with its error, and the next one is made', async () => {
  const reads = new LargeReads<number>(() => Number.POSITIVE_INFINITY);
  const fail = (): number => {
    throw new Error('no such cursor');
  };
  expect(reads.run('a', () => 1, undefined)).toBe(1);
  const [failed, next] = [reads.run('a', fail, undefined), reads.run('a', () => 2, undefined)];
  expect(async () => failed).toThrow('no such cursor');
  expect(await next).toBe(2);
});

test('of all files that are sent, four pieces are made in each turn', async () => {
  let made = 0;
  const pieces = function* () {
    for (let count = 0; count < 3; count += 1) {
      made += 1;
      yield 'piece';
    }
  };
  const readers = Array.from({ length: 10 }, () => streamOf(pieces()).getReader());
  const read = readers.map((reader) => reader.read());
  const perTurn: number[] = [];
  for (let turns = 0; turns < 4; turns += 1) {
    const before = made;
    await turn();
    perTurn.push(made - before);
  }
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(4);
  expect((await Promise.all(read)).length).toBe(10);
  await Promise.all(readers.map((reader) => reader.cancel()));
});
