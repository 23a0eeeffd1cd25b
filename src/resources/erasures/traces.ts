import type { Slice } from '../../database/long-changes.ts';
import type { Idempotency } from '../../http/idempotency.ts';
import { stopwatch } from '../../kernel/clock.ts';
import { eraseAudit } from '../../records/audit-log.ts';
import { responseStep } from './answers.ts';
import { eventStep } from './events.ts';
import { maskFor } from './identifiers.ts';
import { isSpent, recordSteps, type Step } from './records.ts';
import { unfinishedTraces } from './tables.ts';

/** How long a slice may take, in real milliseconds. */
const SLICE_MS = 5;

/** Entries of the audit log that lose what was changed at once. */
const BATCH = 50;

/** Removes what was changed of a client from the audit log. Who changed it and when stays. */
const auditStep: Step = (tx, { clientId }, _after, budget) => {
  while (eraseAudit(tx, clientId, BATCH) === BATCH) if (isSpent(budget)) return 'more';
  return undefined;
};

/** Removes the traces of an erased client in other records, in events and in stored responses, a few in each slice. */
export const eraseTraces = (idempotency: Idempotency): Slice<object> => {
  const steps: readonly Step[] = [...recordSteps, eventStep, auditStep, responseStep(idempotency)];
  return (tx, clientId) => {
    const left = unfinishedTraces.find(tx, clientId);
    if (left === undefined) return {};
    const budget = { endsAt: stopwatch() + SLICE_MS };
    const erasing = { clientId, eventId: left.eventId, mask: maskFor(left.identifiers) };
    for (const [step, run] of steps.entries()) {
      if (step < left.step) continue;
      const after = run(tx, erasing, step === left.step ? left.after : '', budget);
      if (after === undefined) continue;
      unfinishedTraces.store(tx, clientId, { ...left, step, after });
      return undefined;
    }
    unfinishedTraces.remove(tx, clientId);
    return {};
  };
};
