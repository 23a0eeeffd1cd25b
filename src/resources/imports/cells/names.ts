// Whole names of people in one column.

import { invalidParam } from '../../../kernel/problem.ts';
import { type ColumnNote, noteOf } from '../notes.ts';
import { short } from '../row-problems.ts';

/** Which name comes first in a column of whole names. */
export const NAME_ORDERS = ['first-last', 'last-first'] as const;

export type NameOrder = (typeof NAME_ORDERS)[number];

interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** The words that belong to the family name behind them. */
const PARTICLES = new Set([
  'van',
  'von',
  'vom',
  'zu',
  'zum',
  'zur',
  'den',
  'der',
  'ter',
  'af',
  'av',
  'de',
  'del',
  'della',
  'dello',
  'dei',
  'degli',
  'di',
  'da',
  'das',
  'dos',
  'du',
  'des',
  "d'",
  'la',
  'las',
  'los',
  'les',
  'el',
  'al',
  'bin',
  'bint',
  'ibn',
  'abu',
  'st',
]);
/** The same where they have no capital: there are people of this name too. */
const SMALL_PARTICLES = new Set(['ben', 'do', 'in', "'t", 'le', 'lo', 'op', 'san', 'santa', 'te', 'ten']);
/** What joins two family names: `Ortega y Gasset`. */
const JOINS = new Set(['y', 'i', 'e']);

/** What is behind a family name and belongs to it. */
const SUFFIXES = new Set(['jr', 'sr', 'jnr', 'snr', 'ii', 'iii', 'iv', 'esq', 'phd', 'md']);

/** More characters than two names have. */
const LONGEST = 400;

const isSuffix = (word: string): boolean => SUFFIXES.has(word.toLowerCase().replaceAll('.', ''));

const isParticle = (word: string): boolean => {
  const plain = word.replaceAll('’', "'").replace(/\.$/, '');
  return PARTICLES.has(plain.toLowerCase()) || SMALL_PARTICLES.has(plain);
};

const joined = (words: readonly string[]): string => words.join(' ');

/** How many words of a name are its family name where that is last; the first word is never of it. */
const familyAtEnd = (words: readonly string[]): number => {
  const most = words.length - 1;
  let count = 1;
  while (count < most && isSuffix(words[words.length - count] ?? '')) count += 1;
  for (;;) {
    const before = words[words.length - count - 1] ?? '';
    const taken = isParticle(before) ? 1 : JOINS.has(before) ? 2 : 0;
    if (taken === 0 || count + taken > most) return count;
    count += taken;
  }
};

/** The same where it is first; the last word is never of it. */
const familyAtStart = (words: readonly string[]): number => {
  const most = words.length - 1;
  let count = 1;
  while (count < most && isParticle(words[count - 1] ?? '')) count += 1;
  if (JOINS.has(words[count] ?? '') && count + 2 <= most) count += 2;
  while (count < most && isSuffix(words[count] ?? '')) count += 1;
  return count;
};

/** A name of several words without a comma. */
const splitWords = (words: readonly string[], order: NameOrder): PersonName => {
  const count = order === 'first-last' ? words.length - familyAtEnd(words) : familyAtStart(words);
  const [before, behind] = [joined(words.slice(0, count)), joined(words.slice(count))];
  return order === 'first-last' ? { firstName: before, lastName: behind } : { firstName: behind, lastName: before };
};

type ReadName =
  /** `Lee, Ann`: the comma says which is which. */
  | { readonly kind: 'comma'; readonly name: PersonName }
  /** `Ann Lee`: someone has to say it. */
  | { readonly kind: 'open'; readonly words: readonly string[] }
  | { readonly kind: 'other' };

const readName = (text: string): ReadName => {
  if (text.length > LONGEST) return { kind: 'other' };
  const parts = text.split(',').map((part) => part.split(/\s+/).filter(Boolean));
  const [last = [], ...others] = parts.filter((words) => words.length > 0);
  const suffixes = others.filter((words) => words.every(isSuffix)).flat();
  const [first, ...more] = others.filter((words) => !words.every(isSuffix));
  if (more.length > 0) return { kind: 'other' };
  const family = [...last, ...suffixes];
  if (first !== undefined) {
    return { kind: 'comma', name: { firstName: joined(first), lastName: joined(family) } };
  }
  return last.length < 2 ? { kind: 'other' } : { kind: 'open', words: family };
};

/** A name that has no comma, in both orders; undefined for one that needs no order, or that no order helps. */
export const bothOrders = (text: string): Readonly<Record<NameOrder, PersonName>> | undefined => {
  const read = readName(text);
  if (read.kind !== 'open') return undefined;
  return { 'first-last': splitWords(read.words, 'first-last'), 'last-first': splitWords(read.words, 'last-first') };
};

const shown = ({ firstName, lastName }: PersonName): string =>
  `first name '${short(firstName)}', last name '${short(lastName)}'`;

const MOST_SHOWN = 4;

/** The whole names of one column (moving.md "Names in one column"), and how the first of each kind were read. */
export class NameColumn {
  readonly #heading: string;
  readonly #order: NameOrder | undefined;
  readonly #examples = new Map<string, { readonly text: string; readonly name: PersonName }>();

  constructor(heading: string, order: NameOrder | undefined) {
    this.#heading = short(heading);
    this.#order = order;
  }

  /** The first and the last name of a cell. @throws Problem 400 for one that nothing says how to split. */
  read(text: string): PersonName {
    const read = readName(text);
    if (read.kind === 'other') {
      throw invalidParam('', `'${short(text)}' is not a first and a last name. Write it with a comma: 'Lee, Ann'.`, {
        reason: 'unclear_name',
      });
    }
    if (read.kind === 'comma') return this.#note('comma', text, read.name);
    if (this.#order !== undefined) {
      return this.#note(String(Math.min(read.words.length, MOST_SHOWN)), text, splitWords(read.words, this.#order));
    }
    const [first, last] = [splitWords(read.words, 'first-last'), splitWords(read.words, 'last-first')];
    throw invalidParam(
      '',
      `'${short(text)}' can be ${shown(first)}, or ${shown(last)}. Choose the order: names=first-last or names=last-first ` +
        "(studiod import: '--names first-last').",
      { reason: 'unclear_name' },
    );
  }

  #note(kind: string, text: string, name: PersonName): PersonName {
    if (!this.#examples.has(kind)) this.#examples.set(kind, { text: short(text), name });
    return name;
  }

  note(): ColumnNote | undefined {
    if (this.#examples.size === 0) return undefined;
    const read = [...this.#examples.values()];
    const message = `Column '${this.#heading}': ${read.map(({ text, name }) => `'${text}' is ${shown(name)}`).join('; ')}.`;
    const examples = read.map(({ text, name: { firstName, lastName } }) => ({
      text,
      value: `${short(lastName)}, ${short(firstName)}`,
    }));
    return noteOf('names_split', this.#heading, message, { examples });
  }
}
