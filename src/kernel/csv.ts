export interface CsvRecord {
  /** The row number a spreadsheet shows: the first line is 1, and line breaks inside fields do not count. */
  readonly row: number;
  readonly cells: readonly string[];
}

export class CsvError extends Error {
  constructor(
    readonly row: number,
    message: string,
  ) {
    super(message);
  }
}

/** The maximum number of characters of a row, in CSV and JSON: an unclosed quote would make the whole file one row. */
export const MAX_ROW_CHARACTERS = 4 * 1_048_576;

/** What is between columns, the usual one first. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/**
 * The separator of a file: what its first line says (`sep=;`, as Excel writes), else what is there most often outside of
 * quotes. The text comes without a line that says it.
 */
const withSeparator = (given: string): { readonly separator: string; readonly text: string } => {
  const [said, separator] = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(given) ?? [];
  if (said !== undefined && separator !== undefined) return { separator, text: given.slice(said.length) };
  const [line = ''] = given.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const found = SEPARATORS.toSorted((left, right) => countOf(line, right) - countOf(line, left))[0];
  return { separator: found ?? ',', text: given };
};

type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * A streaming CSV parser (RFC 4180), also for files with semicolons, tabs or vertical bars in place of commas. LF and CR LF end a record, quoted fields may contain both, quotes are doubled, and
 * a byte order mark is skipped. Empty lines are no records, but count as rows.
 */
export class CsvReader {
  #state: State = 'start';
  #cell = '';
  #cells: string[] = [];
  #row = 1;
  #length = 0;
  #isFirst = true;
  #pendingReturn = false;
  /** The text before the separator is known; undefined from then on. */
  #header: string | undefined = '';
  #separator = ',';
  #stops = { plain: /[",\r\n]/g, quoted: /"/g };

  /** The records that `text` completes, each made when it is asked for. @throws CsvError */
  *push(piece: string): Generator<CsvRecord, void> {
    let text = piece;
    if (this.#header !== undefined) {
      this.#header += piece;
      if (!this.#header.includes('\n') && this.#header.length < MAX_ROW_CHARACTERS) return;
      text = this.#begin();
    }
    yield* this.#read(text);
  }

  /** Finds the separator in the first line. Returns the text that was read so far, without what says the separator. */
  #begin(): string {
    const { separator, text } = withSeparator(this.#header ?? '');
    this.#separator = separator;
    this.#stops.plain = new RegExp(`["${separator === '|' ? '\\|' : separator}\r\n]`, 'g');
    this.#header = undefined;
    return text;
  }

  *#read(text: string): Generator<CsvRecord, void> {
    let from = 0;
    if (this.#isFirst && text !== '') {
      if (text.startsWith('\ufeff')) from = 1;
      this.#isFirst = false;
    }
    for (let index = from; index < text.length; index += 1) {
      if (this.#state === 'plain' || this.#state === 'quoted') index = this.#run(text, index);
      const record = index < text.length ? this.#take(text.charAt(index)) : undefined;
      if (record !== undefined) yield record;
    }
    this.#requireBounded();
  }

  #requireBounded(): void {
    if (this.#length <= MAX_ROW_CHARACTERS) return;
    const message = `This row has more than ${MAX_ROW_CHARACTERS} characters. Check for a quote that is not closed.`;
    throw new CsvError(this.#row, message);
  }

  /** The last record, if no line break ended it. @throws CsvError when a quoted field is not closed. */
  *end(): Generator<CsvRecord, void> {
    if (this.#header !== undefined) yield* this.#read(this.#begin());
    if (this.#state === 'quoted') throw new CsvError(this.#row, 'A quoted field starts here and is never closed.');
    if (this.#pendingReturn) this.#field('\r');
    const record = this.#endRecord();
    if (record !== undefined) yield record;
  }

  /** Adds the ordinary characters from `index` on to the cell in one piece, and returns where they end. */
  #run(text: string, index: number): number {
    if (this.#pendingReturn) return index;
    const stop = this.#state === 'quoted' ? this.#stops.quoted : this.#stops.plain;
    stop.lastIndex = index;
    const end = stop.exec(text)?.index ?? text.length;
    this.#cell += text.slice(index, end);
    this.#length += end - index;
    return end;
  }

  #take(character: string): CsvRecord | undefined {
    this.#length += 1;
    const afterReturn = this.#pendingReturn;
    this.#pendingReturn = false;
    if (afterReturn && character !== '\n') this.#field('\r');
    if (this.#state === 'quoted') {
      // Only a quote ends the run inside a quoted field.
      this.#state = 'closed';
    } else if (character === '"') this.#quote();
    else if (character === this.#separator) this.#endCell();
    else if (character === '\n') return this.#endRecord();
    else if (character === '\r') this.#pendingReturn = true;
    else this.#field(character);
    return undefined;
  }

  #quote(): void {
    if (this.#state === 'plain') {
      throw new CsvError(
        this.#row,
        'There is a quote inside an unquoted field. Quote the whole field and double the quote.',
      );
    }
    if (this.#state === 'closed') this.#cell += '"';
    this.#state = 'quoted';
  }

  #field(character: string): void {
    if (this.#state === 'closed') {
      throw new CsvError(
        this.#row,
        'There is text after the closing quote of a field. Double the quotes inside fields.',
      );
    }
    this.#state = 'plain';
    this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  /** Returns the record that ends, unless its line is empty. */
  #endRecord(): CsvRecord | undefined {
    this.#requireBounded();
    this.#length = 0;
    const row = this.#row;
    this.#row += 1;
    if (this.#cells.length === 0 && this.#state === 'start') return undefined;
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    return { row, cells };
  }
}

/**
 * What a spreadsheet would run as a formula, at the beginning of a cell or behind whatever it may split at (moving.md "Writing"):
 * apostrophes, and the text up to the next separator. A line break within a cell is one too, since a spreadsheet that splits at another
 * character takes no notice of the quotes. The full-width forms run in East Asian versions.
 */
const FORMULA =
  /(?:(?<=^|[,;\t|])('*)(?=([=+\-@\t\r\uff1d\uff0b\uff0d\uff20][^,;\t|\r\n]*))|(?<=[\r\n])('*)(?=([=+\-@\uff1d\uff0b\uff0d\uff20][^,;\t|\r\n]*)))/g;
/** Plain numbers and phone numbers are no formulas. */
const NUMBER = /^[+-][\d ().-]*$/;

/** Escapes text against formula injection: an apostrophe before it makes a spreadsheet show it as text. */
export const escapeFormula = (text: string): string =>
  text.replace(FORMULA, (apostrophes: string, _cell, ofCell?: string, _line?: string, ofLine?: string) =>
    apostrophes === '' && NUMBER.test(ofCell ?? ofLine ?? '') ? '' : `'${apostrophes}`,
  );

export const unescapeFormula = (text: string): string =>
  text.replace(FORMULA, (apostrophes: string) => apostrophes.slice(1));

/** JSON whose texts begin no formula behind a separator. It means the same. */
export const escapeFormulasOfJson = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replace(
      /([,;|])([=+\-@\uff1d\uff0b\uff0d\uff20])/g,
      (_, separator: string, sign: string) => `${separator}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

/** Begins a file for a spreadsheet: Excel takes it for UTF-8 then. `CsvReader` skips it. */
export const BYTE_ORDER_MARK = '\ufeff';

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
