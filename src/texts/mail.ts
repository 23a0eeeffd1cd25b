import { IntlMessageFormat } from 'intl-messageformat';
import { BoundedMap } from '../kernel/bounded-map.ts';
import { catalogues, type FormOfAddress } from './catalogue.ts';
import { isolatedValues } from './isolated.ts';
import { languageOf, type MemberLanguage } from './languages.ts';
import { MEMBER_LANGUAGES } from './made/languages.ts';
import type { texts } from './made/mail/en.ts';
import { mail } from './made/mail.ts';
import type { TextValues } from './translate.ts';

type MailTexts = typeof texts;

/** Names a word that several kinds of mails have. */
export type MailWord = keyof MailTexts['words'];

/** Names a text of a kind of message. */
type MailTextName = keyof MailTexts['booking_confirmed'];

/** Names a text of a kind of message that a brand can word: those that studiod has, and the brand's own note. */
export type TemplateTextName = MailTextName | 'ownNote';

/** The texts of mails: the shared words, and each kind of message. They are apart from the texts of pages, which browsers load. */
export const mailTexts = catalogues<MailTexts>(mail);

export type TranslateMail = (word: MailWord, values?: TextValues) => string;

/** The language of a reader's locale that has texts; English for all others. */
export const mailLanguageOf = (locale: string): MemberLanguage => languageOf([locale], MEMBER_LANGUAGES);

/** The locale of dates and numbers in mails: the reader's where mails have its language, else English. */
export const mailLocaleOf = (locale: string): string => {
  const language = mailLanguageOf(locale);
  const isWritten = locale.toLowerCase().split('-')[0] === language.split('-')[0];
  const [known] = isWritten ? Intl.DateTimeFormat.supportedLocalesOf(locale) : [];
  return known ?? language;
};

/** Enough for all texts of all languages, with texts that a brand has written. */
const parsed = new BoundedMap<IntlMessageFormat>(2_000);

/** Reads a text as ICU MessageFormat; what looks like HTML is text. @throws SyntaxError where it is no message */
export const parseMessage = (text: string, locale: string): IntlMessageFormat =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, captureLocation: true });

/** As `parseMessage`, once for each text that is sent or shown often. */
export const knownMessage = (text: string, locale: string): IntlMessageFormat => {
  const key = `${locale} ${text}`;
  const message = parsed.get(key) ?? parseMessage(text, locale);
  parsed.set(key, message);
  return message;
};

/** Fills a text with values. Values are never read as a text. */
export const fillMessage = (text: string, locale: string, values: TextValues = {}): string =>
  String(knownMessage(text, locale).format(isolatedValues(values)));

/** Translates the shared words of mails for a locale of `mailLocaleOf`. */
export const mailTranslator = (locale: string, form: FormOfAddress): TranslateMail => {
  const { words } = mailTexts(mailLanguageOf(locale), form);
  return (word, values) => fillMessage(words[word], locale, values);
};
