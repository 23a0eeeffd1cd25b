// Reads the catalogues below src/texts: one JSON file for each language, area and part.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const textsFolder = resolve(import.meta.dir, '../../src/texts');

/** What reads the texts, and so what is loaded together. */
export const AREAS = ['console', 'refusals', 'book', 'mail', 'pages'] as const;
export type Area = (typeof AREAS)[number];

/** The areas that a language for staff has, and those that a language for members has. */
export const AREAS_OF: Readonly<Record<Reader, readonly Area[]>> = {
  staff: ['console', 'refusals'],
  members: ['book', 'mail', 'pages'],
};
export type Reader = 'staff' | 'members';

/** A language as `languages.json` declares it. */
export interface LanguageEntry {
  /** A language tag of BCP 47, such as `pt-BR`. */
  readonly tag: string;
  /** Its name in the language itself. */
  readonly name: string;
  /** Who can choose it. The others read its fallback. */
  readonly readers: readonly Reader[];
  /** The language of texts that it does not have; English where none is named. */
  readonly fallback?: string;
  /** Tags that read it as well, such as `en-AU` for `en-GB`. */
  readonly regions?: readonly string[];
  /** How it can address members. The first form is in the folder of the language, the others in `<tag>-x-<form>`. */
  readonly forms?: readonly string[];
}

/** The texts of one file by name. */
export type Texts = Readonly<Record<string, string>>;

/** The texts of an area in one language, by part. The files of a part are in the order of their names. */
export type Parts = ReadonlyMap<string, Texts>;

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const languages: readonly LanguageEntry[] = json(join(textsFolder, 'languages.json')) as LanguageEntry[];

/** The folders of texts: each language, and each further form of address. */
export const catalogueTags: readonly string[] = languages.flatMap(({ tag, forms = [] }) => [
  tag,
  ...forms.slice(1).map((form) => `${tag}-x-${form}`),
]);

/** The parts of an area in a language: none where it has no such folder. */
export const partsOf = (tag: string, area: Area): Parts => {
  const folder = join(textsFolder, tag, area);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(names.sort().map((name) => [name.replace('.json', ''), json(join(folder, name)) as Texts]));
};

/** The English texts decide which parts and texts there are. */
export const english: ReadonlyMap<Area, Parts> = new Map(AREAS.map((area) => [area, partsOf('en', area)]));

/** Where a text that a language lacks comes from: the language itself comes last. */
const chainOf = (tag: string): readonly string[] => {
  const base = tag.replace(/-x-.*/, '');
  const own = base === tag ? [tag] : [base, tag];
  const entry = languages.find((each) => each.tag === base);
  if (entry === undefined || base === 'en') return own;
  return [...chainOf(entry.fallback ?? 'en'), ...own];
};

/** The texts that a language has of an area, of all that English has. */
export const coverageOf = (tag: string, area: Area): { readonly has: number; readonly of: number } => {
  const own = partsOf(tag, area);
  const all = [...(english.get(area) ?? [])].flatMap(([part, texts]) => Object.keys(texts).map((name) => [part, name]));
  const has = all.filter(([part = '', name = '']) => own.get(part)?.[name] !== undefined);
  return { has: has.length, of: all.length };
};

/** The folders that are read for an area in a language: only itself where nothing is missing. */
export const neededFor = (tag: string, area: Area): readonly string[] => {
  const needed: string[] = [];
  for (const each of [...chainOf(tag)].reverse()) {
    if (partsOf(each, area).size > 0) needed.unshift(each);
    const { has, of } = coverageOf(each, area);
    if (has === of) break;
  }
  return needed;
};

/** Parts that code reads under one name, such as `session` and `session-first`. */
const nameOf = (part: string): string => part.replace(/-first$/, '');

/** `sign-in` as code names it: `signIn`. */
export const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replaceAll('-', '_');

/** The name of a part in keys: kinds of messages are written as the API writes them. */
export const keyOf = (area: Area, part: string): string =>
  area === 'mail' ? snake(nameOf(part)) : camel(nameOf(part));
