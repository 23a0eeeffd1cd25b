import { clean } from '../../http/body.ts';
import { type Column, columnNamed, columnsOf, type Fields, fieldsOf } from '../../http/csv-columns.ts';
import { type Checked, checked } from '../../http/validation.ts';
import { CsvFault, CsvReader, type CsvRecord } from '../../kernel/csv.ts';
import { JsonFault, JsonItems } from '../../kernel/json-items.ts';
import { didYouMean } from '../../kernel/nearest.ts';
import { type Detail, invalid, invalidParam, Problem } from '../../kernel/problem.ts';
import type { TObject, TSchema } from '../../kernel/schemas.ts';
import type { Importable } from './apply.ts';

/** One row of a file as the shape of its family describes it. */
export interface FileRow {
  readonly row: number;
  readonly fields: Fields;
}

/** A file that was read: its rows, and what is wrong with those that do not have the shape. */
export interface ReadFile {
  /** How many rows there were, unreadable ones included. */
  readonly count: number;
  readonly rows: readonly FileRow[];
  readonly problems: readonly Detail[];
  readonly ignoredColumns: readonly string[];
}

/** A detail about one row. */
export const inRow = (row: number, { param, ...detail }: Detail): Detail => ({
  ...detail,
  param: param === '' ? `rows[${row}]` : `rows[${row}].${param}`,
  row,
  column: param === '' ? null : param,
  code: detail.code,
  message: detail.message,
});

const propertiesOf = (schema: TSchema | undefined): Record<string, TSchema> | undefined => {
  const branches = (schema?.anyOf as TSchema[] | undefined) ?? [schema];
  return branches.find((each) => each?.properties !== undefined)?.properties as Record<string, TSchema> | undefined;
};

/** Leaves out what an export tells and an import does not take, and notes what that was. */
const takeable = (fields: Fields, shape: TSchema, wire: TSchema | undefined, above: string, ignored: Set<string>) => {
  const taken = propertiesOf(shape) ?? {};
  const told = propertiesOf(wire) ?? {};
  const kept: Fields = {};
  for (const [field, value] of Object.entries(fields)) {
    const name = `${above}${field}`;
    const schema = taken[field];
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (schema === undefined && told[field] !== undefined) ignored.add(name);
    else if (schema === undefined || !isGroup || propertiesOf(schema) === undefined) kept[field] = value;
    else kept[field] = takeable(value as Fields, schema, told[field], `${name}.`, ignored);
  }
  return kept;
};

/** Reads the rows of one file as it comes in. */
export class FileReader {
  readonly #family: Importable;
  readonly #shape: Checked<TObject>;
  readonly #maxRows: number;
  readonly #rows: FileRow[] = [];
  readonly #problems: Detail[] = [];
  readonly #ignored = new Set<string>();
  readonly #csv: CsvReader | undefined;
  readonly #json: JsonItems | undefined;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #columns: readonly (Column | undefined)[] | undefined;
  #items = 0;
  #count = 0;

  constructor(family: Importable, format: 'csv' | 'json', maxRows: number) {
    this.#family = family;
    this.#shape = checked(family.shape);
    this.#maxRows = maxRows;
    this.#csv = format === 'csv' ? new CsvReader() : undefined;
    this.#json = format === 'json' ? new JsonItems() : undefined;
  }

  /** @throws Problem 400 when the file can not be read any further. */
  push(bytes: Uint8Array): void {
    this.#guarded(() => this.#take(this.#decoder.decode(bytes, { stream: true })));
  }

  /** Everything that was read. @throws Problem 400 when the file does not end as it should. */
  end(): ReadFile {
    this.#guarded(() => {
      this.#take(this.#decoder.decode());
      for (const record of this.#csv?.end() ?? []) this.#record(record);
      this.#json?.end();
    });
    if (this.#csv !== undefined && this.#columns === undefined) {
      throw invalidParam('body', 'The file is empty. Its first row must name the columns.', 'parameter_missing');
    }
    return { count: this.#count, rows: this.#rows, problems: this.#problems, ignoredColumns: [...this.#ignored] };
  }

  #take(text: string): void {
    for (const record of this.#csv?.push(text) ?? []) this.#record(record);
    for (const item of this.#json?.push(text) ?? []) this.#item(item);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof CsvFault) {
        throw invalid([inRow(error.row, { param: '', code: 'parameter_invalid', message: error.message })]);
      }
      if (error instanceof JsonFault) throw new Problem(400, 'json_invalid', error.message);
      if (error instanceof TypeError) {
        throw invalidParam('body', 'The file is not written in UTF-8. Save it as UTF-8 and send it again.');
      }
      throw error;
    }
  }

  #record({ row, cells }: CsvRecord): void {
    if (this.#columns === undefined) {
      this.#columns = this.#header(cells);
      return;
    }
    const columns = this.#columns;
    this.#count += 1;
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      const message = `This row has ${cells.length} fields and the header has ${columns.length}. Quote fields that hold commas.`;
      this.#problems.push(inRow(row, { param: '', code: 'parameter_invalid', message }));
    } else this.#add(row, fieldsOf(columns, cells));
  }

  /** @throws Problem 400 with every column that there is not, or that is there twice. */
  #header(cells: readonly string[]): (Column | undefined)[] {
    const known = columnsOf(this.#family.shape);
    const told = columnsOf(this.#family.wire);
    const names = cells.map((cell) => cell.trim());
    const problems: Detail[] = [];
    const refuse = (param: string, code: string, message: string) => problems.push({ param, code, message });
    const columns = names.map((name, index) => {
      const column = columnNamed(known, name);
      if (names.indexOf(name) < index && name !== '') {
        refuse(name, 'parameter_invalid', `The column '${name}' is there twice. Leave one out.`);
      } else if (column === undefined && columnNamed(told, name) !== undefined) this.#ignored.add(name);
      else if (column === undefined) {
        const near = didYouMean(
          name,
          known.map((each) => each.name),
        );
        const message = name === '' ? 'A column has no name.' : `There is no column '${name}'.${near}`;
        refuse(name === '' ? `column ${index + 1}` : name, 'parameter_unknown', message);
      }
      return column;
    });
    if (problems.length > 0) throw invalid(problems);
    return columns;
  }

  #item(text: string): void {
    this.#items += 1;
    this.#count += 1;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Problem(400, 'json_invalid', `Record ${this.#items} of the list is not valid JSON.`);
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const { shape, wire } = this.#family;
      this.#add(this.#items, takeable(value as Fields, shape, wire, '', this.#ignored));
      return;
    }
    const message = 'A record must be an object such as { "externalId": "17" }.';
    this.#problems.push(inRow(this.#items, { param: '', code: 'parameter_invalid', message }));
  }

  #add(row: number, given: Fields): void {
    if (this.#rows.length >= this.#maxRows) {
      throw invalidParam(
        'body',
        `A file has at most ${this.#maxRows} rows here. Send it in parts, or stop the server and use: studiod import FILE`,
      );
    }
    const problems: Detail[] = [];
    const fields = clean(given, '', problems) as Fields;
    if (problems.length > 0 || !this.#shape.fits(fields)) problems.push(...this.#shape.problems(fields));
    for (const problem of problems) this.#problems.push(inRow(row, problem));
    this.#rows.push({ row, fields });
  }
}
