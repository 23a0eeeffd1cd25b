import { type Column, type Fields, fieldsOf } from '../../../http/csv-columns.ts';
import { isMoney } from '../../../kernel/minor-units.ts';
import { isSeen } from '../../../kernel/plain-text.ts';
import { type Detail, detailsOf, Problem } from '../../../kernel/problem.ts';
import { wholeName } from '../columns/whole-names.ts';
import type { ColumnNote } from '../notes.ts';
import { ChoiceColumn, ValueMap } from './choices.ts';
import { Birthdays, type DateOrder } from './dates.ts';
import { MoneyColumn } from './money.ts';
import { NameColumn, type NameOrder } from './names.ts';
import { type CellReader, cellReader } from './readers.ts';

interface Cells {
  readonly dates?: DateOrder | undefined;
  /** The time zone of its days and times; by default UTC. */
  readonly timezone?: string | undefined;
  /** The locale of the studio, whose words for days come first; by default English. */
  readonly locale?: string | undefined;
  /** The day today, for years of two digits, which are refused without it, and for birthdays. */
  readonly today?: string | undefined;
  /** The currencies of amounts that do not name one, the brand's first; by default USD. */
  readonly currencies?: readonly string[] | undefined;
  /** Which name comes first in a column of whole names. */
  readonly names?: NameOrder | undefined;
  /** What the words of columns of choices are: `status:Prospect=lead`. */
  readonly values?: string | undefined;
  /** The family of the file, whose words of other systems are known. */
  readonly family?: string | undefined;
}

/** What is kept of a column while its cells are read, and noted at the end. */
interface Noted {
  note(): ColumnNote | undefined;
}

/** What `read` makes of a cell; undefined for one that cannot be read, which is given to `reject`. */
const attempt = <T>(
  read: () => T,
  { param, text }: { readonly param: string; readonly text: string },
  reject: (problem: Detail, text: string) => void,
): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const detail of detailsOf(error)) reject({ ...detail, param }, text);
    return undefined;
  }
};

export class RowReader {
  readonly #columns: readonly (Column | undefined)[];
  readonly #readers: readonly (CellReader | undefined)[];
  readonly #names: NameColumn | undefined;
  /** Whether an empty cell is an empty last name, as in files of this program: in others it is one that no one has entered. */
  readonly #mayHaveOneName: boolean;
  readonly #noted: readonly Noted[];

  /**
   * @param headings the header of the file, as it is.
   * @throws Problem 400 for `values` of columns that are not there.
   */
  constructor(
    columns: readonly (Column | undefined)[],
    headings: readonly string[],
    { dates: order, timezone = 'UTC', locale = 'en', today, currencies: studio = ['USD'], ...file }: Cells,
  ) {
    this.#columns = columns;
    const values = new ValueMap(file.values);
    values.check(columns, headings);
    // Other systems have no ids of this program.
    const isOwn = columns.some((column) => column?.name === 'id');
    const [language = 'en'] = locale.split('-');
    const noted: Noted[] = [];
    const tell = <T extends Noted>(column: T | undefined): T | undefined => {
      if (column !== undefined) noted.push(column);
      return column;
    };
    this.#readers = columns.map((column, index) => {
      if (column === undefined) return undefined;
      const heading = headings[index]?.trim() ?? '';
      const { name, schema } = column;
      return cellReader(column, {
        order,
        timezone,
        language,
        today,
        isOwn,
        money: tell(isMoney(schema) ? new MoneyColumn(column, columns, { heading, studio }) : undefined),
        choices: tell(ChoiceColumn.of(column, { heading, family: file.family ?? '', values })),
        birthdays: tell(name === 'dateOfBirth' && !isOwn ? new Birthdays(heading, today) : undefined),
      });
    });
    const whole = columns.findIndex((column) => column?.name === wholeName.name);
    this.#names = whole === -1 ? undefined : tell(new NameColumn(headings[whole]?.trim() ?? '', file.names));
    this.#noted = noted;
    this.#mayHaveOneName = isOwn && file.family === 'clients' && columns.some((column) => column?.name === 'lastName');
  }

  /** The fields of a row. A cell that cannot be read is given to `reject` with its text, and left out. */
  read(cells: readonly string[], reject: (problem: Detail, text: string) => void): Fields {
    const read = cells.map((cell, index) => this.#readCell(cell, index, cells, reject));
    const fields = fieldsOf(this.#columns, read);
    const { [wholeName.name]: whole, ...others } = fields;
    if (this.#mayHaveOneName && typeof fields.firstName === 'string') return { lastName: '', ...fields };
    if (this.#names === undefined || typeof whole !== 'string') return fields;
    const names = this.#names;
    return { ...others, ...attempt(() => names.read(whole), { param: wholeName.name, text: whole }, reject) };
  }

  notes(): ColumnNote[] {
    return this.#noted.flatMap((column) => column.note() ?? []);
  }

  #readCell(
    cell: string,
    index: number,
    cells: readonly string[],
    reject: (problem: Detail, text: string) => void,
  ): string {
    const read = this.#readers[index];
    const text = cell.trim();
    if (!isSeen(text)) return '';
    if (read === undefined) return cell;
    return attempt(() => read(text, cells), { param: this.#columns[index]?.name ?? '', text }, reject) ?? '';
  }
}
