// What is checked of the catalogues. Each problem is one line that names the file and the text.
import { type MessagePart, partsOfMessage } from '../../src/texts/message.ts';
import { BANNED } from './banned.ts';
import {
  AREAS,
  AREAS_OF,
  type Area,
  catalogueTags,
  coverageOf,
  english,
  type LanguageEntry,
  languages,
  partsOf,
  type Texts,
} from './catalogues.ts';
import { type Note, notesOf } from './notes.ts';

const TYPE = { literal: 0, pound: 7, plural: 6 } as const;

/** The values and tags that a text names. */
const placesOf = (parts: readonly MessagePart[]): readonly string[] => {
  const found = parts.flatMap(({ type, value = '', options = {}, children = [] }) => [
    ...(type === TYPE.literal || type === TYPE.pound ? [] : [value]),
    ...Object.values(options).flatMap((option) => placesOf(option.value)),
    ...placesOf(children),
  ]);
  return [...new Set(found)].sort();
};

interface Plural extends MessagePart {
  readonly pluralType?: 'cardinal' | 'ordinal';
}

const pluralsIn = (parts: readonly MessagePart[]): readonly Plural[] =>
  parts.flatMap((part) => [
    ...(part.type === TYPE.plural ? [part as Plural] : []),
    ...Object.values(part.options ?? {}).flatMap((option) => pluralsIn(option.value)),
    ...pluralsIn(part.children ?? []),
  ]);

/** The forms that the whole numbers up to 200 take in a language, by CLDR. */
const formsOf = (tag: string, type: 'cardinal' | 'ordinal'): readonly string[] => {
  const rules = new Intl.PluralRules(tag, { type });
  return [...new Set(Array.from({ length: 201 }, (_, number) => rules.select(number)))];
};

const pluralProblems = (tag: string, parts: readonly MessagePart[]): readonly string[] =>
  pluralsIn(parts).flatMap(({ value = '', options = {}, pluralType = 'cardinal' }) => {
    const known: readonly string[] = new Intl.PluralRules(tag, { type: pluralType }).resolvedOptions().pluralCategories;
    const given = Object.keys(options);
    const unknown = given.filter((each) => !each.startsWith('=') && !known.includes(each));
    // Where the form only tells zero from the rest, no other number matters.
    const isPlain = given.every((each) => each.startsWith('=') || each === 'other');
    const missing = isPlain ? [] : formsOf(tag, pluralType).filter((each) => !given.includes(each));
    return [
      ...unknown.map((each) => `{${value}} has the form '${each}', which ${tag} does not have`),
      ...missing.map((each) => `{${value}} lacks the form '${each}'`),
    ];
  });

/** What the parser says, in words for a translator. */
const SYNTAX: readonly (readonly [RegExp, string])[] = [
  [/^MISSING_OTHER_CLAUSE$/, "the form 'other' is missing"],
  [/BRACE|UNCLOSED|ARGUMENT|FRAGMENT/, 'a brace { or } is missing, or one is too many'],
  [/TAG/, 'a tag such as <b> is not closed'],
];

const wordsOf = (message: string): string => SYNTAX.find(([kind]) => kind.test(message))?.[1] ?? message;

const parsed = (text: string, tag: string): readonly MessagePart[] | string => {
  try {
    return partsOfMessage(text, tag.replace(/-x-.*/, ''));
  } catch (error) {
    return `is not ICU MessageFormat: ${wordsOf((error as Error).message)}`;
  }
};

