import { present } from '../../base/present.ts';
import { pageLanguage } from '../../base/texts.tsx';
import { languageNameIn } from '../../ui/choices/place-choices.ts';
import type { Choice } from '../../ui/choices/select.tsx';

/** The languages that choices offer, as BCP 47 tags. */
const LANGUAGES = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
];

export const languageName = (tag: string): string => languageNameIn(tag, pageLanguage());

/** The name that a language has for itself. */
export const ownLanguageName = (tag: string): string => languageNameIn(tag, tag);

/** Languages to choose from, by name, with the languages that are in use. */
export const languageChoices = (used?: string): Choice[] =>
  [...new Set(present([...LANGUAGES, used !== '' && used]))]
    .map((id) => ({ id, name: languageName(id) }))
    .sort((left, right) => left.name.localeCompare(right.name));
