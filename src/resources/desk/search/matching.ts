import { searchedWords } from '../../../kernel/folding.ts';
import { digitsOf, lettersOf, PHRASE_LETTERS, phoneOf, searchWords } from '../../clients/search.ts';

const hasAll = (text: string, words: readonly string[]): boolean => {
  // Accents alone fold to nothing, which every name would have.
  if (words.length === 0) return false;
  const whole = ` ${searchedWords(text).join(' ')}`;
  return words.every((word) => whole.includes(lettersOf(word) < PHRASE_LETTERS ? ` ${word}` : word));
};

interface Findable {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Finds clients and sessions that were read already, by the same words as the search index finds clients. */
export const matcherOf = (search: string) => {
  const words = searchWords(search);
  const digits = phoneOf(search);
  return {
    isClient: ({ firstName, lastName, email, phone }: Findable): boolean =>
      hasAll(`${firstName} ${lastName} ${email ?? ''}`, words) ||
      (digits !== undefined && digitsOf(phone ?? '').includes(digits)),
    isNamed: (name: string): boolean => hasAll(name, words),
  };
};
