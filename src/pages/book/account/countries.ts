import { COUNTRY_CODES } from '../../../kernel/countries.ts';

interface Country {
  readonly code: string;
  readonly name: string;
}

/** The list of a language, which is made once. */
const lists = new Map<string, readonly Country[]>();

/** All countries, by their names in a language. */
export const countriesIn = (language: string): readonly Country[] => {
  const made = lists.get(language);
  if (made !== undefined) return made;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((left, right) =>
    left.name.localeCompare(right.name, language),
  );
  lists.set(language, countries);
  return countries;
};
