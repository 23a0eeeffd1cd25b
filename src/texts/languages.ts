import { languages, type MEMBER_LANGUAGES, type STAFF_LANGUAGES } from './made/languages.ts';

/** A language that has texts, by its tag of BCP 47. */
export type Language = (typeof languages)[number]['tag'];
export type StaffLanguage = (typeof STAFF_LANGUAGES)[number];
/** A language of what members read: pages, mails, receipts. */
export type MemberLanguage = (typeof MEMBER_LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = Object.assign(
  {},
  ...languages.map(({ tag, name }) => ({ [tag]: name })),
);

const regions = (tag: string): readonly string[] => languages.find((each) => each.tag === tag)?.regions ?? [];

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The language of a tag: itself, one that is read in its region, or what is left without its last part (RFC 4647, 3.4). */
const lookUp = <Tag extends Language>(wanted: string, known: readonly Tag[]): Tag | undefined => {
  const parts = wanted.trim().replaceAll('_', '-').split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const tag = parts.slice(0, length).join('-');
    const found = known.find((each) => isSame(each, tag) || regions(each).some((region) => isSame(region, tag)));
    if (found !== undefined) return found;
  }
  // A studio in Portugal is better read in the Portuguese of Brazil than in English.
  return known.find((each) => isSame(each.split('-')[0] ?? '', parts[0] ?? ''));
};

/** The first language that is wanted and known, by tags of BCP 47 such as `en-AU`; English where there is none. */
export const languageOf = <Tag extends Language>(
  wanted: readonly (string | null | undefined)[],
  known: readonly Tag[],
): Tag | 'en' => {
  for (const tag of wanted) {
    const found = tag ? lookUp(tag, known) : undefined;
    if (found !== undefined) return found;
  }
  return 'en';
};

/** The tags of an `Accept-Language` header, in the order in which they stand. */
export const acceptedTags = (header: string): string[] =>
  header.split(',').map((each) => each.split(';')[0]?.trim() ?? '');

/** Where the texts of a language come from: its fallbacks first, the language itself last. */
export const chainOf = (language: Language): readonly Language[] => {
  const entry = languages.find(({ tag }) => tag === language);
  return entry?.fallback == null ? [language] : [...chainOf(entry.fallback), language];
};
