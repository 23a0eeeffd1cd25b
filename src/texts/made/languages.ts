// Written by scripts/texts from the catalogues. Change those, and run it again.
export const languages = [
  { tag: 'en', name: 'English', fallback: null, regions: [], forms: [], readers: ['staff', 'members'] },
  {
    tag: 'en-GB',
    name: 'English (UK)',
    fallback: 'en',
    regions: ['en-AU', 'en-IE', 'en-NZ', 'en-ZA', 'en-IN'],
    forms: [],
    readers: ['staff', 'members'],
  },
  {
    tag: 'de',
    name: 'Deutsch',
    fallback: 'en',
    regions: [],
    forms: ['informal', 'formal'],
    readers: ['staff', 'members'],
  },
  { tag: 'es', name: 'Español', fallback: 'en', regions: [], forms: [], readers: ['staff', 'members'] },
  { tag: 'fr', name: 'Français', fallback: 'en', regions: [], forms: [], readers: ['staff', 'members'] },
  { tag: 'it', name: 'Italiano', fallback: 'en', regions: [], forms: [], readers: ['members'] },
] as const;

/** The languages of the console. */
export const STAFF_LANGUAGES = ['en', 'en-GB', 'de', 'es', 'fr'] as const;

/** The languages of what members read. */
export const MEMBER_LANGUAGES = ['en', 'en-GB', 'de', 'es', 'fr', 'it'] as const;
