import { DAY_MS } from '../../../kernel/durations.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { BookContext } from '../layout.ts';

const NEAR_MS = 6 * DAY_MS;

type Now = Pick<BookContext, 'formats'> & { readonly read: Pick<BookContext['read'], 'nowMs'> };

/**
 * An instant in the words of the days around it: Friday 06:00, or Friday 27 November, 06:00 where that is not clear. The
 * day is shown for today, too: a class of another day is beside it.
 */
export const nearTime = ({ read, formats }: Now, instant: string): string =>
  Math.abs(Date.parse(instant) - read.nowMs) < NEAR_MS ? formats.nearDayTime(instant) : formats.dayTime(instant);

type Timed = Pick<PublicSessionResponse | MemberSessionResponse, 'localDate' | 'startTime' | 'endTime'>;

/** Friday 27 November, 18:00 to 19:00 */
export const whenOf = ({ t, formats }: BookContext, { localDate, startTime, endTime }: Timed): string =>
  t('book.when', { day: formats.longDay(localDate), ...formats.span(startTime, endTime) });
