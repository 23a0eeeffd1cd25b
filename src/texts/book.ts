import { catalogues, type FormOfAddress } from './catalogue.ts';
import type { MemberLanguage } from './languages.ts';
import type { texts } from './made/book/en.ts';
import { book } from './made/book.ts';
import type { BookTexts } from './made/keys.ts';
import { messagesOf, type Translate } from './translate.ts';

/** Names a text of the pages of visitors and members: `book.timetable`. */
export type BookKey = keyof BookTexts;

export type TranslateBook = Translate<BookTexts>;

/** The texts of the pages of visitors and members. They are apart from the texts of the console, which browsers load. */
export const bookTexts = catalogues<typeof texts>(book);

const kept = new Map<string, TranslateBook>();

/** Translates into a language, in the form of address of the studio, with the numbers of a locale. */
export const bookTranslator = (
  language: MemberLanguage,
  form: FormOfAddress,
  locale: string = language,
): TranslateBook => {
  const key = `${language} ${form} ${locale}`;
  const found = kept.get(key) ?? messagesOf<BookTexts>(bookTexts(language, form), locale).translate;
  kept.set(key, found);
  return found;
};
