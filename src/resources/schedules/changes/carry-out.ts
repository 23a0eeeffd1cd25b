// Carries out changes of schedules: in one transaction where it is short, otherwise in several. The first one decides.

import type { Tx } from '../../../database/database.ts';
import { dryRun } from '../../../database/dry-run.ts';
import type { LongChanges } from '../../../database/long-changes.ts';
import type { Store } from '../../../database/store.ts';
import type { Simulate } from '../../../http/operations/call.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { type Consequences, simulateRest } from '../../consequences.ts';
import type { Reactions } from '../../reactions.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { sessionCancellations } from '../../sessions/tables.ts';
import type { ScheduleRow } from '../record.ts';
import type { SessionConflict } from '../shapes.ts';
import { scheduleChanges } from '../tables.ts';
import { type Clash, conflictProblem, scheduleConflicts } from './conflicts.ts';
import { cancelRemoved, type SessionChange } from './reconcile.ts';
import type { ChangeWatch } from './watch.ts';
import { type ChangeCounts, NO_COUNTS, type ScheduleWork, scheduleChange } from './work.ts';

export interface BegunChange {
  readonly row: ScheduleRow;
  /** Absent when nothing changes. */
  readonly work?: ScheduleWork;
  /** What sessions may need at their new times and places that others need too. */
  readonly places?: readonly Clash[];
  readonly caller?: SiteAccess;
  /** Which of these conflicts refuse the change. */
  readonly refuses?: readonly Clash[];
  /** Whether the first transaction has to know what all of them do. */
  readonly needsPreview?: boolean;
}

/** Stores the changed schedule, in the first transaction of the change or in a preview. @throws Problem to refuse. */
type Begin = (tx: Tx) => BegunChange;

export interface ChangeDeps {
  readonly store: Store;
  readonly reactions: Reactions;
  readonly changes: Pick<LongChanges, 'finish'>;
}

export interface ChangePreview {
  readonly row: ScheduleRow;
  readonly counts: ChangeCounts;
  /** What would become of each session, with its first conflict. */
  readonly sessions: readonly TriedSession[];
  readonly conflicts: readonly SessionConflict[];
}

export interface TriedSession extends SessionChange {
  readonly conflict: SessionConflict | undefined;
}

/** A change after its first transaction. */
export interface FirstStep {
  readonly row: ScheduleRow;
  readonly counts: ChangeCounts;
  readonly isFinished: boolean;
}

/** Rolls the first transaction back: the change before is not finished, or a preview has to come first. */
class NotYet extends Error {
  constructor(
    readonly needsPreview: boolean,
    readonly refused: readonly Clash[] = [],
  ) {
    super('the change of the schedule cannot begin yet');
  }
}

interface PreviewStep extends ChangePreview {
  readonly left: ScheduleWork | undefined;
  /** The sessions that are canceled and have bookings left to cancel. */
  readonly unfinished: readonly UnfinishedSession[];
}

interface UnfinishedSession {
  readonly session: SessionRow;
  readonly left: NonNullable<ReturnType<typeof sessionCancellations.find>>;
}

/** Conflicts that refuse nothing are not reported. */
const NOBODY: SiteAccess = { siteIds: [] };

/** Does in one transaction what is left of a change, as far as it goes. */
const previewStep = (
  tx: Tx,
  { reactions }: ChangeDeps,
  begin: Begin,
  given: ScheduleWork | undefined,
  counted: <Result>(work: () => Result) => Result,
): PreviewStep => {
  const { row, work, places = [], caller = NOBODY } = begin(tx);
  if (work === undefined) {
    return { row, left: undefined, counts: NO_COUNTS, sessions: [], conflicts: [], unfinished: [] };
  }
  const { left, result, shared } = counted(() => scheduleChange(reactions).begin(tx, row.id, given ?? work));
  const { placed, changes } = shared;
  const conflicts = scheduleConflicts(tx, caller, row.id, placed, places);
  const sessions = changes.map((change) => ({
    ...change,
    conflict: conflicts.find(({ sessionId }) => sessionId === change.after?.id)?.conflict,
  }));
  const unfinished = changes.flatMap(({ before, after }) => {
    const rest = before === null || after !== null ? undefined : sessionCancellations.find(tx, before.id);
    return before === null || rest === undefined ? [] : [{ session: before, left: rest }];
  });
  return {
    row,
    left,
    sessions,
    unfinished,
    counts: result ?? NO_COUNTS,
    conflicts: conflicts.map(({ conflict }) => conflict),
  };
};

