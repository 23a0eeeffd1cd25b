import { COUNTRY_CODES } from '../../../kernel/countries.ts';
import { lazily } from '../../../kernel/lazily.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Names that no list of languages has. */
const OTHERS: Readonly<Record<string, string>> = {
  usa: 'US',
  us: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  uae: 'AE',
  holland: 'NL',
  czechrepublic: 'CZ',
};

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

const codes = lazily((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of COUNTRY_CODES) {
      const name = names.of(code);
      if (name !== undefined && !found.has(bare(name))) found.set(bare(name), code);
    }
  }
  for (const [name, code] of Object.entries(OTHERS)) found.set(name, code);
  return found;
});

/** The code of a country (ISO 3166-1 alpha-2) by its name in one of several languages; other text stays. */
export const readCountry = (text: string): string =>
  /^[a-z]{2}$/i.test(text) && text.toLowerCase() !== 'uk' ? text.toUpperCase() : (codes().get(bare(text)) ?? text);
