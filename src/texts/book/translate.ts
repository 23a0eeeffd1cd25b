import { type FormOfAddress, inOtherForm } from '../form-of-address.ts';
import { LANGUAGES, type Language, messagesOf, type Translate } from '../translate.ts';
import { de } from './de.ts';
import { deFormal } from './de-formal.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { BookKey, BookTexts } from './texts.ts';

/** The texts of the pages of strangers and members. They are apart from the texts of the console, which browsers load. */
export const bookTexts: Readonly<Record<Language, BookTexts>> = { en, de, es, fr };

const FORMAL: Readonly<Record<Language, BookTexts>> = { ...bookTexts, de: inOtherForm(de, deFormal) };

/** The texts by the form in which the studio addresses members. */
export const bookTextsBy: Readonly<Record<FormOfAddress, Readonly<Record<Language, BookTexts>>>> = {
  informal: bookTexts,
  formal: FORMAL,
};

const kept = new Map<string, Translate<BookKey>>();

/** Translates into a language, in the form of address of the studio, with the numbers of a locale. */
export const bookTranslator = (
  language: Language,
  form: FormOfAddress,
  locale: string = language,
): Translate<BookKey> => {
  const key = `${language} ${form} ${locale}`;
  const found = kept.get(key) ?? messagesOf<BookKey>(bookTextsBy[form][language], locale).translate;
  kept.set(key, found);
  return found;
};

/** The first language that a browser asks for and the pages have; else the language of the brand, else English. */
export const acceptedLanguage = (accepted: string, brandLocale: string): Language => {
  const wanted = [...accepted.split(',').map((each) => each.trim().slice(0, 2).toLowerCase()), brandLocale.slice(0, 2)];
  return wanted.flatMap((each) => LANGUAGES.find((language) => language === each) ?? [])[0] ?? 'en';
};
