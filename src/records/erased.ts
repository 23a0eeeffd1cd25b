import type { Read } from '../database/database.ts';
import { conflict } from '../kernel/problem.ts';

const ERASED = 'select 1 from "clients" where "id" = ? and "erasedAt" is not null';

export const isErased = (read: Read, clientId: string): boolean => read.db.query(ERASED).get(clientId) !== null;

/** For what has words or metadata about a client. @throws Problem 409 `client_erased` (conventions.md "Errors"). */
export const requireNotErased = (read: Read, clientId: string, remedy = 'Leave out texts and metadata.'): void => {
  if (isErased(read, clientId)) throw conflict('client_erased', `This client was erased. ${remedy}`);
};

type Row = Readonly<Record<string, unknown>>;

/** A record with the columns that an erasure changes. */
interface Personal {
  readonly table: string;
  /** The columns of a row that change when its client is erased, with what `mask` leaves of each text. */
  erased(row: object, mask: (text: string) => string): object;
  personal(): readonly string[];
  /** The columns that callers set. */
  sent(): readonly string[];
}

/** What an erasure removes of any text, so that whatever is written is words. */
const nothing = (): string => '';
const asItIs = (text: string): string => text;

const EMPTY: readonly unknown[] = [null, undefined, '', '{}', '[]'];

/**
 * Refuses a row of an erased client with words or metadata, which nothing would erase anymore. What was sold keeps its name in a file that
 * is imported: another studio has erased what identified the client.
 * @throws Problem 409 `client_erased`.
 */
export const requireNoWords = (read: Read, record: Personal, row: object, isImported: boolean): void => {
  const given: Row = { ...row };
  const words = record.personal().filter((column) => !EMPTY.includes(given[column]));
  if (words.length === 0) return;
  const clientId = given.clientId ?? ownerOf(read, record, given.id);
  if (typeof clientId !== 'string' || !isErased(read, clientId)) return;
  const only = (columns: readonly string[]): Row =>
    Object.fromEntries(columns.map((column) => [column, given[column]]));
  const sent = isImported ? [] : record.sent().filter((column) => words.includes(column));
  const removed = { ...record.erased(only(words), asItIs), ...record.erased(only(sent), nothing) };
  if (Object.keys(removed).length > 0) requireNotErased(read, clientId);
};

const ownerOf = (read: Read, { table }: Personal, id: unknown): unknown =>
  typeof id === 'string'
    ? read.db.query<{ clientId: string }, [string]>(`select "clientId" from "${table}" where "id" = ?`).get(id)
        ?.clientId
    : undefined;
