import type { operations } from '../../api/schema.d.ts';
import type { Schemas } from '../../api/types.ts';
import { isDate, localDateOf } from '../../base/time/local-time.ts';
import { nowMs } from '../../base/time/now.ts';
import { DAYS, type Day, weekdayOf } from '../../base/time/weekdays.ts';
import { isTime } from '../../formats/read-time.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import { classFields, type OwnTerms } from '../class-terms/class-record.ts';
import { type OwnRules, ruleFields } from '../class-terms/rules.ts';

export type Schedule = Schemas['Schedule'];
export type ScheduleChange = operations['updateSchedule']['requestBody']['content']['application/json'];
export type NewSchedule = operations['createSchedule']['requestBody']['content']['application/json'];

type How = 'effectiveFrom' | 'overwriteModified' | 'onRemoved' | 'overrideConflicts' | 'allowConflict';
/** A new schedule, or with how it is made, a change of one. */
type ScheduleBody = Omit<NewSchedule, 'bookingPolicyOverrides'> & Pick<ScheduleChange, How | 'bookingPolicyOverrides'>;

/** What the form has in another way than the schedule. */
interface Own extends OwnTerms, OwnRules {
  readonly days: readonly Day[];
  /** Every how many weeks. */
  readonly interval: string;
  /** From which date it takes place, or a change of it holds. */
  readonly startDate: string;
  readonly modified: 'stay' | 'change';
  readonly removed: NonNullable<ScheduleChange['onRemoved']>;
  /** Takes place although someone or a room is taken. */
  readonly overrideConflicts: boolean;
}
export type ScheduleDraft = DraftOf<Schedule, ScheduleBody, Own>;

/** Today by the clock of a zone. */
const todayIn = (timezone: string): string => localDateOf(new Date(nowMs()).toISOString(), timezone);

const laterOf = (...dates: readonly string[]): string => dates.toSorted().at(-1) ?? '';

/** Today or later: a change of what was before would change nothing. */
const fromToday = (date: string, timezone: string): string => laterOf(date, todayIn(timezone));

const isNumber = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

const ruleOf = ({ days, interval }: ScheduleDraft): Schemas['RecurrenceRuleRequest'] | null =>
  days.length === 0
    ? null
    : { frequency: 'weekly', interval: Number(interval) || 1, daysOfWeek: DAYS.filter((day) => days.includes(day)) };

