import type { Read } from '../../../database/database.ts';
import { objectOf } from '../../../kernel/objects.ts';
import { knownMessage, mailLanguageOf } from '../../../texts/mail.ts';
import { type MessagePart, PART } from '../../../texts/message.ts';
import type { TextValues } from '../../../texts/translate.ts';
import { brandSettings } from '../../settings/queries.ts';
import { readerIn } from '../letters/compose.ts';
import type { LetterContent, Reader } from '../letters/context.ts';
import { letters } from '../letters/letters.ts';
import { builtInTexts, valuesOf } from '../letters/write.ts';
import { TEXT_NAMES } from './shapes.ts';
import type { TemplateKey } from './stored.ts';

const EXAMPLE_NOW = '2026-11-24T15:00:00.000Z';
export const EXAMPLE_NAME = 'Dana';

/** What the examples have no value for, since it is of another case than theirs. */
const withAllValues = (values: TextValues, { formats }: Reader): TextValues => ({
  ...values,
  ...(values.fee === '' ? { fee: formats.money(1500, 'USD') } : {}),
  ...(values.chargedOn === '' ? { chargedOn: formats.dayTime('2026-11-28T17:15:00.000Z', 'America/New_York') } : {}),
});

/** The example of a kind, in a language: with the dates of the brand, where that is its language. */
export const exampleOf = (
  read: Read,
  { kind, language }: TemplateKey,
  rootUrl: () => string,
): { readonly content: LetterContent; readonly reader: Reader } => {
  const { locale, formOfAddress: form } = brandSettings(read);
  const own = mailLanguageOf(locale) === language ? locale : language;
  const reader = readerIn(own, { form, now: EXAMPLE_NOW, rootUrl });
  const content = letters[kind].tellExample(reader);
  return { content: { ...content, values: withAllValues(content.values, reader) }, reader };
};

const exampleValues = (read: Read, key: TemplateKey): TextValues => {
  const { content } = exampleOf(read, key, () => '');
  return valuesOf(content, { studio: brandSettings(read).name, firstName: EXAMPLE_NAME });
};

/** Every part of a text, also inside of others. */
export const partsOf = (parts: readonly MessagePart[]): MessagePart[] =>
  parts.flatMap((part) => [part, ...Object.values(part.options ?? {}).flatMap(({ value }) => partsOf(value))]);

/** The cases that the texts of studiod distinguish, by the variable: what a template can distinguish too. */
const casesOf = (read: Read, { kind, language }: TemplateKey): ReadonlyMap<string, readonly string[]> => {
  const texts = builtInTexts(kind, language, brandSettings(read).formOfAddress);
  const parts = TEXT_NAMES.flatMap((name) => partsOf(knownMessage(texts[name], language).getAst()));
  const selects = parts.filter(({ type }) => type === PART.select);
  return new Map(selects.map(({ value = '', options = {} }) => [value, Object.keys(options)]));
};

/** What the texts of a kind can name. */
export const variablesOf = (read: Read, key: TemplateKey) => {
  const cases = casesOf(read, key);
  return Object.entries(exampleValues(read, key)).map(([name, example]) => ({
    name,
    example: String(example),
    isNumber: typeof example === 'number',
    cases: [...(cases.get(name) ?? [])],
  }));
};

/** The texts of studiod. */
export const textsOf = (read: Read, { kind, language }: TemplateKey) => {
  const texts = builtInTexts(kind, language, brandSettings(read).formOfAddress);
  return objectOf(TEXT_NAMES, (name) => texts[name]);
};
