import { isObject } from './objects.ts';

// Rows: one client, lists, expanded. The text takes 0.59 of the time of rows and views for one client, 0.70 to 0.75 in lists
// (src/records/formula.ts); 83 lines.

/** A row that a statement answers with the JSON text of its record, and with the columns that others still need. */
export interface TextRow {
  readonly id: string;
  readonly json: string;
}

/** A record of a response that becomes JSON text on its own. Fields that are added come after its own. */
export class RecordText {
  #added = '';

  /**
   * @param fields its columns or fields, by name.
   * @param json its text; by default the text of `fields`.
   */
  constructor(
    readonly fields: object,
    readonly json?: string,
  ) {}

  field(name: string): unknown {
    return Reflect.get(this.fields, name);
  }

  get addedLength(): number {
    return this.#added.length;
  }

  /** Adds a field with this JSON text. */
  add(name: string, text: string): this {
    this.#added += `,"${name}":${text}`;
    return this;
  }

  addAll(fields: object): this {
    this.#added += `,${JSON.stringify(fields).slice(1, -1)}`;
    return this;
  }

  get text(): string {
    const json = this.json ?? JSON.stringify(this.fields);
    return this.#added === '' ? json : `${json.slice(0, -1)}${this.#added}}`;
  }

  /** For `JSON.stringify`, where it is inside an object. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

export const recordText = (row: TextRow): RecordText => new RecordText(row, row.json);

const recordsText = (records: readonly object[]): string => {
  let text = '';
  for (const record of records) text += text === '' ? textOf(record) : `,${textOf(record)}`;
  return text;
};

export const textOf = (value: object | null): string =>
  value instanceof RecordText ? value.text : JSON.stringify(value);

const DATA = '"data":[';

/** The JSON text of a list before its records, and after them. */
export const envelopeText = (list: object): readonly [start: string, end: string] => {
  const envelope = JSON.stringify({ ...list, data: [] });
  // A quote in a text of the envelope is escaped, so this is the field.
  const end = envelope.indexOf(DATA) + DATA.length;
  return [envelope.slice(0, end), envelope.slice(end)];
};

/** The JSON text of a response that is a record with its text, or a list of them; undefined for others. */
export const responseText = (response: object): string | undefined => {
  if (response instanceof RecordText) return response.text;
  if (!isObject(response) || !Array.isArray(response.data) || !(response.data[0] instanceof RecordText))
    return undefined;
  const [start, end] = envelopeText(response);
  return `${start}${recordsText(response.data)}${end}`;
};
