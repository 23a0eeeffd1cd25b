import { foldedApart, foldedTogether, searchTerm } from '../../../kernel/folding.ts';

/** A text as it is compared: folded as the server folds it, without its apostrophes and hyphens, and with spaces for them. */
const writingsOf = (text: string): string[] => [foldedTogether(text).trim(), foldedApart(text).trim()];

/** Whether a text has what was typed anywhere: `obrien` is in `Kim O’Brien`. */
export const hasText = (text: string, typed: string): boolean => {
  const wanted = writingsOf(typed);
  return writingsOf(text).some((writing) => wanted.some((each) => writing.includes(each)));
};

const wordsOf = (writing: string): string => writing.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** Whether one of some texts has what was typed at the beginning of a word: "sao p" finds "America/São Paulo". */
export const matches = (texts: readonly string[], typed: string): boolean => {
  const wanted = writingsOf(typed).map(wordsOf);
  const written = texts.flatMap(writingsOf).map(wordsOf);
  return written.some((writing) => wanted.some((each) => ` ${writing}`.includes(` ${each}`)));
};

const named = (text: string): string => searchTerm(text.trim()).replaceAll(/\s+/g, ' ');

/** Whether two texts are one name, however it is written. */
export const isSameName = (left: string, right: string): boolean => named(left) === named(right);

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
