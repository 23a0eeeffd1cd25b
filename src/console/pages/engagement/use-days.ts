import { MINUTE_MS } from '../../../kernel/durations.ts';
import { useText } from '../../base/texts.tsx';
import { wallTime } from '../../base/time/local-time.ts';
import { useFormats } from '../../formats/use-formats.ts';

/** Writes the days from one date (YYYY-MM-DD) to another: 4 March to 17 March 2026. */
export const useDays = (): ((from: string, to: string) => string) => {
  const t = useText();
  const { date } = useFormats('UTC');
  const shown = (day: string): string => date(`${day}T00:00:00Z`);
  return (from, to) => (from === to ? shown(from) : t('engagement.fromTo', { from: shown(from), to: shown(to) }));
};

/** Writes until when something lasts: the last minute of a day where it ends at midnight. @param zone whose clock it is */
export const useUntil = (zone: string): ((instant: string) => string) => {
  const { dayTime } = useFormats(zone);
  return (instant) => dayTime(Date.parse(instant) - (wallTime(instant, zone) === '00:00' ? MINUTE_MS : 0));
};
