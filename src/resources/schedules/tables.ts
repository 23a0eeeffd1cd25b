import { unfinishedChanges } from '../../database/long-changes.ts';
import type { ScheduleWork } from './changes/work.ts';

/** The schedules whose sessions do not follow their last change yet. */
export const scheduleChanges = unfinishedChanges<ScheduleWork>('schedule');
