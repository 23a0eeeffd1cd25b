import type { Idempotency } from '../../http/idempotency.ts';
import { conflict } from '../../kernel/problem.ts';
import type { Step } from './records.ts';

/** Follows the last page of responses. */
const END = 'end';

const METHODS = 'select "id" from "paymentMethods" where "clientId" = ?';

/**
 * Replaces the stored answers to requests about an erased client: a repeat of such a request is 409, since its first
 * answer is gone. Answers name the client, or a card of the client.
 */
export const responseStep = (idempotency: Idempotency): Step<string> => ({
  rows: (_tx, _erasing, after) => (after === END ? [] : [after]),
  change(tx, { clientId }, after) {
    const methods = tx.db.query<{ id: string }, [string]>(METHODS).all(clientId);
    const ids = [clientId, ...methods.map(({ id }) => id)];
    const isAbout = (text: string): boolean => ids.some((id) => text.includes(id));
    const problem = conflict('client_archived', 'The client of this request was erased, and so was its answer.');
    return idempotency.replace(tx, isAbout, problem, after) ?? END;
  },
});
