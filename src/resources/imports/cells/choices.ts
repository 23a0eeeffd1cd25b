// Columns whose cells are one of a few words.

import type { Column } from '../../../http/csv-columns.ts';
import { didYouMean } from '../../../kernel/did-you-mean.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { branchesOf, type TSchema, WEEKDAYS } from '../../../kernel/schemas.ts';
import { type ColumnNote, noteOf } from '../notes.ts';
import { short } from '../row-problems.ts';
import { bareWord } from './bare-word.ts';
import { knownWords } from './known-words.ts';

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Yes and no in the languages of the systems that studios come from. */
const YES_NO: Readonly<Record<string, string>> = {
  true: 'true yes y on ja j wahr si s verdadero oui o vrai sim',
  false: 'false no n off nein falsch falso non faux nee nao',
};

const FLAGS = new Map(
  Object.entries(YES_NO).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
);

const choicesOf = (schema: TSchema | undefined): string[] =>
  (schema === undefined ? [] : branchesOf(schema))
    .flatMap(({ const: word }) => word ?? [])
    .filter((word) => typeof word === 'string');

/** The words of this program for the choices of a field, without case, spaces and punctuation; none for another field. */
export const wordsOf = (schema: TSchema | undefined): ReadonlyMap<string, string> => {
  const named = choicesOf(schema).map((word) => [bareWord(word), word] as const);
  const isWeekday = named.length > 0 && named.every(([, word]) => WEEKDAYS.some((day) => day === word));
  const days = DAY_NAMES.flatMap((name, index) =>
    [3, 4, 5, name.length].map((length) => [name.slice(0, length), WEEKDAYS[index] ?? ''] as const),
  );
  return new Map(isWeekday ? [...days, ...named] : named);
};

const isFlag = ({ schema }: Column): boolean => schema.type === 'boolean';

/** What `values` can say of a column; undefined for one that takes other values. */
const allowedIn = (column: Column): readonly string[] | undefined => {
  if (isFlag(column)) return ['true', 'false'];
  const allowed = choicesOf(column.schema);
  return allowed.length === 0 || allowed.length < branchesOf(column.schema).length ? undefined : allowed;
};

/** The words that a request gives for one column, as they are and without case and punctuation. */
type Given = ReadonlyMap<string, string>;

const NO_WORDS: Given = new Map();

const HOW = "Use the form 'status:Prospect=lead': a field, ':', the word in the file, '=', and the value.";

/** `status:Prospect=lead,Frozen=suspended,paymentMethod:Visa=card`: what the words of a file are. */
export class ValueMap {
  readonly #given = new Map<string, Map<string, string>>();

  /** @throws Problem 400 for a text of another form. */
  constructor(values = '') {
    let field = '';
    for (const pair of values === '' ? [] : values.split(',')) {
      const equals = pair.lastIndexOf('=');
      const colon = pair.indexOf(':');
      const word = pair.slice(colon + 1, equals).trim();
      if (colon > 0 && colon < equals) field = pair.slice(0, colon).trim();
      if (equals < 1 || word === '' || field === '')
        throw invalidParam('values', `'${short(pair)}': ${HOW}`, { reason: 'not_accepted' });
      const value = pair.slice(equals + 1).trim();
      const words = this.#given.get(field) ?? new Map<string, string>();
      this.#given.set(field, words.set(word, value).set(bareWord(word), value));
    }
  }

  /** The words of a column, which is named by its field or its heading. */
  of({ name }: Column, heading: string): Given {
    return this.#given.get(name) ?? this.#given.get(heading) ?? NO_WORDS;
  }

  /** @throws Problem 400 for a column that the file does not have, or a value that it does not take. */
  check(columns: readonly (Column | undefined)[], headings: readonly string[]): void {
    for (const [field, words] of this.#given) {
      const column = columns.find((each, index) => each?.name === field || headings[index]?.trim() === field);
      const allowed = column && allowedIn(column);
      if (column === undefined || allowed === undefined) {
        const names = columns.flatMap((each) => (each === undefined || allowedIn(each) === undefined ? [] : each.name));
        const choices = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
        throw invalidParam('values', `The file has no column of choices '${short(field)}'. ${choices}`, {
          reason: 'not_accepted',
        });
      }
      const wrong = [...words.values()].find((value) => value !== '' && !allowed.includes(value));
      if (wrong === undefined) continue;
      const near = didYouMean(wrong, allowed);
      const message = `'${short(wrong)}' is not a value of '${column.name}'.${near} Choose one of: ${allowed.join(', ')}.`;
      throw invalidParam('values', message, { reason: 'not_accepted' });
    }
  }
}

