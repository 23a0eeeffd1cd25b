import type { SQLQueryBindings } from 'bun:sqlite';
import type { Tx } from '../../../database/database.ts';

type Row = Readonly<Record<string, SQLQueryBindings | undefined>>;

const literal = (value: SQLQueryBindings | undefined): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;

/** Rows of one statement: more are hardly faster. */
const AT_ONCE = 40;

/**
 * Inserts rows by prepared statements, which have what all of them have in common.
 * @param common the columns with the same value in each row, such as defaults.
 */
export const insertRows = <R extends Row>(tx: Tx, table: string, common: Row, rows: readonly R[]): void => {
  const [first] = rows;
  if (first === undefined) return;
  const own = Object.keys(first);
  const shared = Object.keys(common).filter(
    (name) => !own.includes(name) && common[name] !== null && common[name] !== undefined,
  );
  const columns = [...own, ...shared].map((name) => `"${name}"`).join(', ');
  const values = [...own.map(() => '?'), ...shared.map((name) => literal(common[name]))].join(', ');
  const insert = (part: readonly R[]): void => {
    const places = Array.from(part, () => `(${values})`).join(', ');
    const bound = part.flatMap((row) => Object.values(row).map((value) => value ?? null));
    tx.db.query(`insert into "${table}" (${columns}) values ${places}`).run(...bound);
  };
  for (let index = 0; index < rows.length; index += AT_ONCE) insert(rows.slice(index, index + AT_ONCE));
};
