// What the cells of a file leave open, so that whoever imports it can be asked.

import { isLocalDate } from '../../../kernel/local-time.ts';
import type { ChoiceColumn } from '../cells/choices.ts';
import { dayIn, inFullYears, orderOf } from '../cells/dates.ts';
import { bothOrders } from '../cells/names.ts';
import { isNothing } from '../cells/readers.ts';
import { short } from '../row-problems.ts';
import type { ImportPreviewResponse } from './shapes.ts';

const MOST_DATES = 4;
const MOST_NAMES = 4;
const MOST_WORDS = 50;

/** What the dates of a file say about the order of their numbers. */
export class DateEvidence {
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
    // An import reads years of two digits by an order that someone says, also where days and months are clear.
    const hasShortYear = inFullYears(cell, this.#year) !== cell;
    if (order === undefined && !hasShortYear) return;
    this.headings.add(heading);
    if (order === 'mdy' || order === 'dmy') {
      this.#orders.add(order);
      return;
    }
    if (order === 'either' && !hasShortYear) return;
    this.#isAmbiguous = true;
    const shown = hasShortYear ? short(cell) : text;
    if (this.#examples.length < MOST_DATES && !this.#examples.includes(shown)) this.#examples.push(shown);
  }

  result(): ImportPreviewResponse['dates'] {
    if (this.headings.size === 0) return null;
    const [order, other] = this.#orders;
    const read = (text: string, as: 'mdy' | 'dmy'): string | null => {
      const day = dayIn(inFullYears(text, this.#year), as);
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

type Names = NonNullable<ImportPreviewResponse['names']>;

/** The names of a column of whole names that can be read in two orders. */
export class NameEvidence {
  readonly #heading: string;
  readonly #examples = new Map<string, Names['examples'][number]>();

  constructor(heading: string) {
    this.#heading = heading;
  }

  add(text: string): void {
    if (this.#examples.size === MOST_NAMES || this.#examples.has(short(text))) return;
    const orders = bothOrders(text);
    if (orders === undefined) return;
    const { 'first-last': firstLast, 'last-first': lastFirst } = orders;
    this.#examples.set(short(text), { text: short(text), firstLast, lastFirst });
  }

  result(): Names {
    return { column: this.#heading, isAmbiguous: this.#examples.size > 0, examples: [...this.#examples.values()] };
  }
}

type Choices = ImportPreviewResponse['choices'][number];

/** The words of a column of choices that are not words of this program. */
export class WordEvidence {
  readonly #heading: string;
  readonly #field: string;
  readonly #column: ChoiceColumn;
  readonly #words = new Map<string, Choices['words'][number]>();

  constructor(heading: string, field: string, column: ChoiceColumn) {
    this.#heading = heading;
    this.#field = field;
    this.#column = column;
  }

  add(cell: string): void {
    const text = short(cell);
    const before = this.#words.get(text);
    if (before !== undefined) this.#words.set(text, { ...before, count: before.count + 1 });
    else if (this.#words.size < MOST_WORDS) this.#see(cell, text);
  }

  #see(cell: string, text: string): void {
    const found = this.#column.find(cell);
    if (found?.by === 'own' || (found === undefined && isNothing(cell))) return;
    this.#words.set(text, { text, value: found?.value ?? null, by: found?.by ?? null, count: 1 });
  }

  /** undefined where every word is known as it is. */
  result(): Choices | undefined {
    if (this.#words.size === 0) return undefined;
    const words = [...this.#words.values()];
    return { heading: this.#heading, field: this.#field, allowed: [...this.#column.allowed], words };
  }
}
