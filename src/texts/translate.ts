import { IntlMessageFormat } from 'intl-messageformat';
import type { Catalogue } from './catalogue.ts';
import { isolatedValues } from './isolated.ts';
import type { ConsoleTexts, None } from './made/keys.ts';

/** Names a text of the console: `today.title`. */
export type TextKey = keyof ConsoleTexts;

/** The values of a text. A number that a text chooses a form by is formatted. */
export type TextValues = Readonly<Record<string, string | number>>;

/** What a text takes: its values, or nothing; any values where the key is not known. */
type ValuesOf<Values> = None extends Values ? [values?: TextValues] : [values: Values];

export type Translate<Texts = ConsoleTexts> = <Key extends keyof Texts>(
  key: Key,
  ...values: ValuesOf<Texts[Key]>
) => string;

/** Makes what formats the texts of a catalogue. Messages are ICU MessageFormat, parsed with their first use. */
export const messagesOf = <Texts = ConsoleTexts>(texts: Catalogue, locale: string) => {
  const parsed = new Map<keyof Texts, IntlMessageFormat>();
  const textOf = (key: keyof Texts): string => {
    const [part = '', name = ''] = String(key).split('.');
    return texts[part]?.[name] ?? String(key);
  };
  const messageOf = (key: keyof Texts): IntlMessageFormat => {
    let message = parsed.get(key);
    if (message === undefined) {
      message = new IntlMessageFormat(textOf(key), locale);
      parsed.set(key, message);
    }
    return message;
  };
  const translate: Translate<Texts> = (key, ...[values]) => {
    const text = textOf(key);
    return text.includes('{') || text.includes('<')
      ? String(messageOf(key).format(isolatedValues(values as TextValues)))
      : text;
  };
  return { messageOf, translate };
};
