import { tellFault } from '../kernel/faults.ts';
import { Problem } from '../kernel/problem.ts';
import type { Tx } from './database.ts';
import { undoneOnError } from './savepoint.ts';
import { mapUnavailable } from './unavailable.ts';

/** A full disk or a locked database keeps every record from being done. */
const concernsAll = (error: unknown): boolean => {
  const mapped = mapUnavailable(error);
  return mapped instanceof Problem && mapped.status === 503;
};

/** How a fault of one record is reported: it holds up no other record, and the next run repeats it. */
export const stillToDo = (what: string): string =>
  `${what} failed because of an error in studiod; the next run tries again`;

/**
 * Runs the work of one record inside a transaction of several.
 * @returns the fault of the program that has ended it, and whose changes are undone; undefined when it is done.
 * @throws what concerns every record, such as a full disk.
 */
export const faultOf = (tx: Tx, work: () => unknown): { readonly error: unknown } | undefined => {
  try {
    undoneOnError(tx, work);
    return undefined;
  } catch (error) {
    if (!tx.db.inTransaction || concernsAll(error)) throw error;
    return { error };
  }
};

/**
 * Runs the work of one record of several, outside of transactions. A fault of the program is reported, and the result is undefined.
 * @throws what concerns every record, such as a full disk.
 */
export const apart = async <Result>(
  what: string,
  work: () => Result | Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (concernsAll(error)) throw error;
    tellFault(stillToDo(what), error);
    return undefined;
  }
};
