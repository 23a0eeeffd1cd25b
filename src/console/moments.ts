import { instantAt, localDateOf, wallTime } from './local-time.ts';

/** A moment as a field for date and time has it, by the clock of a zone; '' for none. */
export const momentText = (instant: string | null, zone: string): string => {
  if (instant === null) return '';
  return `${localDateOf(instant, zone)}T${wallTime(instant, zone)}`;
};

/** The instant of a field for date and time, by the clock of a zone; null for none. */
export const instantOf = (text: string, zone: string): string | null => {
  const [date = '', time = '00:00'] = text.split('T');
  return date === '' ? null : instantAt(date, time.slice(0, 5), zone);
};