/** The problems of one text of a language, beside the English one. */
export const problemsOfText = (
  tag: string,
  text: string,
  englishText: string,
  { max }: Note = {},
): readonly string[] => {
  const [own, base] = [parsed(text, tag), parsed(englishText, 'en')];
  if (typeof own === 'string') return [own];
  if (typeof base === 'string') return [];
  const [has, wants] = [placesOf(own), placesOf(base)];
  const length = [...text.replace(/<\/?\w+>/g, '')].length;
  return [
    ...wants.filter((each) => !has.includes(each)).map((each) => `lacks {${each}}`),
    ...has.filter((each) => !wants.includes(each)).map((each) => `has {${each}}, which the English text does not have`),
    ...pluralProblems(tag.replace(/-x-.*/, ''), own),
    ...(max !== undefined && length > max ? [`has ${length} characters, of ${max} at most`] : []),
    ...(text !== '' || englishText === '' ? [] : ['is empty']),
  ];
};

/** The turns that a text of a language has and should not have, with what to write instead. */
export const bannedIn = (tag: string, text: string): readonly string[] => {
  const rules = BANNED[tag.split('-')[0] ?? ''] ?? [];
  // The names of values are no words of the text.
  const words = text.replace(/\{\w+, (?:plural|select|selectordinal),/g, '{').replace(/\{\w+\}/g, 'x');
  return rules.flatMap(({ turn, instead }) => {
    const [found] = turn.exec(words) ?? [];
    return found === undefined ? [] : [`has “${found}”: ${instead}`];
  });
};

const problemsOfPart = (tag: string, area: Area, part: string, texts: Texts): readonly string[] => {
  const base = english.get(area)?.get(part);
  const file = `${tag}/${area}/${part}.json`;
  if (base === undefined) return [`${file}: English has no such part`];
  const notes = notesOf(area, part);
  return Object.entries(texts).flatMap(([name, text]) => {
    const englishText = base[name];
    if (englishText === undefined) return [`${file}: ${name} is not a text of the English catalogue`];
    const problems = [...problemsOfText(tag, text, englishText, notes.get(name)), ...bannedIn(tag, text)];
    return problems.map((problem) => `${file}: ${name} ${problem}`);
  });
};

/** Whether a language is a layer upon another one of the same name, such as `en-GB` upon `en`. */
const isLayer = ({ tag, fallback }: LanguageEntry): boolean => tag.split('-')[0] === (fallback ?? 'en').split('-')[0];

const missingTexts = (entry: LanguageEntry): readonly string[] => {
  if (isLayer(entry) && entry.tag !== 'en') return [];
  return entry.readers.flatMap((reader) =>
    AREAS_OF[reader].flatMap((area) => {
      const { has, of } = coverageOf(entry.tag, area);
      return has === of ? [] : [`${entry.tag}/${area}: ${of - has} of ${of} texts are missing`];
    }),
  );
};

/** Whether an English text is one word, which does not say whether it is a verb or a noun, and where it stands. */
const isOneWord = (text: string): boolean =>
  text.trim().split(/\s+/).length === 1 && /\p{L}{2}/u.test(text.replace(/\{[^{}]*\}/g, ''));

/** The texts of a part that a translator cannot understand alone, and the notes of texts that there are not. */
export const noteProblems = (
  area: Area,
  part: string,
  texts: Texts,
  notes = notesOf(area, part),
): readonly string[] => {
  const file = `notes/${area}/${part}.json`;
  const missing = Object.entries(texts).filter(
    ([name, text]) => isOneWord(text) && notes.get(name)?.note === undefined,
  );
  const unknown = [...notes.keys()].filter((name) => name !== '' && texts[name] === undefined);
  return [
    ...missing.map(([name, text]) => `${file}: ${name}, “${text}”, needs a note: verb or noun, and where it stands`),
    ...unknown.map((name) => `${file}: ${name} is not a text of the English catalogue`),
  ];
};

/** All problems of all catalogues. */
export const problems = (): readonly string[] => [
  ...catalogueTags.flatMap((tag) =>
    AREAS.flatMap((area) => [...partsOf(tag, area)].flatMap(([part, texts]) => problemsOfPart(tag, area, part, texts))),
  ),
  ...languages.flatMap(missingTexts),
  ...[...english].flatMap(([area, parts]) => [...parts].flatMap(([part, texts]) => noteProblems(area, part, texts))),
];
