import { describe, expect, test } from 'bun:test';
import { isCaseInWords, isValueInWords } from '../../../../../src/console/pages/settings/mails/blocks/words.ts';
import {
  caseId,
  hasSameWords,
  rowsOf,
  withRow,
} from '../../../../../src/console/pages/settings/mails/model/case-rows.ts';
import { countSaid, numberOf } from '../../../../../src/console/pages/settings/mails/model/counts-in-words.ts';
import { isChoice, type Sentence, type Variants } from '../../../../../src/console/pages/settings/mails/model/model.ts';
import { readText } from '../../../../../src/console/pages/settings/mails/model/read-text.ts';
import { writeText } from '../../../../../src/console/pages/settings/mails/model/write-text.ts';
import { readerIn } from '../../../../../src/resources/messages/letters/compose.ts';
import { letters } from '../../../../../src/resources/messages/letters/letters.ts';
import { builtInTexts } from '../../../../../src/resources/messages/letters/write.ts';
import { TEMPLATE_KINDS, TEXT_NAMES } from '../../../../../src/resources/messages/templates/shapes.ts';
import { MEMBER_LANGUAGES } from '../../../../../src/texts/made/languages.ts';
import { fillMessage } from '../../../../../src/texts/mail.ts';

const read = (text: string, language = 'en'): Variants => {
  const variants = readText(text, language);
  if (variants === undefined) throw new Error(`only code: ${text}`);
  return variants;
};

