import { instantAt, localDateOf, wallTime } from '../base/time/local-time.ts';
import { isMoment } from './read-moment.ts';

/** A moment as a field for date and time has it, by the clock of a zone; '' for none. */
export const momentText = (instant: string | null, zone: string): string => {
  if (instant === null) return '';
  return `${localDateOf(instant, zone)}T${wallTime(instant, zone)}`;
};

/** The instant of a field for date and time, by the clock of a zone; null for none, and for what cannot be read. */
export const instantOf = (text: string, zone: string): string | null => {
  return isMoment(text) ? instantAt(text.slice(0, 10), text.slice(11), zone) : null;
};
