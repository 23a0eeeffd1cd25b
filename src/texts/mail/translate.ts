import { IntlMessageFormat } from 'intl-messageformat';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { type FormOfAddress, inOtherForm } from '../form-of-address.ts';
import { LANGUAGES, type Language, type TextValues } from '../translate.ts';
import { de } from './de.ts';
import { deInformal } from './de-informal.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { MailTexts, MailWord } from './texts.ts';

/** The texts of mails. They are apart from the texts of pages, which browsers load. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, de, es, fr };

/** The texts by the form in which the studio addresses members. */
export const mailTextsBy: Readonly<Record<FormOfAddress, Readonly<Record<Language, MailTexts>>>> = {
  formal: mailTexts,
  informal: { ...mailTexts, de: inOtherForm(de, deInformal) },
};

/** The text of a word with its values. */
export type TranslateMail = (word: MailWord, values?: TextValues) => string;

/** The language of a reader's locale that has texts; English for all others. */
export const mailLanguageOf = (locale: string): Language => {
  const [language = ''] = locale.toLowerCase().split('-');
  return LANGUAGES.find((each) => each === language) ?? 'en';
};

/** The locale of dates and numbers in mails: the reader's where mails have its language, else English. */
export const mailLocaleOf = (locale: string): string => {
  const isWritten = locale.toLowerCase().split('-')[0] === mailLanguageOf(locale);
  const [known] = isWritten ? Intl.DateTimeFormat.supportedLocalesOf(locale) : [];
  return known ?? 'en';
};

/** Enough for all texts of all languages, with texts that a brand has written. */
const parsed = new BoundedMap<IntlMessageFormat>(2_000);

/** Reads a text as ICU MessageFormat; what looks like HTML is text. @throws SyntaxError where it is no message */
export const parseMessage = (text: string, locale: string): IntlMessageFormat =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, captureLocation: true });

/** Fills a text with values. Values are never read as a text. */
export const fillMessage = (text: string, locale: string, values: TextValues = {}): string => {
  const key = `${locale} ${text}`;
  const message = parsed.get(key) ?? parseMessage(text, locale);
  parsed.set(key, message);
  return String(message.format(values));
};

/** Translates the shared words of mails for a locale of `mailLocaleOf`. */
export const mailTranslator = (locale: string, form: FormOfAddress): TranslateMail => {
  const { words } = mailTextsBy[form][mailLanguageOf(locale)];
  return (word, values) => fillMessage(words[word], locale, values);
};
