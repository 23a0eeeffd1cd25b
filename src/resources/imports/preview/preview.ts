import { columnsOf } from '../../../http/csv-columns.ts';
import { CsvError, CsvReader, type CsvRecord } from '../../../kernel/csv.ts';
import { isLocalDate } from '../../../kernel/local-time.ts';
import { isSeen } from '../../../kernel/plain-text.ts';
import { invalid, invalidParam } from '../../../kernel/problem.ts';
import { exportFamilyNamed } from '../../exports/families.ts';
import { inFullYears, orderOf, readDay } from '../cells/dates.ts';
import { type Guess, guessColumns, mapOf } from '../columns/guess.ts';
import { type Encoded, FileDecoder } from '../encoding/file-decoder.ts';
import { HeadingMap, MAX_COLUMNS, requireLines, seenHeading } from '../headings.ts';
import type { ImportFamily } from '../importers/family.ts';
import { inRow, short } from '../row-problems.ts';
import type { ImportPreviewResponse } from './shapes.ts';

const MOST_EXAMPLES = 3;
const MOST_DATES = 4;

/** Fields that only exports of this program have: nobody matches a column to them by hand. */
const isOwn = (name: string): boolean => /^(?:state|id$|createdAt$|updatedAt$|erasedAt$|ledger$)/.test(name);

/** What the dates of a file say about the order of their numbers. */
class DateEvidence {
  readonly headings = new Set<string>();
  readonly #examples: string[] = [];
  readonly #orders = new Set<'mdy' | 'dmy'>();
  readonly #year: number;
  #isAmbiguous = false;

  constructor(year: number) {
    this.#year = year;
  }

  add(heading: string, cell: string): void {
    // Without the time of day that spreadsheets add.
    const [text = ''] = cell.split(/[ ,]/, 1);
    const order = orderOf(inFullYears(text, this.#year));
    if (order === undefined) return;
    this.headings.add(heading);
    if (order === 'ambiguous') this.#isAmbiguous = true;
    else if (order !== 'either') this.#orders.add(order);
    const isNew = order === 'ambiguous' && !this.#examples.includes(text);
    if (isNew && this.#examples.length < MOST_DATES) this.#examples.push(text);
  }

  result(): ImportPreviewResponse['dates'] {
    if (this.headings.size === 0) return null;
    const [order, other] = this.#orders;
    const read = (text: string, as: 'mdy' | 'dmy'): string | null => {
      const day = readDay(inFullYears(text, this.#year), as);
      return isLocalDate(day) ? day : null;
    };
    return {
      order: order === undefined || other !== undefined ? null : order,
      isAmbiguous: this.#isAmbiguous,
      columns: [...this.headings],
      examples: this.#examples.map((text) => ({ text: short(text), mdy: read(text, 'mdy'), dmy: read(text, 'dmy') })),
    };
  }
}

interface Given extends Omit<Encoded, 'isTrial'> {
  readonly map?: string | undefined;
  /** The fields that columns got in an earlier import. */
  readonly kept: ReadonlyMap<string, string>;
  /** The year now, for years of two digits. */
  readonly year: number;
}

/** Reads a CSV file and says what its columns are. */
export class PreviewReader {
  readonly #family: ImportFamily;
  readonly #given: Given;
  readonly #csv = new CsvReader();
  readonly #decoder: FileDecoder;
  readonly #dates: DateEvidence;
  #guesses: readonly Guess[] | undefined;
  #examples: string[][] = [];
  #rows = 0;

  constructor(family: ImportFamily, given: Given) {
    this.#family = family;
    this.#given = given;
    this.#decoder = new FileDecoder({ ...given, isTrial: true });
    this.#dates = new DateEvidence(given.year);
  }

  /** The steps of reading a piece. @throws Problem 400 when the file cannot be read any further. */
  *push(bytes: Uint8Array): Generator<void, void> {
    yield* this.#read(() => this.#csv.push(this.#decoder.decode(bytes)));
  }

  /** The steps of reading the last row. @throws Problem 400 when the file is incomplete. */
  *end(): Generator<void, ImportPreviewResponse> {
    yield* this.#read(() => this.#csv.push(this.#decoder.end()));
    yield* this.#read(() => this.#csv.end());
    const guesses = this.#guesses;
    if (guesses === undefined) {
      throw invalidParam('body', 'The file is empty. Its first row must name the columns.', 'parameter_missing');
    }
    return {
      object: 'import_preview',
      family: this.#family.name,
      rows: this.#rows,
      columns: guesses.flatMap(({ heading, column, by, isDerived }, index) => {
        const examples = this.#examples[index] ?? [];
        return heading === '' ? [] : [{ heading, field: column?.name ?? null, by, isDerived, examples }];
      }),
      fields: columnsOf(this.#family.shape)
        .map(({ name }) => name)
        .filter((name) => !isOwn(name)),
      dates: this.#dates.result(),
      encoding: this.#encoding(),
      map: mapOf(guesses.filter(({ heading }) => heading !== '')),
      notes: this.#decoder.notes(),
    };
  }

  #encoding(): ImportPreviewResponse['encoding'] {
    const { choice } = this.#decoder;
    return choice === undefined ? null : { readAs: choice.encoding, examples: [...choice.examples] };
  }

  *#read(records: () => Iterable<CsvRecord>): Generator<void, void> {
    try {
      for (const { cells } of records()) {
        this.#add(cells);
        yield;
      }
    } catch (error) {
      if (error instanceof CsvError) {
        throw invalid([inRow(error.row, { param: '', code: 'parameter_invalid', message: error.message })]);
      }
      throw error;
    }
  }

  #add(cells: readonly string[]): void {
    if (!cells.some(isSeen)) return;
    if (this.#guesses === undefined) {
      this.#guesses = this.#guess(cells);
      this.#examples = cells.map(() => []);
      return;
    }
    this.#rows += 1;
    for (const [index, { heading, column }] of this.#guesses.entries()) {
      const text = cells[index]?.trim() ?? '';
      if (text === '') continue;
      const examples = this.#examples[index] ?? [];
      const shown = short(text);
      if (examples.length < MOST_EXAMPLES && !examples.includes(shown)) examples.push(shown);
      if (column?.schema.format === 'date' || column?.schema.format === 'date-time') this.#dates.add(heading, text);
    }
  }

  #guess(cells: readonly string[]): readonly Guess[] {
    if (cells.length > MAX_COLUMNS) {
      throw invalidParam(
        'body',
        `The file has ${cells.length} columns. Remove some: it can have at most ${MAX_COLUMNS}.`,
      );
    }
    requireLines(cells);
    const { name, shape } = this.#family;
    return guessColumns(cells.map(seenHeading), {
      name,
      shape,
      exported: exportFamilyNamed(name).shape,
      map: new HeadingMap(this.#given.map),
      kept: this.#given.kept,
    });
  }
}
