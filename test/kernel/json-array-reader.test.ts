import { describe, expect, test } from 'bun:test';
import { JsonArrayReader, JsonError } from '../../src/kernel/json-array-reader.ts';

const read = (...pieces: string[]): unknown[] => {
  const items = new JsonArrayReader();
  const texts = pieces.flatMap((piece) => [...items.push(piece)]);
  items.end();
  return texts.map(({ text }) => JSON.parse(text));
};

const lists: readonly unknown[][] = [
  [],
  [{}],
  [{ a: 1 }, { b: [1, 2, { c: ']' }] }],
  [{ text: 'brackets ]}[{ and "quotes" and \\ and \\"' }, null, 1, 'x,y'],
];

describe('items', () => {
  for (const list of lists) {
    for (const text of [JSON.stringify(list), JSON.stringify(list, null, 2), `\ufeff ${JSON.stringify(list)}\n`]) {
      test(JSON.stringify(text).slice(0, 60), () => {
        expect(read(text)).toEqual(list);
        expect(read(...text)).toEqual(list);
      });
    }
  }

  test.each(['', '{}', '[', '[1', '[1,]', '[,1]', '[1] 2', '[1,,2]', 'x'])('%p is refused', (text) => {
    expect(() => read(text)).toThrow(JsonError);
    expect(() => read(...text)).toThrow(JsonError);
  });
});