export const scheduleFields = fieldsOf<Schedule, ScheduleBody, Own>()({
  name: { kind: 'text', label: 'timetable.name', missing: 'timetable.missingName' },
  // A rule by days of the month is shown and stays; this form changes rules by days of the week.
  days: {
    kind: 'parts',
    label: 'timetable.days',
    read: ({ recurrenceRule }) => DAYS.filter((day) => recurrenceRule?.daysOfWeek?.includes(day)),
    writes: ['recurrenceRule'],
    send: (draft, before) => (before?.recurrenceRule?.frequency === 'monthly' ? {} : { recurrenceRule: ruleOf(draft) }),
  },
  startTime: {
    kind: 'time',
    label: 'timetable.starts',
    start: '18:00',
    row: 'when',
    problem: ({ startTime }) => (isTime(startTime) ? undefined : 'timetable.wrongTime'),
  },
  durationMinutes: {
    kind: 'number',
    label: 'timetable.minutes',
    start: '60',
    row: 'when',
    problem: ({ durationMinutes }) => (isNumber(durationMinutes) ? undefined : 'timetable.wrongNumber'),
  },
  capacity: {
    kind: 'number',
    label: 'timetable.seats',
    hint: 'timetable.seatsHint',
    row: 'when',
    problem: ({ capacity }) => (/^\d{0,5}$/.test(capacity) ? undefined : 'timetable.wrongNumber'),
  },
  interval: {
    kind: 'number',
    isAsTyped: true,
    label: 'timetable.weeks',
    hint: 'timetable.weeksHint',
    start: '1',
    row: 'when',
    read: ({ recurrenceRule }) => recurrenceRule?.interval ?? 1,
    writes: ['recurrenceRule'],
    send: null,
  },
  instructorId: {
    kind: 'pick',
    label: 'timetable.instructor',
    none: 'timetable.nobody',
    other: 'system.bySomebody',
    row: 'when',
  },
  roomName: { kind: 'pick', label: 'timetable.room', none: 'timetable.noRoom', row: 'when' },
  startDate: {
    kind: 'date',
    label: 'timetable.from',
    row: 'when',
    isAlways: true,
    start: ({ timezone }) => todayIn(timezone),
    read: ({ startDate }, { timezone }) => fromToday(startDate, timezone),
    writes: ['startDate'],
    send: ({ startDate }, before) => (before === undefined ? { startDate } : { effectiveFrom: startDate }),
    problem: ({ startDate }) => (isDate(startDate) ? undefined : 'session.wantsDate'),
  },
  endDate: {
    kind: 'date',
    label: 'timetable.until',
    hint: 'timetable.untilHint',
    row: 'when',
    problem: ({ endDate }) => (endDate === '' || isDate(endDate) ? undefined : 'session.wantsDate'),
  },
  ...classFields,
  ...ruleFields,
  modified: {
    kind: 'choice',
    look: 'radio',
    label: 'timetable.modified',
    answers: [
      { id: 'stay', label: 'timetable.modifiedStay' },
      { id: 'change', label: 'timetable.modifiedChange' },
    ],
    isAlways: true,
    start: 'stay',
    read: () => 'stay',
    writes: [],
    send: ({ modified }, before) => (before === undefined ? {} : { overwriteModified: modified === 'change' }),
  },
  removed: {
    kind: 'choice',
    look: 'radio',
    label: 'timetable.removed',
    answers: [
      { id: 'cancel', label: 'timetable.removedCancel' },
      { id: 'keep', label: 'timetable.removedKeep' },
    ],
    isAlways: true,
    start: 'cancel',
    read: () => 'cancel',
    writes: [],
    send: ({ removed }, before) => (before === undefined ? {} : { onRemoved: removed }),
  },
  overrideConflicts: {
    kind: 'switch',
    label: 'timetable.allow',
    isAlways: true,
    read: () => false,
    writes: [],
    send: ({ overrideConflicts }) => (overrideConflicts ? { overrideConflicts, allowConflict: true } : {}),
  },
});

/** What repeats, when, where and with whom. */
export const MAIN = [
  'name',
  'days',
  'startTime',
  'durationMinutes',
  'capacity',
  'interval',
  'instructorId',
  'roomName',
  'startDate',
  'endDate',
] as const;

/** How a change is made. */
export const HOW = ['modified', 'removed'] as const;

const CHANGES_NOTHING = ['effectiveFrom', 'overwriteModified', 'onRemoved', 'overrideConflicts', 'allowConflict'];

/** Whether a change says only how it is made. */
export const changesNothing = (body: ScheduleChange): boolean =>
  Object.keys(body).every((field) => CHANGES_NOTHING.includes(field));

/** The form of another schedule like one that exists: it begins today, for good. */
export const copiedFrom = (schedule: Schedule, studio: { currency: string; timezone: string }): ScheduleDraft => ({
  ...scheduleFields.valuesOf(schedule, studio),
  startDate: todayIn(studio.timezone),
  endDate: '',
});

/** Where one class of a schedule was dragged to: its date before and after, and its time. */
export interface Moved {
  readonly was?: string | undefined;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

/** What the form changes where a move of one class is made for all from there on. */
export const movedTo = (
  draft: ScheduleDraft,
  { was = '', date = '', time = '' }: Moved,
): Partial<ScheduleDraft> | undefined => {
  const [from, to] = [weekdayOf(was), weekdayOf(date)];
  if (from === undefined || to === undefined || !/^\d\d:\d\d$/.test(time)) return undefined;
  const days = draft.days.map((day) => (day === from ? to : day));
  return {
    startTime: time,
    days: DAYS.filter((day) => days.includes(day)),
    startDate: laterOf(was < date ? was : date, draft.startDate),
  };
};
