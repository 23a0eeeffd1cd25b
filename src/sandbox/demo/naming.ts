import type { Tx } from '../../database/database.ts';

/** The transaction with `id` as its next new id: for rules that choose the ids of their records themselves. */
export const naming = (tx: Tx, id: string): Tx => {
  let next: string | undefined = id;
  return {
    ...tx,
    id() {
      const own = next ?? tx.id();
      next = undefined;
      return own;
    },
  };
};
