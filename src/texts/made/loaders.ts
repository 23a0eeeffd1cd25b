// Written by scripts/texts from the catalogues. Change those, and run it again.
import type { Load } from '../catalogue.ts';
import type { StaffLanguage } from '../languages.ts';

export const FIRST: Readonly<Record<StaffLanguage, Load>> = {
  en: [() => import('./first/en.ts')],
  'en-GB': [() => import('./first/en.ts'), () => import('./first/en-gb.ts')],
  de: [() => import('./first/de.ts')],
  es: [() => import('./first/es.ts')],
  fr: [() => import('./first/fr.ts')],
};

export const ALL: Readonly<Record<StaffLanguage, Load>> = {
  en: [() => import('./console/en.ts')],
  'en-GB': [() => import('./console/en.ts'), () => import('./console/en-gb.ts')],
  de: [() => import('./console/de.ts')],
  es: [() => import('./console/es.ts')],
  fr: [() => import('./console/fr.ts')],
};

export const REFUSALS: Readonly<Record<StaffLanguage, Load>> = {
  en: [() => import('./refusals/en.ts')],
  'en-GB': [() => import('./refusals/en.ts'), () => import('./refusals/en-gb.ts')],
  de: [() => import('./refusals/de.ts')],
  es: [() => import('./refusals/es.ts')],
  fr: [() => import('./refusals/fr.ts')],
};

export const FIRST_TEXTS: Readonly<Record<StaffLanguage, readonly string[]>> = {
  en: ['en'],
  'en-GB': ['en', 'en-gb'],
  de: ['de'],
  es: ['es'],
  fr: ['fr'],
};