/** Who says what a word of another system is: the request, or what is known of these systems. */
export const WORDS_BY = ['values', 'known'] as const;

interface ReadWord {
  readonly value: string;
  /** `own` for a word of this program. */
  readonly by: (typeof WORDS_BY)[number] | 'own';
}

/** `Visa 4242`, `Visa ending in 4242`: a card with its last digits. */
const LAST_DIGITS = /^(\p{L}{2,}?)(?:endingin|ending|x+)?\d{4}$/u;

/** The unknown words of a column that are refused one by one. */
const MOST_REFUSED = 20;

/** The words of one column that takes one of a few, or yes and no. */
export class ChoiceColumn {
  readonly allowed: readonly string[];
  readonly #name: string;
  readonly #heading: string;
  readonly #own: ReadonlyMap<string, string>;
  readonly #known: ReadonlyMap<string, string>;
  readonly #given: Given;
  /** The words of other systems that were read, and what they are. */
  readonly #noted = new Map<string, { readonly text: string; readonly value: string }>();
  readonly #refused = new Set<string>();

  private constructor(
    column: Column,
    allowed: readonly string[],
    { heading, family, values }: { readonly heading: string; readonly family: string; readonly values: ValueMap },
  ) {
    this.allowed = allowed;
    this.#name = column.name;
    this.#heading = short(heading);
    this.#own = isFlag(column) ? FLAGS : wordsOf(column.schema);
    this.#known = knownWords(family, column.name, isFlag(column));
    this.#given = values.of(column, heading);
  }

  /** The words of a column; undefined for one that takes other values. */
  static of(
    column: Column,
    file: { readonly heading: string; readonly family: string; readonly values: ValueMap },
  ): ChoiceColumn | undefined {
    const allowed = allowedIn(column);
    return allowed === undefined ? undefined : new ChoiceColumn(column, allowed, file);
  }

  /** What a word is; undefined for an unknown one. */
  find(text: string): ReadWord | undefined {
    const bare = bareWord(text);
    const given = this.#given.get(text) ?? (bare === '' ? undefined : this.#given.get(bare));
    if (given !== undefined) return { value: given, by: 'values' };
    const own = this.#own.get(bare);
    if (own !== undefined) return { value: own, by: 'own' };
    const known = this.#known.get(bare) ?? this.#known.get(LAST_DIGITS.exec(bare)?.[1] ?? '');
    return known === undefined ? undefined : { value: known, by: 'known' };
  }

  /** The value of a cell. @throws Problem 400 for an unknown word. */
  read(text: string): string {
    const found = this.find(text);
    if (found === undefined) {
      const word = short(text);
      // Problems with the same text are one: each of the first words is its own.
      if (this.#refused.size < MOST_REFUSED) this.#refused.add(word);
      const example = this.#refused.has(word) ? word : 'WORD';
      throw invalidParam(
        '',
        `'${word}' is not known here. Choose one of: ${this.allowed.join(', ')}. Map it with values=${this.#name}:${example}=... ` +
          '(studiod import: --values).',
        { reason: 'unknown_word' },
      );
    }
    if (found.by === 'known') this.#tell(text, found.value);
    return found.value;
  }

  #tell(text: string, value: string): void {
    // Cards differ by their digits alone.
    const word = bareWord(text).replace(/\d{4}$/, '');
    if (!this.#noted.has(word)) this.#noted.set(word, { text: short(text), value });
  }

  note(): ColumnNote | undefined {
    if (this.#noted.size === 0) return undefined;
    const examples = [...this.#noted.values()];
    const words = examples.map(({ text, value }) => `'${text}' is '${value}'`).join(', ');
    return noteOf('values_mapped', this.#heading, `Column '${this.#heading}': ${words}.`, { examples });
  }
}
