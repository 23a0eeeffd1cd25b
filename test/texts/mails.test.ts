import { expect, test } from 'bun:test';
import { mailTexts, parseMessage } from '../../src/texts/mail/translate.ts';
import { LANGUAGES } from '../../src/texts/translate.ts';
import { type MessagePart, placesOf } from '../helpers/places.ts';

const flat = (language: (typeof LANGUAGES)[number]): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(mailTexts[language]).flatMap(([kind, own]) =>
      Object.entries(own).map(([name, text]) => [`${kind}.${name}`, text] as const),
    ),
  );

const english = flat('en');

const places = (text: string, language: string): string[] =>
  placesOf(parseMessage(text, language).getAst() as readonly MessagePart[]);

for (const language of LANGUAGES.filter((each) => each !== 'en')) {
  const own = flat(language);

  test(`mails in ${language} have every text, and no other`, () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    const filled = (texts: ReadonlyMap<string, string>) =>
      [...texts].filter(([, text]) => text !== '').map(([key]) => key);
    expect(filled(own)).toEqual(filled(english));
  });

  test(`the texts of mails in ${language} have the places of the English ones`, () => {
    const other = [...own].filter(
      ([key, text]) => !Bun.deepEquals(places(text, language), places(english.get(key) ?? '', 'en')),
    );
    expect(other.map(([key]) => key)).toEqual([]);
  });

  test(`the texts of mails in ${language} are translated`, () => {
    const same = [...own].filter(([key, text]) => text === english.get(key) && /[a-z]{4,} [a-z]{2,}/i.test(text));
    expect(same.map(([key]) => key)).toEqual([]);
  });
}

test('no mail shouts', () => {
  const loud = [...english].filter(([, text]) =>
    /!|\b(?:please|oops|successfully|entity|resource|record)\b/i.test(text),
  );
  expect(loud).toEqual([]);
});
