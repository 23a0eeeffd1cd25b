import { expect, test } from 'bun:test';
import { hasText, isSameName, matches, otherNamesOf } from '../../../../src/console/ui/choices/matches.ts';

const ZONES = ['Africa/Porto-Novo', 'America/New_York', 'America/Sao_Paulo', 'America/Toronto', 'Asia/Kolkata'];
const MORE = ['Europe/Berlin', 'Europe/London', 'Europe/Zurich'];
const found = (typed: string): string[] =>
  [...ZONES, ...MORE].filter((zone) => matches([zone.replaceAll('_', ' '), otherNamesOf(zone)], typed));

test.each([
  ['Berlin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['  New Yor', 'America/New_York'],
  ['New_York', 'America/New_York'],
  ['America/New_York', 'America/New_York'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['sao p', 'America/Sao_Paulo'],
  ['Zürich', 'Europe/Zurich'],
  ['zurich', 'Europe/Zurich'],
  ['München', 'Europe/Berlin'],
  ['Mumbai', 'Asia/Kolkata'],
])('%p finds %s alone', (typed, zone) => {
  expect(found(typed)).toEqual([zone]);
});

test('a part of the world finds all its zones, the middle of a word finds nothing, and no text finds all', () => {
  expect(found('Europe')).toEqual(MORE);
  expect(found('erlin')).toEqual([]);
  expect(found('')).toEqual([...ZONES, ...MORE]);
});

test.each([
  ['Kim O’Brien', 'obrien'],
  ['Kim O’Brien', "o'brien"],
  ['Kim O’Brien', 'o brien'],
  ['Rückenkurs', 'KURS'],
  ['Łódź', 'lodz'],
  ['Strength 10:30', '10:30'],
  ['Anything', ' '],
])('%p has %p', (text, typed) => {
  expect(hasText(text, typed)).toBe(true);
});

test('a text has nothing else, and what was typed stands together', () => {
  expect(hasText('Kim O’Brien', 'obrian')).toBe(false);
  expect(hasText('Yoga', '🔥')).toBe(false);
  expect(matches(['Porto-Novo'], 'portonovo')).toBe(true);
});

test('a name is the same in other case, with other apostrophes and without accents', () => {
  for (const typed of ['Kim O’Brien', "  kim o'brien ", 'KIM  OBRIEN'])
    expect(isSameName(typed, 'Kim O’Brien')).toBe(true);
  for (const [typed, name] of [
    ['', '🔥'],
    ['Kim', 'Kim O’Brien'],
    ['', '—'],
  ] as const)
    expect(isSameName(typed, name)).toBe(false);
});
