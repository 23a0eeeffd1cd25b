import { type Column, columnNamed, columnsOf } from '../../../http/csv-columns.ts';
import type { TObject } from '../../../kernel/schemas.ts';
import { type HeadingMap, namesBy } from '../headings.ts';
import { bareHeading, isDerivedElsewhere, knownHeadings } from './known.ts';
import { importColumns, wholeName, wholeNameBeside } from './whole-names.ts';

/** Why a column is a field: the request says it, an earlier import did, it has its name, or other systems call it so. */
export const MATCHES = ['map', 'kept', 'name', 'known'] as const;

export interface Guess {
  readonly heading: string;
  readonly column: Column | undefined;
  /** null for a column that nothing is known of, or that another one is already. */
  readonly by: (typeof MATCHES)[number] | null;
  /** Whether exports have it and imports do not take it, since it follows from other fields. */
  readonly isDerived: boolean;
  /** Whether an import finds it without a map. */
  readonly isPlain: boolean;
}

interface Known {
  readonly name: string;
  readonly shape: TObject;
  readonly exported: TObject;
  readonly map: HeadingMap;
  /** Headings without case, spaces and punctuation, and their fields. */
  readonly kept: ReadonlyMap<string, string>;
}

interface Found {
  readonly field: string;
  readonly by: (typeof MATCHES)[number];
  /** The lower, the surer. */
  readonly rank: number;
}

const FIRST_KNOWN = 10;
/** `ID`, which is less than `Client ID`. */
const LAST_KNOWN = 1000;

class Guesser {
  readonly #columns: readonly Column[];
  readonly #exported: readonly Column[];
  readonly #names: ReadonlyMap<string, string>;
  readonly #known = new Map<string, readonly [field: string, rank: number]>();

  constructor(readonly family: Known) {
    this.#columns = importColumns(family.shape);
    this.#exported = columnsOf(family.exported);
    this.#names = namesBy(this.#columns, family.name);
    for (const { name } of this.#columns) this.#known.set(bareHeading(name), [name, FIRST_KNOWN - 1]);
    if (columnNamed(this.#columns, 'externalId') !== undefined) this.#known.set('id', ['externalId', LAST_KNOWN]);
    // `Client ID` of another system is not the id that a record has here.
    for (const [field, headings] of knownHeadings(family.name)) {
      for (const [index, heading] of headings.entries()) this.#known.set(heading, [field, FIRST_KNOWN + index]);
    }
  }

  guess(headings: readonly string[]): Guess[] {
    const found = headings.map((heading) => this.#find(heading));
    const best = new Map<string, number>();
    for (const [index, each] of found.entries()) {
      if (each === undefined || each.field === '') continue;
      const before = best.get(each.field);
      if (before === undefined || each.rank < (found[before]?.rank ?? 0)) best.set(each.field, index);
    }
    const guesses = found.map((each, index): Guess => {
      const heading = headings[index] ?? '';
      const isDerived =
        each === undefined &&
        (columnNamed(this.#exported, heading) !== undefined || isDerivedElsewhere(this.family.name, heading));
      if (each === undefined) return { heading, column: undefined, by: null, isDerived, isPlain: isDerived };
      const isChosen = each.field !== '' && best.get(each.field) === index;
      const column = isChosen ? columnNamed(this.#columns, each.field) : undefined;
      const by = isChosen || each.field === '' ? each.by : null;
      return { heading, column, by, isDerived: false, isPlain: this.#isPlain(heading, column) };
    });
    const fields = new Set(guesses.map(({ column }) => column?.name));
    return guesses.map((guess) => (guess.column === wholeName ? this.#besides(guess, fields) : guess));
  }

  /** What a column of whole names is beside the others; an import finds the same. */
  #besides(guess: Guess, fields: ReadonlySet<string | undefined>): Guess {
    const name = wholeNameBeside(guess.heading, fields);
    if (name === undefined) return { ...guess, column: undefined, by: null, isDerived: true };
    return { ...guess, column: columnNamed(this.#columns, name) };
  }

  #isPlain(heading: string, column: Column | undefined): boolean {
    const exact = columnNamed(this.#columns, heading)?.name;
    if (exact === wholeName.name) return false;
    return column !== undefined && (exact ?? this.#names.get(bareHeading(heading))) === column.name;
  }

  #find(heading: string): Found | undefined {
    const { map, kept } = this.family;
    const said = map.get(heading);
    if (said !== undefined) return { field: said, by: 'map', rank: 0 };
    const before = kept.get(bareHeading(heading));
    if (before !== undefined && (before === '' || columnNamed(this.#columns, before) !== undefined)) {
      return { field: before, by: 'kept', rank: 1 };
    }
    const exact = columnNamed(this.#columns, heading);
    if (exact !== undefined && exact !== wholeName) return { field: exact.name, by: 'name', rank: 2 };
    if (columnNamed(this.#exported, heading) !== undefined) return undefined;
    const [field, rank] = this.#known.get(bareHeading(heading)) ?? [];
    if (field === undefined || rank === undefined) return undefined;
    return { field, by: rank < FIRST_KNOWN ? 'name' : 'known', rank };
  }
}

/** What each column of a file is. No two columns are the same field. */
export const guessColumns = (headings: readonly string[], family: Known): readonly Guess[] =>
  new Guesser(family).guess(headings);

/** The `map` with which an import takes the columns as they were guessed. */
export const mapOf = (guesses: readonly Guess[]): string => {
  const times = Map.groupBy(guesses, ({ heading }) => bareHeading(heading));
  return guesses
    .filter((guess) => !guess.isPlain || (times.get(bareHeading(guess.heading))?.length ?? 0) > 1)
    .map(({ heading, column }) => `${heading.replaceAll(',', ' ').trim()}=${column?.name ?? ''}`)
    .join(',');
};
