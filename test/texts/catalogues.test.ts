import { expect, test } from 'bun:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { de } from '../../src/texts/de.ts';
import { en } from '../../src/texts/en.ts';
import { es } from '../../src/texts/es.ts';
import { fr } from '../../src/texts/fr.ts';
import { messagesOf, type Texts } from '../../src/texts/translate.ts';
import { type MessagePart, placesOf } from '../helpers/places.ts';

const LANGUAGES = { de, es, fr } as const satisfies Record<string, Texts>;

const flat = (texts: Texts): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([part, own]) =>
      Object.entries(own).map(([name, text]) => [`${part}.${name}`, text] as const),
    ),
  );

const english = flat(en);

const parse = (text: string, language: string): string[] =>
  placesOf(new IntlMessageFormat(text, language).getAst() as readonly MessagePart[]);

for (const [language, texts] of Object.entries(LANGUAGES)) {
  const own = flat(texts);

  test(`${language} has every text, and no other`, () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test(`the texts of ${language} have the places of the English ones`, () => {
    const other = [...own].filter(
      ([key, text]) => !Bun.deepEquals(parse(text, language), parse(english.get(key) ?? '', 'en')),
    );
    expect(other.map(([key]) => key)).toEqual([]);
  });

  test(`the texts of ${language} are translated`, () => {
    const same = [...own].filter(([key, text]) => text === english.get(key) && /[a-z]{4,} [a-z]{2,}/i.test(text));
    expect(same.map(([key]) => key)).toEqual([]);
  });
}

test('no text shouts, and no text uses the words that the desk does not say', () => {
  const loud = [...english].filter(([, text]) =>
    /!|\b(?:please|oops|successfully|entity|resource|record)\b/i.test(text),
  );
  expect(loud).toEqual([]);
});

test('a text chooses its form by a number', () => {
  const { translate } = messagesOf(en, 'en');
  expect(translate('shell.decisions', { count: 1 })).toBe('1 decision');
  expect(translate('shell.decisions', { count: 1_200 })).toBe('1,200 decisions');
});
