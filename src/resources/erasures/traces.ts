import { longChange } from '../../database/long-change.ts';
import type { Idempotency } from '../../http/idempotency.ts';
import { conflict } from '../../kernel/problem.ts';
import { auditNaming, eraseAudit, unerasedAudit } from '../../records/audit-log.ts';
import { textsOf } from '../../records/query.ts';
import { eventStep } from './events.ts';
import { householdSteps } from './households.ts';
import { maskFor, namedBy, reachedBy } from './identifiers.ts';
import { letterSteps } from './letters.ts';
import { listSteps } from './lists.ts';
import { cardStep, type Erasing, recordSteps, type Step } from './records.ts';
import { unfinishedTraces } from './tables.ts';

/** Removes what was changed of a client from the audit log. Who changed it and when stays. */
const auditStep: Step<string> = {
  rows(tx, { clientId, reached }, _after, limit) {
    const own = unerasedAudit(tx, clientId, limit);
    return own.length > 0 ? own : auditNaming(tx, clientId, reached, limit);
  },
  change: (tx, _erasing, id) => eraseAudit(tx, id),
};

/** Follows the last page of responses. */
const END = 'end';

const METHODS = 'select "id" from "paymentMethods" where "clientId" = ?';
const MERGED = 'select "id" from "mergedClients" where "clientId" = ?';

/**
 * A repeat of a request about an erased client is 409: its stored answer, which names the client or a card, is gone.
 */
const responseStep = (idempotency: Idempotency): Step<string> => ({
  rows: (_tx, _erasing, after) => (after === END ? [] : [after]),
  change(tx, { clientId, reached }, after) {
    const ids = [METHODS, MERGED].flatMap((select) => textsOf(tx, select, clientId));
    const named = [clientId, ...ids, ...reached];
    const isAbout = (text: string): boolean => named.some((each) => text.includes(each));
    const problem = conflict('client_erased', 'The client of this request was erased, and so was its response.');
    return idempotency.replace(tx, isAbout, problem, after) ?? END;
  },
});

/** Removes the traces of an erased client in other records, in events and in stored responses. */
export const traceErasure = (idempotency: Idempotency) => {
  // Their numbers are stored with an erasure that is under way: new ones come last.
  const steps: readonly Step[] = [
    ...recordSteps,
    eventStep,
    auditStep,
    responseStep(idempotency),
    ...letterSteps,
    ...householdSteps,
    ...listSteps,
    cardStep,
  ];
  return longChange(unfinishedTraces, {
    shared({ id: clientId, state: { eventId, identifiers } }): Erasing {
      const mask = maskFor(identifiers);
      const reached = reachedBy(identifiers);
      return { clientId, eventId, mask, identifiers, reached, isNamedIn: namedBy(mask, reached) };
    },
    rows({ tx, state, shared }, limit) {
      for (const [number, { rows }] of steps.entries()) {
        if (number < state.step) continue;
        const found = rows(tx, shared, number === state.step ? state.after : '', limit);
        if (found.length > 0) return found.map((row) => ({ number, row }));
      }
      return [];
    },
    change: ({ tx, state, shared }, { number, row }) => ({
      ...state,
      step: number,
      after: steps[number]?.change(tx, shared, row) ?? state.after,
    }),
  });
};
