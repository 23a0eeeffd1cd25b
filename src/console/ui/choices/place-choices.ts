import { useMemo } from 'react';
import { COUNTRY_CODES } from '../../../kernel/countries.ts';
import { CURRENT_CURRENCIES } from '../../../kernel/currencies.ts';
import { languages } from '../../../texts/made/languages.ts';
import { pageLanguage } from '../../base/texts.tsx';
import { otherNamesOf } from './matches.ts';
import type { Choice } from './select.tsx';

const LOCALES = [
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'en-IE',
  'de-DE',
  'de-AT',
  'de-CH',
  'es-ES',
  'es-MX',
  'es-AR',
  'fr-FR',
  'fr-CA',
  'fr-CH',
  'fr-BE',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'nb-NO',
  'pl-PL',
];

const choicesOf = (ids: readonly string[], nameOf: (id: string) => string | undefined): Choice[] =>
  [...new Set(ids)].map((id) => ({ id, name: nameOf(id) ?? id })).sort((a, b) => a.name.localeCompare(b.name));

/** Languages with their countries, by name. @param own a locale that is among them in any case */
export const useLocaleChoices = (own: string): readonly Choice[] => {
  const language = pageLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return choicesOf([own, ...LOCALES], (id) => names.of(id));
  }, [language, own]);
};

/** The currencies that people pay with, by name. @param own a currency that is among them in any case */
export const useCurrencyChoices = (own: string): readonly Choice[] => {
  const language = pageLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return choicesOf([own, ...CURRENT_CURRENCIES].filter(Boolean), (id) => {
      const name = names.of(id);
      // A browser does not know the newest ones by name.
      return name === undefined || name === id ? id : `${name}, ${id}`;
    });
  }, [language, own]);
};

/** All time zones, found by their cities. @param own a zone that is among them in any case */
export const useZoneChoices = (own: string): readonly Choice[] =>
  useMemo(() => {
    const choices = choicesOf([own, ...Intl.supportedValuesOf('timeZone')], (id) => id.replaceAll('_', ' '));
    return choices.map((choice) => ({ ...choice, find: otherNamesOf(choice.id) }));
  }, [own]);

/** The name of a language in another one, as far as that has one. */
export const languageNameIn = (tag: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** The name of a language of the console in the language itself; of others, in that of the page. */
export const languageName = (tag: string): string =>
  languages.find((each) => each.tag === tag)?.name ?? languageNameIn(tag, pageLanguage());

const countryNames = (language: string): Intl.DisplayNames => new Intl.DisplayNames(language, { type: 'region' });

/** The name of a country by its code; other text stays. */
export const countryName = (code: string): string =>
  COUNTRY_CODES.includes(code) ? (countryNames(pageLanguage()).of(code) ?? code) : code;

/** All countries, by name, after the choice of no country. @param none what this choice is called. */
export const useCountryChoices = (none: string): readonly Choice[] => {
  const language = pageLanguage();
  return useMemo(() => {
    const names = countryNames(language);
    return [{ id: '', name: none }, ...choicesOf(COUNTRY_CODES, (id) => names.of(id))];
  }, [language, none]);
};
