import { unfinishedChanges } from '../../database/long-change.ts';
import type { ChangeCounts, ScheduleWork } from './changes/work.ts';

/** The sites whose sessions without a schedule do not follow a change of the time zone yet. */
export const zoneChanges = unfinishedChanges<{
  /** The time zones that the site had before. Sessions in other ones do not follow it. */
  readonly zones: readonly string[];
  readonly after: { readonly startTime: string; readonly id: string };
}>('site');

/** The schedules whose sessions do not follow their last change yet. */
export const scheduleChanges = unfinishedChanges<ScheduleWork, ChangeCounts>('schedule');
