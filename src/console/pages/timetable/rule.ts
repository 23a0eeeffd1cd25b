import type { Translate } from '../../../texts/translate.ts';
import { type ClassDetails, changedDetails, detailsOf, NO_DETAILS } from '../../class-page/details.ts';
import { changedRules } from '../../class-terms/rules.ts';
import {
  type ClassTerms,
  changedTerms,
  newTerms,
  sentNewTerms,
  termsOfSchedule,
  termsProblems,
} from '../../class-terms/terms.ts';
import type { Formats } from '../../formats.ts';
import { isDate } from '../../local-time.ts';
import type { Site } from '../../shell/site.ts';
import { isTime } from '../../typed/read-time.ts';
import { DAYS, type Day, dayName, weekdayOf } from '../../weekdays.ts';
import type { NewSchedule, Schedule, ScheduleChange } from './queries.ts';

/** What a person has typed and chosen of a schedule. */
export interface ScheduleForm {
  readonly name: string;
  readonly days: readonly Day[];
  readonly interval: string;
  readonly startTime: string;
  readonly minutes: string;
  readonly capacity: string;
  readonly instructorId: string;
  readonly roomName: string;
  /** From which date, YYYY-MM-DD. */
  readonly from: string;
  /** Until which date, inclusive; empty for no end. */
  readonly until: string;
  readonly details: ClassDetails;
  readonly terms: ClassTerms;
  readonly overwriteModified: boolean;
  readonly keepRemoved: boolean;
  readonly overrideConflicts: boolean;
}

/** A form with nothing chosen but the date. */
export const emptyForm = (today: string, site: Pick<Site, 'currency' | 'isDigital'>): ScheduleForm => ({
  name: '',
  days: [],
  interval: '1',
  startTime: '18:00',
  minutes: '60',
  capacity: '',
  instructorId: '',
  roomName: '',
  details: NO_DETAILS,
  terms: newTerms(site),
  from: today,
  until: '',
  overwriteModified: false,
  keepRemoved: false,
  overrideConflicts: false,
});

/** The form of a schedule as it is. */
export const formOf = (schedule: Schedule, today: string, currency: string): ScheduleForm => ({
  ...emptyForm(today, { currency, isDigital: false }),
  name: schedule.name,
  days: schedule.recurrenceRule?.daysOfWeek ?? [],
  interval: String(schedule.recurrenceRule?.interval ?? 1),
  startTime: schedule.startTime,
  minutes: String(schedule.durationMinutes),
  capacity: schedule.capacity === null ? '' : String(schedule.capacity),
  instructorId: schedule.instructorId ?? '',
  roomName: schedule.roomName ?? '',
  from: schedule.startDate > today ? schedule.startDate : today,
  until: schedule.endDate ?? '',
  details: detailsOf(schedule),
  terms: termsOfSchedule(schedule, currency),
});

const laterOf = (...dates: readonly string[]): string => dates.toSorted().at(-1) ?? '';

