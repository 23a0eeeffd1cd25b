import { type Column, columnNamed, columnsOf } from '../../http/csv-columns.ts';
import { didYouMean } from '../../kernel/did-you-mean.ts';
import { withoutUnseen } from '../../kernel/plain-text.ts';
import { type Detail, invalid, invalidDetail, invalidParam } from '../../kernel/problem.ts';
import type { Because } from '../../kernel/reasons.ts';
import type { TObject } from '../../kernel/schemas.ts';
import { bareHeading, isDerivedElsewhere, knownHeadings } from './columns/known.ts';
import { importColumns, namedBeside, wholeName, wholeNameBeside } from './columns/whole-names.ts';
import { type ColumnNote, noteOf, type ReadExample } from './notes.ts';
import { MAX_PROBLEMS, short } from './row-problems.ts';

/** The maximum number of columns of a CSV file, and fields of a JSON record. */
export const MAX_COLUMNS = 200;

/** The names of columns by what a heading may say, without case, spaces and punctuation. */
export const namesBy = (columns: readonly Column[], family: string): ReadonlyMap<string, string> => {
  const aliases = knownHeadings(family);
  const names = new Map([
    ...aliases.flatMap(([name, headings]) => headings.map((heading): [string, string] => [heading, name])),
    ...columns.map(({ name }): [string, string] => [bareHeading(name), name]),
  ]);
  // Other systems write `ID`; the id that a record has here is `id`.
  return columnNamed(columns, 'externalId') === undefined ? names : names.set('id', 'externalId');
};

/** `Mobile Phone=phone, Last Visit=`: a heading without a field is left out of the import. */
export class HeadingMap {
  readonly #exact = new Map<string, string>();
  readonly #bare = new Map<string, string>();

  constructor(map = '') {
    for (const pair of map === '' ? [] : map.split(',')) {
      const at = pair.lastIndexOf('=');
      if (at < 1) {
        throw invalidParam(
          'map',
          `'${short(pair)}' must be a heading, '=' and a field: 'Mobile Phone=phone'. To leave a column out, end with '='.`,
          { reason: 'not_accepted' },
        );
      }
      const field = pair.slice(at + 1).trim();
      this.#exact.set(pair.slice(0, at).trim(), field);
      this.#bare.set(bareHeading(pair.slice(0, at)), field);
    }
  }

  /** The field of a heading, '' for none; undefined when the map does not say. Its own spelling goes first. */
  get(heading: string): string | undefined {
    return this.#exact.get(heading) ?? this.#bare.get(bareHeading(heading));
  }

  /** Headings without case, spaces and punctuation, and their fields. */
  entries(): Iterable<[string, string]> {
    return this.#bare;
  }
}

/** The columns of a header; one that is not imported is undefined and named in `ignored`. */
interface Headings {
  readonly columns: readonly (Column | undefined)[];
  readonly ignored: readonly string[];
  readonly notes: readonly ColumnNote[];
}

class HeadingReader {
  readonly #family: string;
  readonly #columns: readonly Column[];
  readonly #exported: readonly Column[];
  readonly #names: ReadonlyMap<string, string>;
  readonly #map: HeadingMap;
  readonly #problems: Detail[] = [];
  readonly #ignored: string[] = [];
  /** The heading of each column that was read. */
  readonly #taken = new Map<string, string>();
  /** The headings that are what other systems call a field. */
  readonly #matched: ReadExample[] = [];

  constructor(family: string, shape: TObject, exported: TObject, map: string | undefined) {
    this.#family = family;
    this.#columns = importColumns(shape);
    this.#exported = columnsOf(exported);
    this.#names = namesBy(this.#columns, family);
    this.#map = new HeadingMap(map);
  }

