import { daysBetween } from '../../../kernel/local-time.ts';
import type { JobProgress } from '../../jobs/registry.ts';
import { windowEnd } from '../generation/generate.ts';
import type { PartProgress, ScheduleWork } from './work.ts';

/** Of a local date, which ends the key of a step. */
const DATE_LENGTH = 10;

/** Receives what is left of a change of a schedule after each of its transactions. */
export interface ChangeWatch {
  /** While its conflicts are looked for, before anything changes. */
  checked(left: ScheduleWork): void;
  changed(left: ScheduleWork): void;
}

/** How many days of a part are done. Its steps go over the days of a window once, or first over its slots and then over the others. */
const daysDone = ({ from, until, done }: PartProgress & { readonly from: string; readonly until: string }): number => {
  if (done === undefined) return 0;
  const days = daysBetween(from, done.slice(-DATE_LENGTH));
  if (done.length === DATE_LENGTH) return days;
  return (days + (done.startsWith('1') ? 0 : daysBetween(from, windowEnd(from, until)))) / 2;
};

const daysLeft = ({ parts }: ScheduleWork): number =>
  parts.reduce((sum, part) => sum + ('from' in part ? daysBetween(part.from, part.until) - daysDone(part) : 0), 0);

/** Reports a change in percent, by the days of the timetable that are left. Looking for conflicts is half of the work. */
export const watchChange = (progress: Pick<JobProgress, 'report'>): ChangeWatch => {
  let [days, before] = [0, 0];
  const percentOf = (left: ScheduleWork): number => {
    days = Math.max(days, daysLeft(left));
    return days === 0 ? 0 : Math.floor((100 * (days - daysLeft(left))) / days);
  };
  return {
    checked(left) {
      before = 50;
      progress.report(percentOf(left) / 2, 100, 'check');
    },
    changed: (left) => progress.report(before + (percentOf(left) * (100 - before)) / 100, 100, 'change'),
  };
};
