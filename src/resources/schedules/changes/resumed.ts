import type { LongChanges } from '../../../database/long-changes.ts';
import type { Store } from '../../../database/store.ts';
import type { JobRegistry } from '../../jobs/registry.ts';
import { Schedule } from '../record.ts';
import { scheduleChanges } from '../tables.ts';
import { watchChange } from './watch.ts';

interface ResumedDeps {
  readonly store: Store;
  readonly changes: Pick<LongChanges, 'finish' | 'unawaited'>;
  readonly jobs: JobRegistry;
}

/** A job or a verb of the program, and no person or credential. */
const isProgram = (actor: string): boolean => actor.includes(':');

/** Lists the changes of schedules that an earlier process has begun as jobs of those who asked for them, while they continue. */
export const listResumedChanges = ({ store, changes, jobs }: ResumedDeps): void => {
  for (const { id, actor } of changes.unawaited(scheduleChanges.kind)) {
    const schedule = Schedule.rows.find(store.view(), id);
    if (actor === null || isProgram(actor) || schedule === undefined) continue;
    const work = jobs.track(
      { kind: 'schedule_change', subject: schedule.name, startedBy: actor },
      async (progress) => {
        const counts = await changes.finish(scheduleChanges, id, watchChange(progress).changed);
        return { ...counts };
      },
      (counts) => counts,
    );
    // The job says why it failed, and the long changes have reported it.
    work.catch(() => undefined);
  }
};
