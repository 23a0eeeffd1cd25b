import { COUNTRY_CODES } from '../../../kernel/countries.ts';
import { lazily } from '../../../kernel/lazily.ts';
import { ALPHA_3 } from './alpha-3.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Everyday names that no list of languages has. */
const OTHERS: Readonly<Record<string, string>> = {
  us: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  republicofireland: 'IE',
  eire: 'IE',
  uae: 'AE',
  holland: 'NL',
  czechrepublic: 'CZ',
  turkey: 'TR',
  burma: 'MM',
  ivorycoast: 'CI',
  capeverde: 'CV',
  swaziland: 'SZ',
  macedonia: 'MK',
  easttimor: 'TL',
  russianfederation: 'RU',
  koreasouth: 'KR',
  republicofkorea: 'KR',
};

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[^\p{L}]/gu, '');

/** Adds the names of countries in a language; names that are there stay. */
const addNames = (found: Map<string, string>, language: string, codes: readonly string[]): void => {
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style });
    for (const code of codes) {
      const name = names.of(code);
      if (name !== undefined && !found.has(bare(name))) found.set(bare(name), code);
    }
  }
};

const known = lazily((): Map<string, string> => {
  const found = new Map(Object.entries(OTHERS));
  for (const language of LANGUAGES) addNames(found, language, COUNTRY_CODES);
  return found;
});

/** The countries by the language that most people there speak. */
const byLanguage = lazily(
  (): ReadonlyMap<string, readonly string[]> =>
    Map.groupBy(COUNTRY_CODES, (code) => new Intl.Locale(`und-${code}`).maximize().language),
);

/** What countries call themselves. Most files need no names of these languages, so that they are loaded for others only. */
const ownNames = lazily((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [language, codes] of byLanguage()) addNames(found, language, codes);
  return found;
});

const named = (name: string): string | undefined => known().get(name) ?? ownNames().get(name);

/**
 * The code of a country (ISO 3166-1 alpha-2) by its code of alpha-3, or by its name in one of several languages or in its own
 * (moving.md "Countries"); other text stays.
 */
export const readCountry = (text: string): string =>
  /^[a-z]{2}$/i.test(text) && text.toLowerCase() !== 'uk'
    ? text.toUpperCase()
    : (ALPHA_3.get(text.toUpperCase()) ?? named(bare(text)) ?? text);
