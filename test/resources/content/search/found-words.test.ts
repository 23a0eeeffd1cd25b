import { expect, test } from 'bun:test';
import { foldedTogether, foldingTo } from '../../../../src/kernel/folding.ts';
import { findersOf } from '../../../../src/resources/content/search/found-words.ts';
import { markedWords, searchTerms, wordsIn } from '../../../../src/resources/content/search/words.ts';
import { hostileTexts } from '../../../helpers/hostile-texts.ts';

const foundIn = (search: string, text: string): string[] => {
  const finder = findersOf(markedWords(search))(text);
  const found: string[] = [];
  if (finder === undefined) return found;
  for (let word = finder.find(finder.text, 0); word !== undefined; word = finder.find(finder.text, word.end)) {
    found.push(text.slice(word.start, word.end));
  }
  return found;
};

test('words are found as they are written, with their accents and joints', () => {
  expect(foundIn('etirements', 'Les ÉTIREMENTS, les étirements')).toEqual(['ÉTIREMENTS', 'étirements']);
  expect(foundIn('obrien', 'chez O’Brien: été')).toEqual(['O’Brien']);
  expect(foundIn('hiver', 'Étirements d’hiver')).toEqual(['hiver']);
  expect(foundIn('tri', 'astri tri é ﬁtri')).toEqual(['tri']);
  expect(foundIn('fit', 'un ﬁt é')).toEqual(['ﬁt']);
  expect(foundIn('1', 'é ½ 1½ x')).toEqual(['½', '1½']);
  expect(foundIn('الله', 'é \uFDFA\uFDFA x')).toEqual(['\uFDFA', '\uFDFA']);
  expect(foundIn('strasse', 'Straße 1')).toEqual(['Straße']);
  expect(foundIn('e e', 'cafe\u0301 e\u0301te\u0301 E')).toEqual(['e\u0301te\u0301', 'E']);
});

test('no more than the beginning of a text is looked at, and so much of all texts of a page', () => {
  const early = `${'a '.repeat(9_000)}yoga`;
  expect(foundIn('yoga', early)).toEqual(['yoga']);
  expect(foundIn('yoga', `${'a '.repeat(10_000)}yoga`)).toEqual([]);
  for (const text of [early, `é${early}`]) {
    const finder = findersOf(['yoga', 'pilates']);
    const isLookedAt = Array.from({ length: 100 }, () => finder(text) !== undefined);
    expect(isLookedAt.filter(Boolean).length).toBe(text === early ? 34 : 8);
  }
  const finder = findersOf(markedWords([...'abcdefghijklmnopqrstuvwxyz'].join(' ')));
  expect(Object.values(hostileTexts(100_000)).filter((text) => finder(text) !== undefined).length).toBeLessThan(16);
});

test('a search asks for each word once, and for no more words than can be typed, whatever its letters fold to', () => {
  expect(searchTerms('Yoga yoga café cafe')).toEqual([[['yoga']], [['cafe']]]);
  expect(wordsIn(searchTerms('\uFDFA'.repeat(200))).length).toBeLessThan(6);
  const letters = Array.from({ length: 66 }, (_, index) => String.fromCodePoint(0x2460 + index));
  const expanding = letters.map((letter) => `\uFDFA${letter}`).join('-');
  expect(searchTerms(expanding).flat(2).length).toBeWithin(60, 201);
  const plain = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  expect(wordsIn(searchTerms(plain.join(' ')))).toEqual(plain);
});

test('of a text no more is indexed than folds to so many letters', () => {
  const [grows, halves] = ['\uFDFA'.repeat(1000), '𝒜'.repeat(1000)];
  expect(foldedTogether(foldingTo(1000, grows)).length).toBeWithin(980, 1001);
  expect(foldingTo(1000, halves)).toBe(halves);
  expect(foldingTo(999, halves)).toBe('𝒜'.repeat(999));
  expect(foldingTo(10, 'a'.repeat(1000))).toBe('a'.repeat(1000));
});
