import { normalizeFields, requireBounded } from '../../http/body.ts';
import type { Fields } from '../../http/csv-columns.ts';
import { parseJson } from '../../http/json-text.ts';
import { type Validator, validatorFor } from '../../http/validation.ts';
import { CsvError, CsvReader, type CsvRecord } from '../../kernel/csv.ts';
import { didYouMean } from '../../kernel/did-you-mean.ts';
import { JsonArrayReader, JsonError, type JsonItem } from '../../kernel/json-array-reader.ts';
import { isSeen } from '../../kernel/plain-text.ts';
import { type Detail, invalid, invalidDetail, invalidParam, Problem } from '../../kernel/problem.ts';
import type { TObject, TSchema } from '../../kernel/schemas.ts';
import { exportFamilyNamed } from '../exports/families.ts';
import type { DateOrder } from './cells/dates.ts';
import type { NameOrder } from './cells/names.ts';
import { RowReader } from './cells/row-reader.ts';
import { type Encoded, FileDecoder } from './encoding/file-decoder.ts';
import { MAX_COLUMNS, readHeadings } from './headings.ts';
import type { ImportFamily } from './importers/family.ts';
import type { ColumnNote } from './notes.ts';
import { inRow, RowProblems, short } from './row-problems.ts';
import { mostValues } from './row-size.ts';

/** The maximum number of problems of shape that are explained, since explaining takes longer than checking. */
const MAX_EXPLAINED = 2000;

