import { CsvError, CsvReader, type CsvRecord } from '../../../kernel/csv.ts';
import { isSeen } from '../../../kernel/plain-text.ts';
import { invalid, invalidDetail, invalidParam } from '../../../kernel/problem.ts';
import { exportFamilyNamed } from '../../exports/families.ts';
import { ChoiceColumn, ValueMap } from '../cells/choices.ts';
import { type Guess, guessColumns, mapOf } from '../columns/guess.ts';
import { importColumns, wholeName } from '../columns/whole-names.ts';
import { type Encoded, FileDecoder } from '../encoding/file-decoder.ts';
import { HeadingMap, MAX_COLUMNS, requireLines, seenHeading } from '../headings.ts';
import type { ImportFamily } from '../importers/family.ts';
import { inRow, short } from '../row-problems.ts';
import { DateEvidence, NameEvidence, WordEvidence } from './evidence.ts';
import type { ImportPreviewResponse } from './shapes.ts';

const MOST_EXAMPLES = 3;

/** Fields that only exports of this program have: no one matches a column to them by hand. */
const isOwn = (name: string): boolean => /^(?:state|id$|createdAt$|updatedAt$|erasedAt$|ledger$)/.test(name);

interface Given extends Omit<Encoded, 'isTrial'> {
  readonly map?: string | undefined;
  /** The fields that columns got in an earlier import. */
  readonly kept: ReadonlyMap<string, string>;
  /** What the words of choices are, as the request says. */
  readonly values?: string | undefined;
  /** The day today, for years of two digits. */
  readonly today: string;
}

/** Reads a CSV file and says what its columns are. */
export class PreviewReader {
  readonly #family: ImportFamily;
  readonly #given: Given;
  readonly #csv = new CsvReader();
  readonly #decoder: FileDecoder;
  readonly #dates: DateEvidence;
  readonly #values: ValueMap;
  #names: NameEvidence | undefined;
  #words: readonly (WordEvidence | undefined)[] = [];
  #guesses: readonly Guess[] | undefined;
  #examples: string[][] = [];
  #rows = 0;

  constructor(family: ImportFamily, given: Given) {
    this.#family = family;
    this.#given = given;
    this.#decoder = new FileDecoder({ ...given, isTrial: true });
    this.#dates = new DateEvidence(Number(given.today.slice(0, 4)));
    this.#values = new ValueMap(given.values);
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
      fields: importColumns(this.#family.shape)
        .map(({ name }) => name)
        .filter((name) => !isOwn(name)),
      dates: this.#dates.result(),
      names: this.#names?.result() ?? null,
      choices: this.#words.flatMap((words) => words?.result() ?? []),
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
        throw invalid([inRow(error.row, invalidDetail('', error.message, { reason: 'not_accepted' }))]);
      }
      throw error;
    }
  }

  #add(cells: readonly string[]): void {
    if (!cells.some(isSeen)) return;
    if (this.#guesses === undefined) {
      this.#guesses = this.#guess(cells);
      this.#examples = cells.map(() => []);
      this.#look(this.#guesses);
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
      if (column === wholeName) this.#names?.add(text);
      this.#words[index]?.add(text);
    }
  }

  #look(guesses: readonly Guess[]): void {
    const whole = guesses.find(({ column }) => column === wholeName);
    this.#names = whole && new NameEvidence(whole.heading);
    const family = this.#family.name;
    this.#words = guesses.map(({ heading, column }) => {
      const choices = column && ChoiceColumn.of(column, { heading, family, values: this.#values });
      return column && choices && new WordEvidence(heading, column.name, choices);
    });
  }

  #guess(cells: readonly string[]): readonly Guess[] {
    if (cells.length > MAX_COLUMNS) {
      throw invalidParam(
        'body',
        `The file has ${cells.length} columns. Remove some: it can have at most ${MAX_COLUMNS}.`,
        { reason: 'not_accepted' },
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
