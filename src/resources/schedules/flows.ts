import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { SessionConsequences } from './changes/apply.ts';
import { editSchedule, type ScheduleChange, updateSchedule } from './changes/edit.ts';
import { findSchedule } from './schedules.ts';
import type { UpdateScheduleBody } from './shapes.ts';
import { scheduleView } from './view.ts';

/** Carries the result of a rehearsal out of the transaction that it undoes. */
class Rehearsed extends Error {
  constructor(readonly change: ScheduleChange) {
    super('a rehearsal is never committed');
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

/** Makes the change for real, tells what it did, and leaves nothing of it. */
const rehearse = async (store: Store, change: (tx: Tx) => ScheduleChange): Promise<ScheduleChange> => {
  try {
    return await store.write((tx): ScheduleChange => {
      throw new Rehearsed(change(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.change;
    throw error;
  }
};

/** A PATCH of a schedule: with `dry_run` a preview of what it would do. */
export const changeSchedule = async (
  store: Store,
  consequences: SessionConsequences,
  call: { caller: Caller; id: string; query: { dry_run?: boolean }; body: UpdateScheduleBody },
): Promise<unknown> => {
  const { caller, id, query, body } = call;
  if (query.dry_run === true) {
    return previewView(
      await rehearse(store, (tx) => editSchedule(tx, caller, findSchedule(tx, caller, id), body, consequences)),
    );
  }
  return store.write((tx) =>
    scheduleView(tx, updateSchedule(tx, caller, findSchedule(tx, caller, id), body, consequences)),
  );
};
