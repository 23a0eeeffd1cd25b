import { expect, test } from 'bun:test';
import { bookTexts } from '../../src/texts/book/translate.ts';
import { parseMessage } from '../../src/texts/mail/translate.ts';
import { LANGUAGES, type Language } from '../../src/texts/translate.ts';
import { type MessagePart, placesOf } from '../helpers/places.ts';

const places = (text: string, language: string): string[] =>
  placesOf(parseMessage(text, language).getAst() as readonly MessagePart[]);

/** The texts of a language by part and name. */
const textsOf = (language: Language): [name: string, text: string][] =>
  Object.entries(bookTexts[language]).flatMap(([part, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${part}.${name}`, text]),
  );

test.each(LANGUAGES.filter((each) => each !== 'en'))(
  'the pages of members in %s have every text, translated',
  (language) => {
    const [own, english] = [textsOf(language), new Map(textsOf('en'))];
    expect(own.map(([name]) => name).sort()).toEqual([...english.keys()].sort());
    const other = own.filter(
      ([name, text]) => !Bun.deepEquals(places(text, language), places(english.get(name) ?? '', 'en')),
    );
    expect(other).toEqual([]);
    const same = own.filter(([name, text]) => text === english.get(name) && /[a-z]{4,} [a-z]{2,}/i.test(text));
    expect(same).toEqual([]);
  },
);