  read(headings: readonly string[]): Headings {
    const columns = headings.map((heading) => this.#column(heading));
    const notes = [...this.#matchedNotes(), ...this.#placeWholeName(columns, headings)];
    const there = new Set(headings.map(bareHeading));
    for (const [heading, field] of this.#map.entries()) {
      if (field !== '' && columnNamed(this.#columns, field) === undefined) {
        const near = didYouMean(field, this.#fields());
        this.#reject('map', `There is no field '${short(field)}' to map to.${near}`, { reason: 'not_accepted' });
      } else if (!there.has(heading)) {
        this.#reject('map', `The file has no column '${short(heading)}' to map.`, { reason: 'not_accepted' });
      }
    }
    if (this.#problems.length > 0) throw invalid(this.#problems.slice(0, MAX_PROBLEMS));
    return { columns: columns.map((column) => column && this.#asExported(column)), ignored: this.#ignored, notes };
  }

  #matchedNotes(): ColumnNote[] {
    if (this.#matched.length === 0) return [];
    const pairs = this.#matched.map(({ text, value }) => `'${text}' is '${value}'`).join(', ');
    return [noteOf('columns_matched', '', `Columns: ${pairs}.`, { examples: this.#matched })];
  }

  /** Makes a column of whole names what it is beside the others. */
  #placeWholeName(columns: (Column | undefined)[], headings: readonly string[]): ColumnNote[] {
    const index = columns.findIndex((column) => column?.name === wholeName.name);
    const heading = headings[index];
    if (heading === undefined) return [];
    const others = new Set(columns.map((column) => column?.name));
    const name = wholeNameBeside(heading, others);
    if (name === undefined) {
      columns[index] = undefined;
      this.#ignored.push(heading);
      return [];
    }
    if (name === 'fullName') {
      const part = ['firstName', 'lastName'].find((each) => others.has(each));
      const other = part === undefined ? undefined : this.#taken.get(part);
      if (other !== undefined) {
        const message = `The columns '${short(heading)}' and '${short(other)}' both have names. Leave one out: map '${short(other)}='.`;
        this.#reject(heading, message, { reason: 'not_accepted' });
      }
      return [];
    }
    columns[index] = columnNamed(this.#columns, name);
    const reason = name === 'lastName' ? 'last_name_column' : 'first_name_column';
    return [noteOf(reason, short(heading), namedBeside(short(heading), name))];
  }

  /** The column with what the records of the family may be without; a row may be without any field. */
  #asExported(column: Column): Column {
    const exported = columnNamed(this.#exported, column.name);
    return { ...column, isOptional: exported?.isOptional === true };
  }

  #fields(): string[] {
    return this.#columns.map(({ name }) => name);
  }

  #reject(param: string, message: string, why: Because): void {
    this.#problems.push(invalidDetail(short(param), message, why));
  }

  #column(heading: string): Column | undefined {
    // Its cells have to be empty.
    if (heading === '') return undefined;
    const mapped = this.#map.get(heading);
    const column = mapped === undefined ? this.#find(heading) : columnNamed(this.#columns, mapped);
    if (column === undefined) {
      const isDerived =
        mapped === undefined &&
        (columnNamed(this.#exported, heading) !== undefined || isDerivedElsewhere(this.#family, heading));
      if (mapped === '' || isDerived) this.#ignored.push(heading);
      else if (mapped === undefined) this.#rejectUnknown(heading);
      return undefined;
    }
    const before = this.#taken.get(column.name);
    this.#taken.set(column.name, heading);
    if (before === heading) {
      this.#reject(heading, `The column '${short(heading)}' appears twice. Leave one out.`, { reason: 'duplicate' });
    } else if (before !== undefined) {
      const message = `The columns '${short(before)}' and '${short(heading)}' are both '${column.name}'. Leave one out: map '${short(heading)}='.`;
      this.#reject(heading, message, { reason: 'not_accepted' });
    }
    return column;
  }

  #find(heading: string): Column | undefined {
    const exact = columnNamed(this.#columns, heading);
    if (exact !== undefined && exact !== wholeName) return exact;
    if (columnNamed(this.#exported, heading) !== undefined) return undefined;
    const bare = bareHeading(heading);
    const name = this.#names.get(bare);
    const column = name === undefined ? undefined : columnNamed(this.#columns, name);
    // How whole names are read has its own note.
    if (column !== undefined && column !== wholeName && bareHeading(column.name) !== bare) {
      this.#matched.push({ text: short(heading), value: column.name });
    }
    return column;
  }

  #rejectUnknown(heading: string): void {
    const near = didYouMean(heading, this.#fields());
    const shown = short(heading);
    const message = `There is no column '${shown}'.${near} Map it to a field with map '${shown}=field', or leave it out with '${shown}='.`;
    this.#problems.push({ param: short(heading), code: 'parameter_unknown', message });
  }
}

export const seenHeading = (cell: string): string => withoutUnseen(cell).trim();

/** @throws Problem 400 for a header that ends with CR alone, as old spreadsheets save it. */
export const requireLines = (cells: readonly string[]): void => {
  if (!cells.some((cell) => cell.trim().includes('\r'))) return;
  throw invalidParam('body', 'The rows end with CR only. Save the file with LF or CR LF at the end of each row.', {
    reason: 'not_accepted',
  });
};

/**
 * The columns of a header: names of fields in any case, what other systems call them, and what `map` says.
 * @throws Problem 400 with every column that does not exist or is repeated.
 */
export const readHeadings = (
  cells: readonly string[],
  family: {
    readonly name: string;
    readonly shape: TObject;
    readonly exported: TObject;
    readonly map?: string | undefined;
  },
): Headings => {
  if (cells.length > MAX_COLUMNS) {
    const message = `The file has ${cells.length} columns. Remove some: it can have at most ${MAX_COLUMNS}.`;
    throw invalidParam('body', message, { reason: 'not_accepted' });
  }
  requireLines(cells);
  const reader = new HeadingReader(family.name, family.shape, family.exported, family.map);
  return reader.read(cells.map(seenHeading));
};
