import { type SQL, sql } from 'drizzle-orm';

/** A part of a JSON text: texts, and expressions of SQL that give text or a whole number. */
export type Piece = readonly (string | SQL)[];

export interface StatementColumns {
  /** A column as responses show it. */
  shown(name: string): Piece;
  /** Its value, which may be NULL. */
  value(name: string): SQL;
}

/** How a field follows from columns, declared once: a view computes it in JavaScript, a statement as JSON text. */
export interface Formula {
  /** The source code of its value; `shown` is the code of a column as responses show it. */
  js(shown: (name: string) => string): string;
  json(columns: StatementColumns): Piece;
}

export const literal = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`);

/** The expression that joins the parts of a text. `concat` is a seventh faster, but the library of macOS has none. */
export const joinText = (parts: Piece, hasConcat = process.platform !== 'darwin'): SQL<string> => {
  const joined: (string | SQL)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, last + part);
    else joined.push(part);
  }
  const texts = joined.map((part) => (typeof part === 'string' ? literal(part) : part));
  if (hasConcat) return sql`concat(${sql.join(texts, sql`, `)})`;
  const format = joined.map((part) => (typeof part === 'string' ? part.replaceAll('%', '%%') : '%s')).join('');
  const values = joined.filter((part) => typeof part !== 'string');
  return sql`printf(${sql.join([literal(format), ...values], sql`, `)})`;
};

export const objectPiece = (fields: readonly (readonly [string, Piece])[]): Piece => [
  '{',
  ...fields.flatMap(([name, piece], index) => [`${index === 0 ? '' : ','}${JSON.stringify(name)}:`, ...piece]),
  '}',
];

/** The same value as a column. */
export const column = (name: string): Formula => ({
  js: (shown) => shown(name),
  json: ({ shown }) => shown(name),
});

export const joined = (first: string, second: string): Formula => ({
  js: () => `(row.${first} + ' ' + row.${second}).trimEnd()`,
  json: ({ value }) => [sql`json_quote(rtrim(${value(first)} || ' ' || ${value(second)}))`],
});

export const isSet = (name: string): Formula => ({
  js: () => `row.${name} !== null`,
  json: ({ value }) => [sql`iif(${value(name)} is null, 'false', 'true')`],
});

export const objectOf = (fields: Readonly<Record<string, Formula>>): Formula => ({
  js: (shown) => `{ ${Object.entries(fields).map(([name, formula]) => `${name}: ${formula.js(shown)}`)} }`,
  json: (columns) => objectPiece(Object.entries(fields).map(([name, formula]) => [name, formula.json(columns)])),
});

export const constant = (value: string | number): Formula => ({
  js: () => JSON.stringify(value),
  json: () => [JSON.stringify(value)],
});

/** The first value of a list, or another one when the list is empty. */
export const firstOf = (list: string, otherwise: Formula): Formula => ({
  js: (shown) => `(${shown(list)}[0] ?? ${otherwise.js(shown)})`,
  json: (columns) => [sql`coalesce(${columns.value(list)} -> '$[0]', ${joinText(otherwise.json(columns))})`],
});