/** Where one class of a schedule was dragged to: its date before and after, and its time. */
export interface Moved {
  readonly was?: string | undefined;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

/** The form with a move of one class made for all from there on. */
export const movedForm = (form: ScheduleForm, { was = '', date = '', time = '' }: Moved): ScheduleForm => {
  const [from, to] = [weekdayOf(was), weekdayOf(date)];
  if (from === undefined || to === undefined || !/^\d\d:\d\d$/.test(time)) return form;
  const days = form.days.map((day) => (day === from ? to : day));
  const first = was < date ? was : date;
  return {
    ...form,
    startTime: time,
    days: DAYS.filter((day) => days.includes(day)),
    from: laterOf(first, form.from),
  };
};

const fieldsOf = (form: ScheduleForm) => ({
  startTime: form.startTime,
  durationMinutes: Number(form.minutes),
  capacity: form.capacity === '' ? null : Number(form.capacity),
  instructorId: form.instructorId === '' ? null : form.instructorId,
  roomName: form.roomName.trim() === '' ? null : form.roomName,
  endDate: form.until === '' ? null : form.until,
});

const ruleOf = ({ days, interval }: ScheduleForm) =>
  days.length === 0 ? null : { frequency: 'weekly' as const, interval: Number(interval) || 1, daysOfWeek: [...days] };

/** What of the form is wrong, by its field; empty where it can be sent. */
export const problemsOf = (form: ScheduleForm, t: Translate): Partial<Record<keyof ScheduleForm, string>> => ({
  ...(form.name.trim() === '' ? { name: t('timetable.missingName') } : {}),
  ...(isTime(form.startTime) ? {} : { startTime: t('timetable.wrongTime') }),
  ...(isDate(form.from) ? {} : { from: t('session.wantsDate') }),
  ...(form.until === '' || isDate(form.until) ? {} : { until: t('session.wantsDate') }),
  ...(/^[1-9]\d{0,3}$/.test(form.minutes) ? {} : { minutes: t('timetable.wrongNumber') }),
  ...(/^\d{0,5}$/.test(form.capacity) ? {} : { capacity: t('timetable.wrongNumber') }),
  ...(Object.keys(termsProblems(form.terms, t)).length === 0 ? {} : { terms: t('classTerms.wrong') }),
});

/** What of a schedule the form changes: fields that are as they were are left out. */
export const changeOf = (form: ScheduleForm, schedule: Schedule): ScheduleChange => {
  const fields = Object.entries({ name: form.name, ...fieldsOf(form) }).filter(
    ([field, value]) => schedule[field as keyof Schedule] !== value,
  );
  const before = formOf(schedule, form.from, form.terms.currency);
  const hasOtherDays =
    form.days.toSorted().join() !== before.days.toSorted().join() || form.interval !== before.interval;
  return {
    ...Object.fromEntries(fields),
    ...changedDetails(before.details, form.details),
    ...changedTerms(before.terms, form.terms),
    ...changedRules(before.terms.rules, form.terms.rules),
    // A rule by days of the month is shown and stays; this form changes rules by days of the week.
    ...(hasOtherDays && schedule.recurrenceRule?.frequency !== 'monthly' ? { recurrenceRule: ruleOf(form) } : {}),
    effectiveFrom: form.from,
    overwriteModified: form.overwriteModified,
    onRemoved: form.keepRemoved ? 'keep' : 'cancel',
    ...(form.overrideConflicts ? { overrideConflicts: true, allowConflict: true } : {}),
  } as ScheduleChange;
};

/** A new schedule as the form says it. */
export const newScheduleOf = (form: ScheduleForm, siteId: string): NewSchedule =>
  ({
    name: form.name,
    ...fieldsOf(form),
    siteId,
    startDate: form.from,
    ...changedDetails(NO_DETAILS, form.details),
    ...sentNewTerms(form.terms),
    ...changedRules({}, form.terms.rules),
    recurrenceRule: ruleOf(form),
    ...(form.overrideConflicts ? { overrideConflicts: true, allowConflict: true } : {}),
  }) as NewSchedule;

/** In place of a time or a date that cannot be read. */
const NOT_READ = '…';

/** The rule of a form in words: every Monday and Wednesday at 18:30, 60 minutes, from 30 November. */
export const ruleInWords = (form: ScheduleForm, t: Translate, { locale, list, date, wallTime }: Formats): string => {
  const dateOf = (day: string): string => (isDate(day) ? date(`${day}T12:00:00Z`) : NOT_READ);
  const days = DAYS.filter((day) => form.days.includes(day)).map((day) => dayName(day, locale, 'long'));
  const values = {
    days: list(days),
    weeks: Number(form.interval) || 1,
    time: isTime(form.startTime) ? wallTime(form.startTime) : NOT_READ,
    minutes: Number(form.minutes) || 0,
    from: dateOf(form.from),
    until: form.until === '' ? '' : dateOf(form.until),
    ends: form.until === '' ? 'no' : 'yes',
  };
  return days.length === 0 ? t('timetable.once', values) : t('timetable.weekly', values);
};
