import { folded } from '../slugs.ts';

/** The words of a text, without case and accents. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a search, each once. */
export const searchWords = (search: string): string[] => [...new Set(wordsOf(search))];

/** Whether a text has a word that starts with `word`. */
export const hasWord = (text: string, word: string): boolean => wordsOf(text).some((each) => each.startsWith(word));
