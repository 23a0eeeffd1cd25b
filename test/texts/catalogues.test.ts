import { describe, expect, test } from 'bun:test';
import {
  AREAS,
  AREAS_OF,
  catalogueTags,
  english,
  languages,
  neededFor,
  partsOf,
} from '../../scripts/texting/catalogues.ts';
import { bannedIn, noteProblems, problems, problemsOfText } from '../../scripts/texting/check.ts';
import { staleMade } from '../../scripts/texting/made.ts';
import { texts as consoleTexts } from '../../src/texts/made/console/en.ts';
import type { ConsoleTexts } from '../../src/texts/made/keys.ts';
import { messagesOf } from '../../src/texts/translate.ts';

test('the catalogues are sound', () => {
  expect(problems()).toEqual([]);
});

test('what the program imports of them is up to date', () => {
  expect(staleMade()).toEqual([]);
});

test('texts of another language are translated', () => {
  const same = catalogueTags
    .filter((tag) => tag.split('-')[0] !== 'en')
    .flatMap((tag) =>
      AREAS.flatMap((area) =>
        [...partsOf(tag, area)].flatMap(([part, texts]) =>
          Object.entries(texts)
            .filter(([name, text]) => text === english.get(area)?.get(part)?.[name])
            .filter(([, text]) => /[a-z]{4,} [a-z]{2,}/i.test(text))
            .map(([name]) => `${tag}/${area}/${part}: ${name}`),
        ),
      ),
    );
  expect(same).toEqual([]);
});

test('a language that lacks nothing loads itself alone', () => {
  for (const { tag, readers } of languages)
    for (const area of readers.flatMap((reader) => AREAS_OF[reader])) {
      const needed = neededFor(tag, area);
      // A layer needs what it lies upon; where it has nothing to add, that alone.
      expect([tag, area, needed]).toEqual([
        tag,
        area,
        tag.includes('-') && partsOf(tag, area).size > 0 ? ['en', tag] : needed.slice(-1),
      ]);
    }
});

describe('a text is checked beside the English one', () => {
  const credits = '{count, plural, one {# credit} other {# credits}} of {name}';
  test.each([
    ['a value that is missing', 'de', '{count, plural, one {# Einheit} other {# Einheiten}}', 'lacks {name}'],
    ['a value that is new', 'es', '{count, plural, one {# crédito} other {# créditos}} de {name} {more}', 'has {more}'],
    [
      'a form that is missing',
      'pl',
      '{count, plural, one {# kredyt} few {# kredyty} other {# kredytu}} {name}',
      "'many'",
    ],
    ['a form that the language lacks', 'fr', '{count, plural, one {#} few {#} other {#}} {name}', "the form 'few'"],
    ['a brace that is missing', 'de', '{count, plural, one {# Einheit other {#}} {name}', 'is not ICU'],
    ['a text that is empty', 'de', '', 'is empty'],
  ])('%s', (_what, tag, text, problem) => {
    expect(problemsOfText(tag, text, credits).join('; ')).toContain(problem);
  });

  test('four forms of Polish are sound', () => {
    const polish = '{count, plural, one {# kredyt} few {# kredyty} many {# kredytów} other {# kredytu}} {name}';
    expect(problemsOfText('pl', polish, credits)).toEqual([]);
  });

  test('a text that is too long for its place', () => {
    expect(problemsOfText('de', 'Teilnehmerliste', 'Roster', { max: 10 })).toEqual([
      'has 15 characters, of 10 at most',
    ]);
  });

  test('a turn that texts do not have', () => {
    expect(bannedIn('en', 'Please try again')).toHaveLength(1);
    expect(bannedIn('en-GB', 'Try again')).toEqual([]);
  });
});

test('one word needs a note, and a note needs its text', () => {
  const texts = { change: 'Change', changeAll: 'Change all', price: '{price}', cash: '{sum}: cash' };
  expect(noteProblems('console', 'sell', texts, new Map())).toEqual([
    'notes/console/sell.json: change, “Change”, needs a note: verb or noun, and where it stands',
  ]);
  const notes = new Map([
    ['', { note: 'The part.' }],
    ['change', { note: 'Button.' }],
    ['gone', { max: 9 }],
  ]);
  expect(noteProblems('console', 'sell', texts, notes)).toEqual([
    'notes/console/sell.json: gone is not a text of the English catalogue',
  ]);
});

test('a text chooses its form by a number', () => {
  const { translate } = messagesOf<ConsoleTexts>(consoleTexts, 'en');
  expect(translate('shell.decisions', { count: 1 })).toBe('1 needs attention');
  expect(translate('shell.decisions', { count: 1_200 })).toBe('1,200 need attention');
});

test('the types know the values of a text', () => {
  const { translate } = messagesOf<ConsoleTexts>(consoleTexts, 'en');
  // @ts-expect-error: the number is missing
  expect(() => translate('shell.decisions')).toThrow();
  // @ts-expect-error: it has another name
  expect(() => translate('shell.decisions', { number: 1 })).toThrow();
  // @ts-expect-error: there is no such text
  expect(translate('shell.nowhere')).toBe('shell.nowhere');
});
