import { Type } from '@sinclair/typebox';
import { described, id, nullable, object } from '../../../kernel/schemas.ts';
import { eachClass } from '../classes.ts';
import { addClass, beforeOf, classNumbers, classTally, dayKeys, daysOf, filled, rowOf, rowsOf } from '../numbers.ts';
import type { DateRange } from '../range.ts';
import { reportShape, tableOf } from '../shapes.ts';
import { closedOn, ofBoth, type Reads, type Subject } from '../sources.ts';
import { byClass, byHour, classRows, classTallies, countClass, eachOf, hourRows } from './classes.ts';
import { instructorName, namesOf } from './names.ts';

const instructorKeys = () => ({
  instructorId: described(
    nullable(id()),
    'Who taught the classes, including as a substitute. `null` for classes without an instructor.',
  ),
  name: described(nullable(Type.String()), 'The name shown to members.'),
});

export const occupancyTables = {
  classes: byClass(),
  days: rowOf(dayKeys(), classNumbers),
  hours: byHour(),
  instructors: rowOf(instructorKeys(), classNumbers),
};

/** How full classes were: by class, day, hour and instructor. */
export const OccupancyReport = reportShape('occupancy_report', 'OccupancyReport', () => ({
  figures: described(object(classNumbers), 'The totals of the whole range.'),
  figuresBefore: beforeOf(classNumbers),
  classes: tableOf(occupancyTables.classes, 'One row for each class name, most visited first.'),
  days: tableOf(occupancyTables.days, 'One row for each day in the range.'),
  hours: tableOf(occupancyTables.hours, 'One row for each hour of the week in which classes started.'),
  instructors: tableOf(occupancyTables.instructors, 'One row for each instructor.'),
}));

function* occupancyOf(reads: Reads, subject: Subject, range: DateRange) {
  const found = { ...classTallies(), instructors: classTally() };
  yield* eachClass(reads, subject, range, (line) => {
    countClass(found, line);
    addClass(found.instructors.of(line.instructorId ?? ''), line);
  });
  return found;
}

export function* occupancy(reads: Reads, subject: Subject) {
  const both = yield* ofBoth(subject, (range) => occupancyOf(reads, subject, range));
  const instructors = eachOf(both, (found) => found.instructors);
  const names = namesOf(reads(), [...instructors.now.keys(), ...(instructors.before?.keys() ?? [])]);
  return {
    figures: filled(both.now.all.find('')),
    figuresBefore: both.before === undefined ? null : filled(both.before.all.find('')),
    classes: classRows(both),
    days: daysOf(
      subject,
      eachOf(both, ({ days }) => days),
      closedOn(subject),
      filled,
    ),
    hours: hourRows(both),
    instructors: rowsOf(instructors, (key) => instructorName(names, key), filled).toSorted(
      (left, right) => right.booked - left.booked,
    ),
  };
}
