import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Conclude, Concluded } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Reactions } from '../reactions.ts';
import { editSchedule, type ScheduleChange, updateSchedule } from './changes/edit.ts';
import { findSchedule } from './schedules.ts';
import type { UpdateScheduleBody } from './shapes.ts';
import { scheduleView } from './view.ts';

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRun extends Error {
  constructor(readonly change: ScheduleChange) {
    super('a dry run is never committed');
  }
}

const previewView = ({ outcome, conflicts }: ScheduleChange) => ({
  object: 'schedule_change_preview',
  sessionsCreated: outcome.created.length,
  sessionsUpdated: outcome.updated.length,
  sessionsCancelled: outcome.sessionsCancelled,
  bookingsAffected: outcome.bookingsAffected,
  conflicts,
});

/** Runs the change in a transaction that is rolled back, and returns what it did. */
const dryRun = async (store: Store, change: (tx: Tx) => ScheduleChange): Promise<ScheduleChange> => {
  try {
    return await store.write((tx): ScheduleChange => {
      throw new DryRun(change(tx));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.change;
    throw error;
  }
};

/** Updates a schedule; with `dry_run` it answers a preview and changes nothing. */
export const changeSchedule = async (
  { store, reactions }: { readonly store: Store; readonly reactions: Reactions },
  call: { caller: Caller; id: string; query: { dry_run?: boolean }; body: UpdateScheduleBody },
  conclude: Conclude,
): Promise<Concluded> => {
  const { caller, id, query, body } = call;
  if (query.dry_run === true) {
    const change = await dryRun(store, (tx) => editSchedule(tx, caller, findSchedule(tx, caller, id), body, reactions));
    return conclude(() => previewView(change));
  }
  return conclude((tx) => scheduleView(tx, updateSchedule(tx, caller, findSchedule(tx, caller, id), body, reactions)));
};
