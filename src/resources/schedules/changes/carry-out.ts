// Carries out changes of schedules: in one transaction where it is short, otherwise in several. The first one decides.

import type { Tx } from '../../../database/database.ts';
import type { LongChanges } from '../../../database/long-changes.ts';
import type { Store } from '../../../database/store.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import type { Reactions } from '../../reactions.ts';
import type { ScheduleRow } from '../record.ts';
import type { InstructorConflict } from '../shapes.ts';
import { scheduleChanges } from '../tables.ts';
import { conflictProblem, instructorConflicts } from './conflicts.ts';
import { type ChangeCounts, NO_COUNTS, type ScheduleWork, scheduleChange } from './work.ts';

/** A schedule that is changed, and what follows for its sessions. */
export interface BegunChange {
  readonly row: ScheduleRow;
  /** Absent when nothing changes. */
  readonly work?: ScheduleWork;
  /** Whether the instructors of sessions may be busy at their new times. */
  readonly places?: boolean;
  /** To whom conflicts of instructors are told. */
  readonly caller?: SiteAccess;
  /** Whether a busy instructor refuses the change. */
  readonly refusesConflicts?: boolean;
  /** Whether the first transaction has to know what all of them do. */
  readonly needsPreview?: boolean;
}

/** Stores the changed schedule, in the first transaction of the change or in a preview. @throws Problem to refuse. */
type Begin = (tx: Tx) => BegunChange;

/** What carrying out a change needs. */
export interface ChangeDeps {
  readonly store: Store;
  readonly reactions: Reactions;
  readonly changes: Pick<LongChanges, 'finish'>;
}

/** What a change would do, without doing it. */
export interface ChangePreview {
  readonly counts: ChangeCounts;
  readonly conflicts: readonly InstructorConflict[];
}

/** A change after its first transaction. */
export interface FirstStep {
  readonly row: ScheduleRow;
  /** What all transactions do, as far as it is known. */
  readonly counts: ChangeCounts;
  readonly isFinished: boolean;
}

/** Rolls a transaction back and carries its result out of it. */
class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super('a preview is never committed');
  }
}

/** Rolls the first transaction back: the change before is not finished, or a preview has to come first. */
class NotYet extends Error {
  constructor(
    readonly needsPreview: boolean,
    readonly isRefusable = false,
  ) {
    super('the change of the schedule cannot begin yet');
  }
}

interface PreviewStep extends ChangePreview {
  readonly left: ScheduleWork | undefined;
}

/** Nobody is told of conflicts that refuse nothing. */
const NOBODY: SiteAccess = { siteIds: [] };

/** Does in one transaction what is left of a change, as far as it goes, and rolls it back. */
const previewStep = async (deps: ChangeDeps, begin: Begin, given: ScheduleWork | undefined): Promise<PreviewStep> => {
  const attempt = (tx: Tx): PreviewStep => {
    const { row, work, places, caller = NOBODY } = begin(tx);
    if (work === undefined) return { left: undefined, counts: NO_COUNTS, conflicts: [] };
    const {
      left,
      result: counts = NO_COUNTS,
      shared,
    } = scheduleChange(deps.reactions).begin(tx, row.id, given ?? work);
    return { left, counts, conflicts: places === true ? instructorConflicts(tx, caller, row.id, shared) : [] };
  };
  try {
    return await deps.store.write((tx): PreviewStep => {
      throw new RolledBack(attempt(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
};

/** What a change would do. Each of its transactions is rolled back; they concern different dates. */
export const previewChange = async (deps: ChangeDeps, id: string, begin: Begin): Promise<ChangePreview> => {
  await deps.changes.finish(scheduleChanges, id);
  const conflicts: InstructorConflict[] = [];
  for (let left: ScheduleWork | undefined; ; ) {
    const step = await previewStep(deps, begin, left);
    conflicts.push(...step.conflicts);
    if (step.left === undefined) return { counts: step.counts, conflicts };
    left = step.left;
  }
};

/** The first transaction of a change. @throws NotYet; Problem 409 `instructor_conflict`. */
const firstStep = (
  tx: Tx,
  deps: ChangeDeps,
  begin: Begin,
  id: string,
  preview: ChangePreview | undefined,
): FirstStep => {
  if (scheduleChanges.find(tx, id) !== undefined) throw new NotYet(false);
  const { row, work, places = false, caller = NOBODY, refusesConflicts = false, needsPreview = false } = begin(tx);
  if (work === undefined) return { row, counts: NO_COUNTS, isFinished: true };
  const { left, result, shared } = scheduleChange(deps.reactions).begin(tx, id, work);
  const isRefusable = places && refusesConflicts;
  const conflicts = isRefusable ? instructorConflicts(tx, caller, id, shared) : [];
  if (conflicts.length > 0) throw conflictProblem(conflicts);
  if (left === undefined) return { row, counts: result ?? NO_COUNTS, isFinished: true };
  if ((isRefusable || needsPreview) && preview === undefined) throw new NotYet(true, isRefusable);
  return { row, counts: preview?.counts ?? left.counts, isFinished: false };
};

/**
 * Begins a change of a schedule in one transaction, after the one before is finished. What the transaction leaves is
 * stored with it and done in further ones. Whatever may refuse a long change is looked for before.
 * @param write runs the transaction.
 * @throws Problem 409 `instructor_conflict`; whatever `begin` throws.
 */
export const beginLongChange = async <Result>(
  deps: ChangeDeps,
  id: string,
  begin: Begin,
  write: (work: (tx: Tx) => FirstStep) => Promise<Result>,
): Promise<Result> => {
  let preview: ChangePreview | undefined;
  for (;;) {
    await deps.changes.finish(scheduleChanges, id);
    try {
      return await write((tx) => firstStep(tx, deps, begin, id, preview));
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (!error.needsPreview) continue;
      preview = await previewChange(deps, id, begin);
      if (error.isRefusable && preview.conflicts.length > 0) throw conflictProblem(preview.conflicts);
    }
  }
};

/**
 * Changes a schedule and all of its sessions.
 * @throws Problem 409 `instructor_conflict`; whatever `begin` throws.
 */
export const carryOut = async (deps: ChangeDeps, id: string, begin: Begin): Promise<Omit<FirstStep, 'isFinished'>> => {
  const { row, counts, isFinished } = await beginLongChange(deps, id, begin, (work) =>
    deps.store.write<FirstStep>(work),
  );
  if (isFinished) return { row, counts };
  return { row, counts: (await deps.changes.finish(scheduleChanges, id)) ?? counts };
};