/** Every value that a text names, and the same again by the words of a case. */
const valuesIn = (text: string, count: number, when: Readonly<Record<string, string>>) => {
  const names = [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name);
  const counted = new Set([...text.matchAll(/\{(\w+), plural/g)].map(([, name = '']) => name));
  return {
    ...Object.fromEntries(names.map((name) => [name, counted.has(name) ? count : `«${name}»`])),
    ...when,
  };
};

const COUNTS = [0, 1, 2, 3, 1000, 1_000_000];
const ALL = MEMBER_LANGUAGES.flatMap((language) =>
  (['informal', 'formal'] as const).flatMap((form) =>
    TEMPLATE_KINDS.flatMap((kind) =>
      TEXT_NAMES.map((name) => ({ language, text: builtInTexts(kind, language, form)[name] })),
    ),
  ),
);

describe('the texts of studiod', () => {
  test('are sentences and cases, and say the same in each case and for each count when they are written again', () => {
    for (const { language, text } of ALL) {
      const variants = read(text, language);
      const written = writeText(variants);
      expect(read(written, language)).toEqual(variants);
      for (const { when } of rowsOf(variants)) {
        for (const count of COUNTS) {
          const values = valuesIn(text, count, when);
          expect(fillMessage(written, language, values)).toBe(fillMessage(text, language, values));
        }
      }
    }
  });

  test('have no brace in what an owner reads, and no sentence is said twice for a count', () => {
    const words = (said: Sentence): string[] =>
      said.flatMap((segment) => {
        if (typeof segment === 'string') return [segment];
        return segment.kind === 'count' ? segment.forms.flatMap((form) => words(form.said)) : [];
      });
    for (const { language, text } of ALL) {
      for (const { said } of rowsOf(read(text, language))) {
        for (const each of words(said)) expect(each).not.toMatch(/[{}#]/);
        for (const segment of said) {
          if (typeof segment === 'string' || segment.kind !== 'count') continue;
          for (const form of segment.forms) expect(words(form.said).join('').split('. ').length).toBeLessThan(3);
        }
      }
    }
  });
});

test('the cases of a booking are rows, of which each is one sentence with its count', () => {
  const rows = rowsOf(read(builtInTexts('booking_confirmed', 'en', 'informal').lead));
  expect(rows.map(({ when }) => caseId(when))).toEqual(['paid=credits', 'paid=package', 'paid=other']);
  expect(rows[0]?.said).toEqual([
    'See you on ',
    { kind: 'value', name: 'weekday', isNumber: false },
    '. This uses ',
    {
      kind: 'count',
      name: 'used',
      forms: [
        { key: 'one', said: ['one credit'] },
        { key: 'other', said: [{ kind: 'number' }, ' credits'] },
      ],
    },
    ' from your ',
    { kind: 'value', name: 'package', isNumber: false },
    '. You have ',
    {
      kind: 'count',
      name: 'left',
      forms: [
        { key: 'one', said: [{ kind: 'number' }, ' credit'] },
        { key: 'other', said: [{ kind: 'number' }, ' credits'] },
      ],
    },
    ' left.',
  ]);
  const cancelling = rowsOf(read(builtInTexts('booking_confirmed', 'en', 'informal').note));
  expect(cancelling.map(({ when }) => caseId(when))).toEqual([
    'cancelling=credit',
    'cancelling=fee',
    'cancelling=both',
    'cancelling=late,lateCost=desk',
    'cancelling=late,lateCost=credit',
    'cancelling=late,lateCost=fee',
    'cancelling=late,lateCost=both',
    'cancelling=late,lateCost=other',
    'cancelling=other',
  ]);
});

test('a count that is said in two places of a sentence is two counts', () => {
  const text =
    '{left, plural, one {You have # credit left. Use it by {day}.} other {You have # credits left. Use them by {day}.}}';
  const kinds = (read(text) as Sentence).map((each) => (typeof each === 'string' ? each : `<${each.kind}>`));
  expect(kinds).toEqual(['You have ', '<count>', ' left. Use ', '<count>', ' by ', '<value>', '.']);
});

test('one row is changed, and the others stay', () => {
  const text =
    '{cancelling, select, late {{lateCost, select, desk {Ask us.} other {Lost.}}} other {Free until {deadline}.}}';
  const changed = withRow(read(text), { cancelling: 'late', lateCost: 'desk' }, ["It's too late. {Call} us #1."]);
  const written = writeText(changed);
  const said = (cancelling: string, lateCost: string) =>
    fillMessage(written, 'en', { cancelling, lateCost, deadline: 'Friday' });
  expect([said('late', 'desk'), said('late', 'fee'), said('free', 'desk')]).toEqual([
    "It's too late. {Call} us #1.",
    'Lost.',
    'Free until Friday.',
  ]);
});

test('what somebody types is read as it is, in a sentence and in a form of a count', () => {
  const signs = [
    "'",
    '{',
    '}',
    '#',
    '<',
    '>',
    '|',
    ' ',
    'a',
    "''",
    '{b}',
    "'{'",
    '\n',
    '<b>',
    '{c, plural, other {#}}',
  ];
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  for (let run = 0; run < 3_000; run += 1) {
    const words = Array.from({ length: 1 + next(6) }, () => signs[next(signs.length)]).join('');
    const value = { kind: 'value', name: 'what', isNumber: false } as const;
    const plain = writeText([words, value, words]);
    expect(fillMessage(plain, 'en', { what: '|' })).toBe(`${words}|${words}`);
    const forms = [
      { key: 'one', said: [words, value] },
      { key: 'other', said: ['x', { kind: 'number' } as const, words] },
    ];
    const counted = writeText([{ kind: 'count', name: 'left', forms }]);
    expect(fillMessage(counted, 'en', { left: 1, what: '|' })).toBe(`${words}|`);
    expect(fillMessage(counted, 'en', { left: 2, what: '|' })).toBe(`x2${words}`);
  }
});

test('a choice inside of a count, and one that stands twice, are rows', () => {
  const inside =
    '{left, plural, one {{by, select, card {card} other {cash}} once} other {{by, select, card {card} other {cash}} # times}}';
  expect(rowsOf(read(inside)).map(({ when }) => caseId(when))).toEqual(['by=card', 'by=other']);
  expect(fillMessage(writeText(read(inside)), 'en', { left: 3, by: 'card' })).toBe('card 3 times');
  const twice = '{by, select, card {A} other {B}} and {by, select, cash {C} other {D}}';
  expect(rowsOf(read(twice)).map(({ when, said }) => [caseId(when), said])).toEqual([
    ['by=card', ['A and D']],
    ['by=cash', ['B and C']],
    ['by=other', ['B and D']],
  ]);
});

test.each([
  ['a brace too few', 'Hello {firstName'],
  ['a format', '{day, date, short}'],
  ['an order', '{left, selectordinal, one {#st} other {#th}}'],
  ['an offset', '{left, plural, offset:1 one {#} other {#}}'],
  ['more cases than anybody reads', Array.from({ length: 6 }, (_, i) => `{v${i}, select, a {x} other {y}}`).join('')],
])('%s is left to whoever edits it as code', (_, text) => {
  expect(readText(text, 'en')).toBeUndefined();
});

test('texts that are written differently and say the same are the same', () => {
  const { lead } = builtInTexts('booking_confirmed', 'en', 'informal');
  expect(hasSameWords(lead, writeText(read(lead)), 'en')).toBe(true);
  expect(hasSameWords(lead, lead.replace('See you', 'Meet you'), 'en')).toBe(false);
  expect(isChoice(read(lead))).toBe(true);
});

test('every case and every value of every kind has words', () => {
  const unnamed = new Set<string>();
  const reader = readerIn('en', {
    form: 'informal',
    now: '2026-11-24T15:00:00.000Z',
    rootUrl: () => 'https://studio.example',
  });
  for (const kind of TEMPLATE_KINDS) {
    const texts = builtInTexts(kind, 'en', 'informal');
    const rows = TEXT_NAMES.flatMap((name) => rowsOf(read(texts[name])));
    const chosen = new Set(rows.flatMap(({ when }) => Object.keys(when)));
    for (const { when } of rows) {
      for (const [name, key] of Object.entries(when))
        if (!isCaseInWords(`${name}.${key}`)) unnamed.add(`${name}.${key}`);
    }
    for (const name of [...Object.keys(letters[kind].tellExample(reader).values), 'studio', 'firstName']) {
      const isCase = chosen.has(name) || ['paid', 'cancelling', 'lateCost'].includes(name);
      if (!isCase && !isValueInWords(name)) unnamed.add(`${kind} ${name}`);
    }
  }
  expect([...unnamed]).toEqual([]);
});

test('a count says what it says for its example, and its forms are named by a number', () => {
  const [row] = rowsOf(read(builtInTexts('package_end_requested', 'en', 'informal').lead)).slice(-1);
  const [count] = row?.said.filter((each) => typeof each === 'object' && each.kind === 'count') ?? [];
  if (typeof count !== 'object' || count.kind !== 'count') throw new Error('there is no count');
  const said = (number: number) => countSaid(count, number, 'en', ({ kind }) => kind);
  expect([said(0), said(1), said(3)]).toEqual([
    'not be charged again',
    'be charged once more',
    'be charged 3 more times',
  ]);
  expect(count.forms.map(({ key }) => numberOf(key, 'en'))).toEqual([0, 1, undefined]);
});
