import type { Translate } from '../../../texts/translate.ts';
import { instantAt, isDate } from '../../base/time/local-time.ts';
import { DAYS, dayName } from '../../base/time/weekdays.ts';
import { isTime } from '../../formats/read-time.ts';
import type { Formats } from '../../formats/use-formats.ts';
import type { ScheduleDraft } from '../../parts/timetable/schedule-record.ts';

/** In place of a time or a date that cannot be read. */
const NOT_READ = '…';

/** The rule of a form in words: every Monday and Wednesday at 18:30, 60 minutes, from 30 November. */
export const ruleInWords = (
  form: ScheduleDraft,
  t: Translate,
  { locale, list, date, timeZone, wallTime }: Formats,
): string => {
  const dateOf = (day: string): string => (isDate(day) ? date(instantAt(day, '12:00', timeZone)) : NOT_READ);
  const days = DAYS.filter((day) => form.days.includes(day)).map((day) => dayName(day, locale, 'long'));
  const values = {
    days: list(days),
    weeks: Number(form.interval) || 1,
    time: isTime(form.startTime) ? wallTime(form.startTime) : NOT_READ,
    minutes: Number(form.durationMinutes) || 0,
    from: dateOf(form.startDate),
    until: form.endDate === '' ? '' : dateOf(form.endDate),
    ends: form.endDate === '' ? 'no' : 'yes',
  };
  return days.length === 0 ? t('timetable.once', values) : t('timetable.weekly', values);
};
