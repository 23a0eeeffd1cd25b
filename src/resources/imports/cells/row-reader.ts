import { type Column, type Fields, fieldsOf } from '../../../http/csv-columns.ts';
import { isMoney } from '../../../kernel/minor-units.ts';
import { isSeen } from '../../../kernel/plain-text.ts';
import { type Detail, Problem } from '../../../kernel/problem.ts';
import type { DateOrder } from './dates.ts';
import { type ColumnNote, MoneyColumn } from './money.ts';
import { type CellReader, cellReader } from './readers.ts';

interface Cells {
  readonly dates?: DateOrder | undefined;
  /** The time zone of its days and times; by default UTC. */
  readonly timezone?: string | undefined;
  /** The locale of the studio, whose words for days come first; by default English. */
  readonly locale?: string | undefined;
  /** The year now, for years of two digits, which are refused without it. */
  readonly year?: number | undefined;
  /** The currencies of amounts that do not name one, the brand's first; by default USD. */
  readonly currencies?: readonly string[] | undefined;
}

export class RowReader {
  readonly #columns: readonly (Column | undefined)[];
  readonly #readers: readonly (CellReader | undefined)[];
  readonly #money: readonly (MoneyColumn | undefined)[];

  /** @param headings the header of the file, as it is. */
  constructor(
    columns: readonly (Column | undefined)[],
    headings: readonly string[],
    { dates: order, timezone = 'UTC', locale = 'en', year, currencies: studio = ['USD'] }: Cells,
  ) {
    this.#columns = columns;
    this.#money = columns.map((column, index) =>
      column !== undefined && isMoney(column.schema)
        ? new MoneyColumn(column, columns, { heading: headings[index]?.trim() ?? '', studio })
        : undefined,
    );
    // Other systems have no ids of this program.
    const isOwn = columns.some((column) => column?.name === 'id');
    const [language = 'en'] = locale.split('-');
    this.#readers = columns.map((column, index) => {
      const money = this.#money[index];
      return column && cellReader(column, { order, timezone, language, year, isOwn, money });
    });
  }

  /** The fields of a row. A cell that cannot be read is given to `reject`, and left out. */
  read(cells: readonly string[], reject: (problem: Detail) => void): Fields {
    const read = cells.map((cell, index) => this.#readCell(cell, index, cells, reject));
    return fieldsOf(this.#columns, read);
  }

  notes(): ColumnNote[] {
    return this.#money.flatMap((column) => column?.note() ?? []);
  }

  #readCell(cell: string, index: number, cells: readonly string[], reject: (problem: Detail) => void): string {
    const read = this.#readers[index];
    const text = cell.trim();
    if (!isSeen(text)) return '';
    if (read === undefined) return cell;
    try {
      return read(text, cells);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message } = error;
      reject({ param: this.#columns[index]?.name ?? '', code, message });
      return '';
    }
  }
}
