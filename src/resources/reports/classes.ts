import { addDays } from '../../kernel/local-time.ts';
import type { SessionRow } from '../sessions/record.ts';
import { type DateRange, stepsOf } from './range.ts';
import type { Reads, Steps, Subject } from './sources.ts';

/** A class that has begun and was not canceled. */
export interface ClassLine
  extends Pick<
    SessionRow,
    | 'siteId'
    | 'localDate'
    | 'localStartTime'
    | 'name'
    | 'instructorId'
    | 'originalInstructorId'
    | 'durationMinutes'
    | 'capacity'
  > {
  /** Who had a seat, whether they came or not. */
  readonly booked: number;
  readonly visits: number;
  readonly noShows: number;
}

const CLASSES = `select "siteId", "localDate", "localStartTime", "name", "instructorId", "originalInstructorId",
    "durationMinutes", "capacity", "attendedCount" "visits", "noShowCount" "noShows",
    "confirmedCount" + "attendedCount" + "noShowCount" "booked"
  from "sessions" where "siteId" = $siteId and "startTime" >= $start and "startTime" < $end and "startTime" <= $now
    and "cancelledAt" is null and "localDate" between $from and $to`;

interface Bound extends DateRange {
  readonly siteId: string;
  readonly start: string;
  readonly end: string;
  readonly now: string;
  readonly [name: string]: string;
}

/** The classes of some sites whose local date is in a range, in no particular order. */
export function* eachClass(
  reads: Reads,
  { sites }: Pick<Subject, 'sites'>,
  { from, to }: DateRange,
  visit: (line: ClassLine) => void,
): Steps {
  // Local dates differ from those of UTC by a day at most.
  const parts = stepsOf({ from: addDays(from, -1), to: addDays(to, 1) });
  for (const { id: siteId } of sites) {
    for (const part of parts) {
      const read = reads();
      const bound = { siteId, start: part.from, end: addDays(part.to, 1), now: read.now, from, to };
      for (const line of read.db.query<ClassLine, Bound>(CLASSES).all(bound)) visit(line);
      yield;
    }
  }
}
