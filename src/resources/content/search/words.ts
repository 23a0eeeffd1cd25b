import { folded } from '../../../kernel/folding.ts';

export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a search, each once. */
export const searchWords = (search: string): string[] => [...new Set(wordsOf(search))];

export const hasWord = (text: string, word: string): boolean => wordsOf(text).some((each) => each.startsWith(word));
