import { DAY_MS } from '../../../kernel/durations.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { BookContext } from '../layout.ts';

const NEAR_MS = 6 * DAY_MS;

/** An instant in the words of the days around it: Friday 06:00, or Friday 27 November, 06:00 where that is not clear. */
export const nearTime = ({ read, formats }: BookContext, instant: string): string =>
  Math.abs(Date.parse(instant) - read.nowMs) < NEAR_MS ? formats.nearDayTime(instant) : formats.dayTime(instant);

interface Place {
  readonly read: Pick<BookContext['read'], 'nowMs'>;
  readonly formats: BookContext['formats'];
  readonly timezone: string;
}

/** Until when something is held: the time, with its day where that is not today. */
export const untilTime = ({ read, formats, timezone }: Place, instant: string): string => {
  const isToday = localDateAt(Date.parse(instant), timezone) === localDateAt(read.nowMs, timezone);
  return isToday ? formats.time(instant) : formats.nearDayTime(instant);
};

type Timed = Pick<PublicSessionResponse | MemberSessionResponse, 'localDate' | 'startTime' | 'endTime'>;

/** Friday 27 November, 18:00 to 19:00 */
export const whenOf = ({ t, formats }: BookContext, { localDate, startTime, endTime }: Timed): string =>
  t('book.when', { day: formats.longDay(localDate), ...formats.span(startTime, endTime) });
