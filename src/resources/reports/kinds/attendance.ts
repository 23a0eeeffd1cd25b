import { count, described, object } from '../../../kernel/schemas.ts';
import { eachClass } from '../classes.ts';
import { type Both, beforeOf, classNumbers, dayKeys, daysOf, filled, rowOf, Tally } from '../numbers.ts';
import { eachOtherVisit } from '../queries.ts';
import type { DateRange } from '../range.ts';
import { reportShape, tableOf } from '../shapes.ts';
import { closedOn, ofBoth, type Reads, type Subject } from '../sources.ts';
import { byClass, byHour, classRows, classTallies, countClass, eachOf, hourRows } from './classes.ts';

const visitNumbers = () => ({
  visits: described(count(), 'The total number of visits, with and without a class.'),
  classVisits: described(count(), 'The number of bookings of held classes whose clients came.'),
  otherVisits: described(count(), 'The number of check-ins without a booking that count as a visit.'),
  noShows: classNumbers().noShows,
  classes: classNumbers().classes,
});

const numbers = () => ({ ...classNumbers(), ...visitNumbers() });

export const attendanceTables = {
  days: rowOf(dayKeys(), visitNumbers),
  classes: byClass(),
  hours: byHour(),
};

/** Who came: by day, class and hour. */
export const AttendanceReport = reportShape('attendance_report', 'AttendanceReport', () => ({
  figures: described(object(numbers), 'The totals of the whole range.'),
  figuresBefore: beforeOf(numbers),
  days: tableOf(attendanceTables.days, 'One row for each day in the range.'),
  classes: tableOf(attendanceTables.classes, 'One row for each class name, most visited first.'),
  hours: tableOf(attendanceTables.hours, 'One row for each hour of the week in which classes started.'),
}));

const noOthers = () => new Tally(() => ({ visits: 0 }));

function* attendanceOf(reads: Reads, subject: Subject, range: DateRange) {
  const [classes, others] = [classTallies(), noOthers()];
  yield* eachClass(reads, subject, range, (line) => countClass(classes, line));
  yield* eachOtherVisit(reads, subject, range, ({ date, visits }) => {
    others.of(date).visits += visits;
    others.of('').visits += visits;
  });
  return { classes, others };
}

type Attended = ReturnType<typeof attendanceOf> extends Generator<void, infer T> ? T : never;

const onDay = ({ classes, others }: Attended, date: string) => {
  const { visits: classVisits, noShows, classes: held } = classes.days.find(date);
  const otherVisits = others.find(date).visits;
  return { visits: classVisits + otherVisits, classVisits, otherVisits, noShows, classes: held };
};

const inAll = ({ classes, others }: Attended) => {
  const all = filled(classes.all.find(''));
  const otherVisits = others.find('').visits;
  return { ...all, visits: all.visits + otherVisits, classVisits: all.visits, otherVisits };
};

/** The days of both sources as one tally. */
const dayTally = (attended: Attended) => {
  const tally = new Tally(() => ({ visits: 0, classVisits: 0, otherVisits: 0, noShows: 0, classes: 0 }));
  for (const date of new Set([...attended.classes.days.keys(), ...attended.others.keys()])) {
    if (date !== '') Object.assign(tally.of(date), onDay(attended, date));
  }
  return tally;
};

export function* attendance(reads: Reads, subject: Subject) {
  const both: Both<Attended> = yield* ofBoth(subject, (range) => attendanceOf(reads, subject, range));
  const classes = { now: both.now.classes, before: both.before?.classes };
  return {
    figures: inAll(both.now),
    figuresBefore: both.before === undefined ? null : inAll(both.before),
    days: daysOf(subject, eachOf(both, dayTally), closedOn(subject), (day) => ({ ...day })),
    classes: classRows(classes),
    hours: hourRows(classes),
  };
}