const isJson = (cell: string): boolean => /^\s*[[{]/.test(cell);

/** One row of a file. Its fields are kept as text, which takes a third of the memory of objects. */
export class FileRow {
  readonly id: string | undefined;
  readonly #text: string;

  constructor(
    readonly row: number,
    fields: Fields,
  ) {
    this.id = typeof fields.id === 'string' ? fields.id : undefined;
    this.#text = JSON.stringify(fields);
  }

  get characters(): number {
    return this.#text.length;
  }

  /** The fields of its family, made again each time. */
  fields(): Fields {
    return JSON.parse(this.#text) as Fields;
  }
}

/** The rows of a file, and what is wrong with those that do not have the shape of their family. */
export interface ReadFile {
  /** The number of rows, unreadable ones included. */
  readonly count: number;
  readonly rows: readonly FileRow[];
  readonly problems: RowProblems;
  readonly ignoredColumns: readonly string[];
  readonly notes: readonly ColumnNote[];
  /** What an import of the file will want besides its rows, after a trial. */
  readonly wanted: readonly Detail[];
  /** The cells of each row and of the header as they are, where they are kept. */
  readonly cells?: ReadonlyMap<number, readonly string[]>;
}

const propertiesOf = (schema: TSchema | undefined): Record<string, TSchema> | undefined => {
  const branches: readonly (TSchema | undefined)[] = schema?.anyOf ?? [schema];
  return branches.find((each) => each?.properties !== undefined)?.properties;
};

interface Shapes {
  readonly shape: TSchema;
  /** The shape of the family in exports: its other fields are ignored. */
  readonly exported: TSchema | undefined;
}

/** The fields without those that an export has and an import does not take, whose names are added to `ignored`. */
const withoutIgnored = (fields: Fields, { shape, exported }: Shapes, above: string, ignored: Set<string>): Fields => {
  const importable = propertiesOf(shape) ?? {};
  const exportable = propertiesOf(exported) ?? {};
  const kept: Fields = {};
  for (const [field, value] of Object.entries(fields)) {
    const name = `${above}${field}`;
    const schema = importable[field];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (schema === undefined && exportable[field] !== undefined) {
      ignored.add(name);
    } else if (schema !== undefined && isObject && propertiesOf(schema) !== undefined) {
      kept[field] = withoutIgnored({ ...value }, { shape: schema, exported: exportable[field] }, `${name}.`, ignored);
    } else kept[field] = value;
  }
  return kept;
};

/** Stands for further unknown fields when a file has very many. */
const MORE_UNKNOWN: Detail = {
  param: '',
  code: 'parameter_unknown',
  message: `The file has more than ${MAX_COLUMNS} unknown fields. Leave out what the family does not have.`,
};

/** A column without a heading may have nothing in it. @param index from 0 on */
const withoutName = (index: number, cell: string): Detail => ({
  param: '',
  code: 'parameter_unknown',
  message: `Column ${index + 1} has no heading, but contains '${short(cell.trim())}'. Name the column, or empty it.`,
});

/** What stops the reading of a file, as a problem. */
const problemOf = (error: unknown): unknown => {
  if (error instanceof CsvError) {
    return invalid([inRow(error.row, invalidDetail('', error.message, { reason: 'not_accepted' }))]);
  }
  if (error instanceof JsonError) return new Problem(400, 'json_invalid', error.message);
  return error;
};

export interface Reading extends Encoded {
  /** Headings and their fields: `Mobile Phone=phone, Last Visit=`. */
  readonly map?: string | undefined;
  /** The order of day, month and year. */
  readonly dates?: DateOrder | undefined;
  /** The time zone of its days and times; by default UTC. */
  readonly timezone?: string | undefined;
  /** Which name comes first in a column of whole names. */
  readonly names?: NameOrder | undefined;
  /** What the words of columns of choices are: `status:Prospect=lead,status:Frozen=suspended`. */
  readonly values?: string | undefined;
  /** The day today, for years of two digits, and for birthdays. */
  readonly today?: string | undefined;
  /** The currencies of amounts that name none; by default USD. */
  readonly currencies?: readonly string[] | undefined;
  /** Whether the cells of each row are kept, and what is wrong with it. */
  readonly keepsRows?: boolean;
}

/** What only CSV files need: JSON has the names and the values of the API. */
const FOR_CSV = ['map', 'dates', 'names', 'values'] as const;

export class FileReader {
  readonly #family: ImportFamily;
  readonly #reading: Reading;
  readonly #shape: Validator<TObject>;
  readonly #exported: TObject;
  readonly #maxRows: number;
  readonly #maxValues: number;
  readonly #rows: FileRow[] = [];
  readonly #problems: RowProblems;
  readonly #cells: Map<number, readonly string[]> | undefined;
  /** The problem of each unknown field, made once. */
  readonly #unknown = new Map<string, Detail>();
  readonly #ignored = new Set<string>();
  readonly #csv: CsvReader | undefined;
  readonly #json: JsonArrayReader | undefined;
  readonly #decoder: FileDecoder;
  #columns = 0;
  /** The notes about the headings. */
  #notes: readonly ColumnNote[] = [];
  /** The places of the columns without a heading. */
  #unnamed: readonly number[] = [];
  #rowReader: RowReader | undefined;
  #items = 0;
  #count = 0;
  #explained = 0;

  constructor(family: ImportFamily, format: 'csv' | 'json', maxRows: number, reading: Reading = {}) {
    const param = FOR_CSV.find((each) => reading[each] !== undefined);
    if (format === 'json' && param !== undefined) {
      throw invalidParam(param, `'${param}' is for CSV files. Leave it out for JSON.`, { reason: 'not_accepted' });
    }
    this.#problems = new RowProblems(reading.keepsRows);
    this.#cells = reading.keepsRows === true ? new Map() : undefined;
    this.#family = family;
    this.#reading = reading;
    this.#shape = validatorFor(family.shape);
    this.#exported = exportFamilyNamed(family.name).shape;
    this.#maxRows = maxRows;
    this.#maxValues = mostValues(family.shape);
    this.#decoder = new FileDecoder(reading);
    this.#csv = format === 'csv' ? new CsvReader() : undefined;
    this.#json = format === 'json' ? new JsonArrayReader() : undefined;
  }

  /** The steps of reading a piece. @throws Problem 400 when the file cannot be read any further. */
  *push(bytes: Uint8Array): Generator<void, void> {
    try {
      yield* this.#parse(this.#decoder.decode(bytes));
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** The steps of reading the last row, and then the rows of the whole file. @throws Problem 400 when the file is incomplete. */
  *end(): Generator<void, ReadFile> {
    try {
      yield* this.#parse(this.#decoder.end());
      for (const record of this.#csv?.end() ?? []) yield* this.#addRecord(record);
      this.#json?.end();
    } catch (error) {
      throw problemOf(error);
    }
    if (this.#csv !== undefined && this.#rowReader === undefined) {
      throw invalidParam('body', 'The file is empty. Its first row must name the columns.', 'parameter_missing');
    }
    return {
      count: this.#count,
      rows: this.#rows,
      problems: this.#problems,
      ignoredColumns: [...this.#ignored],
      wanted: this.#decoder.wanted(),
      notes: [...this.#decoder.notes(), ...this.#notes, ...(this.#rowReader?.notes() ?? [])],
      ...(this.#cells === undefined ? {} : { cells: this.#cells }),
    };
  }

  *#parse(text: string): Generator<void, void> {
    for (const record of this.#csv?.push(text) ?? []) {
      yield* this.#addRecord(record);
      yield;
    }
    for (const item of this.#json?.push(text) ?? []) {
      yield* this.#addItem(item);
      yield;
    }
  }

  *#addRecord({ row, cells }: CsvRecord): Generator<void, void> {
    if (!cells.some(isSeen)) return;
    this.#cells?.set(row, cells);
    if (this.#rowReader === undefined) {
      this.#rowReader = this.#readHeader(cells);
      return;
    }
    this.#countRow();
    if (cells.slice(this.#columns).some((cell) => cell.trim() !== '')) {
      const message = `This row has ${cells.length} fields and the header has ${this.#columns}. Quote fields that hold commas.`;
      this.#problems.add(row, invalidDetail('', message, { reason: 'wrong_cells' }));
    } else {
      const unnamed = this.#unnamed.find((index) => isSeen(cells[index] ?? ''));
      if (unnamed !== undefined) this.#problems.add(row, withoutName(unnamed, cells[unnamed] ?? ''));
      requireBounded(cells.filter(isJson), `Row ${row}`, this.#maxValues);
      const fields = this.#rowReader.read(cells, (problem, text) => this.#problems.add(row, problem, text));
      yield* this.#add(row, fields);
    }
  }

  #readHeader(headings: readonly string[]): RowReader {
    const { name } = this.#family;
    const shapes = { shape: this.#shape.schema, exported: this.#exported };
    const { columns, ignored, notes } = readHeadings(headings, { name, ...shapes, map: this.#reading.map });
    for (const heading of ignored) this.#ignored.add(heading);
    this.#notes = notes;
    this.#columns = columns.length;
    this.#unnamed = headings.flatMap((heading, index) => (isSeen(heading) ? [] : [index]));
    return new RowReader(columns, headings, { ...this.#reading, family: name });
  }

  *#addItem(item: JsonItem): Generator<void, void> {
    this.#items += 1;
    this.#countRow();
    const what = `Record ${this.#items} of the list`;
    requireBounded([item.text], what, this.#maxValues);
    const value = parseJson(item.text, what, item);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const shapes = { shape: this.#shape.schema, exported: this.#exported };
      const fields: Fields = { ...value };
      const count = Object.keys(fields).length;
      if (count <= MAX_COLUMNS) {
        const row = this.#items;
        yield* this.#add(row, this.#withoutUnknown(row, withoutIgnored(fields, shapes, '', this.#ignored)));
      } else this.#reject(`This record has ${count} fields. Remove some: it can have at most ${MAX_COLUMNS}.`);
    } else this.#reject('A record must be an object such as { "externalId": "17" }.');
  }

  #reject(message: string): void {
    this.#problems.add(this.#items, invalidDetail('', message, { reason: 'not_accepted' }));
  }

  #withoutUnknown(row: number, given: Fields): Fields {
    const properties = this.#shape.schema.properties;
    const fields: Fields = {};
    for (const [name, value] of Object.entries(given)) {
      if (Object.hasOwn(properties, name)) fields[name] = value;
      else this.#problems.add(row, this.#unknownField(name));
    }
    return fields;
  }

  #unknownField(name: string): Detail {
    const made = this.#unknown.get(name);
    if (made !== undefined) return made;
    if (this.#unknown.size >= MAX_COLUMNS) return MORE_UNKNOWN;
    const near = didYouMean(name, Object.keys(this.#shape.schema.properties));
    const detail = { param: name, code: 'parameter_unknown', message: `Unknown field '${short(name)}'.${near}` };
    this.#unknown.set(name, detail);
    return detail;
  }

  /** Counts a row. @throws Problem 400 when there are too many. */
  #countRow(): void {
    this.#count += 1;
    if (this.#count <= this.#maxRows) return;
    const message = `A file can have at most ${this.#maxRows} rows here. Send it in parts, or stop the server and run: studiod import FILE`;
    throw invalidParam('body', message, { reason: 'not_accepted' });
  }

  /** The steps of adding a row. Each takes little time, also for the largest rows. */
  *#add(row: number, fields: Fields): Generator<void, void> {
    yield;
    const problems: Detail[] = [];
    yield* normalizeFields(fields, problems);
    if (problems.length === 0 && this.#shape.isValid(fields)) this.#shape.stored(fields);
    else if (this.#explained < MAX_EXPLAINED) problems.push(...this.#shape.errors(fields));
    else this.#problems.addUnexplained(row);
    this.#explained += problems.length;
    for (const problem of problems) this.#problems.add(row, problem, fields);
    yield;
    this.#rows.push(new FileRow(row, fields));
  }
}
