import { expect, test } from 'bun:test';
import { BoundedTexts } from '../../src/kernel/bounded-texts.ts';

test('what was made of a text is kept, as long as the texts are not too long together', () => {
  const texts = new BoundedTexts<number | undefined>(10);
  const made: string[] = [];
  const lengthOf = (text: string) =>
    texts.of(text, () => {
      made.push(text);
      return text === 'none' ? undefined : text.length;
    });
  expect(['abcd', 'none', 'abcd', 'none'].map(lengthOf)).toEqual([4, undefined, 4, undefined]);
  expect(made).toEqual(['abcd', 'none']);
  lengthOf('abcd');
  lengthOf('efgh');
  expect(texts.characters).toBe(8);
  lengthOf('abcd');
  lengthOf('none');
  expect(made).toEqual(['abcd', 'none', 'efgh', 'none']);
  expect(lengthOf('x'.repeat(50))).toBe(50);
  expect(texts.characters).toBe(0);
});
