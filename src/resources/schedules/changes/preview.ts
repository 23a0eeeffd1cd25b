import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { ScheduleChange } from './edit.ts';

/** Carries the result of a change out of the transaction that it rolls back. */
class RolledBack extends Error {
  constructor(readonly change: ScheduleChange) {
    super('a preview is never committed');
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

/** Runs a change of a schedule in a transaction that is rolled back, and returns what it would do. */
export const previewChange = async (store: Store, change: (tx: Tx) => ScheduleChange) => {
  try {
    return await store.write((tx): ReturnType<typeof previewView> => {
      throw new RolledBack(change(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return previewView(error.change);
    throw error;
  }
};