/** Each of its transactions, of different dates, is rolled back. `consequences` counts bookings and people. */
export const previewChange = async (
  deps: ChangeDeps,
  id: string,
  begin: Begin,
  consequences?: Consequences,
  simulate: Simulate = (work) => dryRun(deps.store, work),
  watch?: ChangeWatch,
): Promise<ChangePreview> => {
  const { reactions } = deps;
  await deps.changes.finish(scheduleChanges, id);
  const sessions: TriedSession[] = [];
  const conflicts: SessionConflict[] = [];
  for (let left: ScheduleWork | undefined; ; ) {
    const given = left;
    const step = await simulate((tx, events) =>
      previewStep(tx, deps, begin, given, (work) => consequences?.count(tx, events, work) ?? work()),
    );
    sessions.push(...step.sessions);
    conflicts.push(...step.conflicts);
    for (const { session, left: rest } of step.unfinished) {
      if (consequences === undefined) break;
      await simulateRest(simulate, consequences, rest, {
        unfinished: sessionCancellations,
        id: session.id,
        repeat: (tx) => void cancelRemoved(tx, session, reactions),
        goOn: (tx) => reactions.goOnCancelling(tx, 'session', session.id),
      });
    }
    if (step.left === undefined) return { row: step.row, counts: step.counts, sessions, conflicts };
    left = step.left;
    watch?.checked(left);
  }
};

/** The first transaction of a change. @throws NotYet; Problem 409 `instructor_conflict`, `room_conflict`. */
const firstStep = (
  tx: Tx,
  deps: ChangeDeps,
  begin: Begin,
  id: string,
  preview: ChangePreview | undefined,
): FirstStep => {
  if (scheduleChanges.find(tx, id) !== undefined) throw new NotYet(false);
  const { row, work, caller = NOBODY, refuses = [], needsPreview = false } = begin(tx);
  if (work === undefined) return { row, counts: NO_COUNTS, isFinished: true };
  const { left, result, shared } = scheduleChange(deps.reactions).begin(tx, id, work);
  const conflicts = scheduleConflicts(tx, caller, id, shared.placed, refuses).map(({ conflict }) => conflict);
  if (conflicts.length > 0) throw conflictProblem(conflicts);
  if (left === undefined) return { row, counts: result ?? NO_COUNTS, isFinished: true };
  if ((refuses.length > 0 || needsPreview) && preview === undefined) throw new NotYet(true, refuses);
  return { row, counts: preview?.counts ?? left.counts, isFinished: false };
};

/**
 * Begins a change of a schedule in one transaction, after the one before is finished. What the transaction leaves is
 * stored with it and done in further ones. Whatever may refuse a long change is looked for before.
 * @param write runs the transaction.
 * @param watch receives the progress of a long change.
 * @throws Problem 409 `instructor_conflict`, `room_conflict`; whatever `begin` throws.
 */
export const beginLongChange = async <Result>(
  deps: ChangeDeps,
  id: string,
  begin: Begin,
  write: (work: (tx: Tx) => FirstStep) => Promise<Result>,
  watch?: ChangeWatch,
): Promise<Result> => {
  let preview: ChangePreview | undefined;
  for (;;) {
    await deps.changes.finish(scheduleChanges, id);
    try {
      return await write((tx) => firstStep(tx, deps, begin, id, preview));
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (!error.needsPreview) continue;
      preview = await previewChange(deps, id, begin, undefined, undefined, watch);
      const refused = preview.conflicts.filter(({ kind }) => error.refused.includes(kind));
      if (refused.length > 0) throw conflictProblem(refused);
    }
  }
};

/** Finishes a change of a schedule that has begun. Returns what it did, unless nothing was left of it. */
export const finishChange = async (
  { store, changes }: ChangeDeps,
  id: string,
  watch?: ChangeWatch,
): Promise<ChangeCounts | undefined> => {
  const left = scheduleChanges.find(store.view(), id);
  if (left !== undefined) watch?.changed(left);
  return changes.finish(scheduleChanges, id, watch?.changed);
};

/** Changes all of its sessions too. @throws Problem 409 `instructor_conflict`, `room_conflict`; as `begin` throws. */
export const carryOut = async (
  deps: ChangeDeps,
  id: string,
  begin: Begin,
  watch?: ChangeWatch,
): Promise<Omit<FirstStep, 'isFinished'>> => {
  const { row, counts, isFinished } = await beginLongChange(
    deps,
    id,
    begin,
    (work) => deps.store.write<FirstStep>(work),
    watch,
  );
  if (isFinished) return { row, counts };
  return { row, counts: (await finishChange(deps, id, watch)) ?? counts };
};
