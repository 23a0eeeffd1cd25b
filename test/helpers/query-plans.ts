import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { expect } from 'bun:test';
import type { Studio } from './api.ts';
import { preparedBy } from './statements.ts';

interface InDatabase {
  readonly db: Database;
}

/** How SQLite runs a statement. */
export interface QueryPlan {
  readonly sql: string;
  readonly steps: readonly string[];
}

/** The plans of the statements that `work` prepares. */
export const queryPlans = async ({ db }: InDatabase, work: () => unknown): Promise<QueryPlan[]> => {
  const seen = new Set(await preparedBy(db, work));
  // In a copy, since an explained write keeps SQLite from opening savepoints.
  const copy = Database.deserialize(db.serialize(), { strict: true });
  return [...seen]
    .filter((sql) => /^\s*(select|update|insert|delete|with)/i.test(sql))
    .map((sql) => {
      const statement = copy.query<{ detail: string }, SQLQueryBindings[]>(`explain query plan ${sql}`);
      const steps = statement.all(...Array<null>(statement.paramsCount).fill(null));
      return { sql, steps: steps.map(({ detail }) => detail) };
    });
};

/**
 * The steps of all statements of `work` that read `table`.
 * @throws if it prepares none: the server prepares each statement once, so an earlier request may have used it.
 */
export const plansOf = async (studio: InDatabase, table: string, work: () => unknown): Promise<string[]> => {
  const plans = await queryPlans(studio, work);
  const reading = plans.filter(({ sql }) => sql.startsWith('select') && sql.includes(`"${table}"`));
  if (reading.length === 0) throw new Error(`no statement that reads ${table} was prepared`);
  return reading.flatMap(({ steps }) => steps);
};

/**
 * Whether a step reads a whole table or sorts its result. Scanning an index in the order of the list does neither, nor does
 * scanning the few rows that a part of the query has found: a recursive one ("below"), or a client and the rest of the
 * household ("people").
 */
export const isCostly = (step: string): boolean =>
  step.includes('TEMP B-TREE') ||
  (step.startsWith('SCAN') && !/INDEX|json_each|CONSTANT ROW|SCAN (?:below|people)$/.test(step));

/** Expects that no step is costly, and that one of them says `seek`. */
export const expectSeek = (steps: readonly string[], seek: string | RegExp): void => {
  expect(steps.filter(isCostly)).toEqual([]);
  expect(steps.filter((step) => (typeof seek === 'string' ? step.includes(seek) : seek.test(step)))).not.toEqual([]);
};

/** Expects a seek for the first page of a list and for the pages beside `cursor`, and no costly step for a restricted `key`. */
export const expectSeeks = async (
  studio: Studio,
  path: string,
  {
    table,
    seek,
    cursor,
    key,
  }: { table: string; seek: RegExp; cursor: string | undefined; key: Record<string, string> },
): Promise<void> => {
  for (const edge of ['', `&starting_after=${cursor}`, `&ending_before=${cursor}`]) {
    expectSeek(await plansOf(studio, table, () => studio.get(path + edge)), seek);
    expect((await plansOf(studio, table, () => studio.get(path + edge, key))).filter(isCostly)).toEqual([]);
  }
};
