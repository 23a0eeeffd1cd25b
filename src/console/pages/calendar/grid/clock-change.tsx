import { useText } from '../../../base/texts.tsx';
import { clockChangeOn } from '../../../base/time/local-time.ts';

/** Says that the clocks are changed on a date: an hour is skipped, or comes twice. */
export const ClockChange = ({ date, zone }: { date: string; zone: string }) => {
  const t = useText();
  const change = clockChangeOn(date, zone);
  if (change === 0) return null;
  const hours = 24 - change;
  const isForward = change > 0;
  return (
    <abbr className="clock-change" title={t(isForward ? 'calendar.clocksForward' : 'calendar.clocksBack', { hours })}>
      {t(isForward ? 'calendar.clocksForwardShort' : 'calendar.clocksBackShort', { count: Math.abs(change) })}
    </abbr>
  );
};
