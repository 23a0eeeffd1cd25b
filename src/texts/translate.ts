import { IntlMessageFormat } from 'intl-messageformat';
import type { en } from './en.ts';

/** The languages that have a whole catalogue. */
export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of a language: by part of the product, then by name. Other languages have the names of the English catalogue. */
export type Texts = { readonly [Part in keyof typeof en]: { readonly [Name in keyof (typeof en)[Part]]: string } };

type KeyOf<Part extends keyof Texts> = `${Part}.${keyof Texts[Part] & string}`;
/** Names a text: `today.title`. */
export type TextKey = { [Part in keyof Texts]: KeyOf<Part> }[keyof Texts];

/** What a text has in its places: numbers and words. A number that the text chooses a form by is formatted. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The text of a key with its values. */
export type Translate<Key extends string = TextKey> = (key: Key, values?: TextValues) => string;

/** The texts of a language: by part, then by name. */
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Makes what formats the texts of a catalogue. Messages are ICU MessageFormat, parsed with their first use. */
export const messagesOf = <Key extends string = TextKey>(texts: Catalogue, locale: string) => {
  const parsed = new Map<Key, IntlMessageFormat>();
  const textOf = (key: Key): string => {
    const [part = '', name = ''] = key.split('.');
    return texts[part]?.[name] ?? key;
  };
  const messageOf = (key: Key): IntlMessageFormat => {
    let message = parsed.get(key);
    if (message === undefined) {
      message = new IntlMessageFormat(textOf(key), locale);
      parsed.set(key, message);
    }
    return message;
  };
  const translate: Translate<Key> = (key, values) => {
    const text = textOf(key);
    return text.includes('{') || text.includes('<') ? String(messageOf(key).format(values)) : text;
  };
  return { messageOf, translate };
};
