/** A text without accents, capitals and marks, to find it by. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether one of some texts has what was typed at the beginning of a word: "sao p" finds "America/São Paulo". */
export const isFoundBy = (texts: readonly string[], typed: string): boolean =>
  texts.some((text) => ` ${plain(text)}`.includes(` ${plain(typed)}`));

/** Cities that name a zone by another name than browsers list it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Kolkata, Mumbai, New Delhi',
  'Asia/Kolkata': 'Calcutta, Mumbai, New Delhi',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Europe/Kiev': 'Kyiv',
  'Europe/Berlin': 'München, Hamburg, Köln, Frankfurt',
  'Europe/Zurich': 'Zürich, Genève, Basel, Bern',
  'America/New_York': 'Boston, Miami, Washington, Atlanta',
  'America/Los_Angeles': 'San Francisco, Seattle, San Diego',
  'America/Chicago': 'Austin, Dallas, Houston',
  'America/Sao_Paulo': 'São Paulo, Rio de Janeiro',
};

/** What else a time zone is found by. */
export const otherNamesOf = (zone: string): string => OTHER_NAMES[zone] ?? '';
