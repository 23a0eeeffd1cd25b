import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { daysLater, endOfDay, instantOf, isLocalDate } from '../../kernel/local-time.ts';
import { invalidParam } from '../../kernel/problem.ts';

const MAX_DAYS = 31;
const DEFAULT_DAYS = 7;

/** The instant (epoch ms) `days` days after `from`: in hours or on the calendar, whichever is later. */
const daysAfter = (from: number, days: number, timezone: string): number =>
  Math.max(from + days * DAY_MS, daysLater(from, days, timezone));

/** A date is a local day of the site, the last one included. @throws Problem 400 over 31 days, or reversed. */
export const timeRange = (
  now: number,
  { from, to }: { readonly from?: string; readonly to?: string },
  timezone: string,
) => {
  const startOf = (text: string) => (isLocalDate(text) ? instantOf(text, '00:00', timezone) : epochOf(text));
  const endOf = (text: string) => (isLocalDate(text) ? endOfDay(text, timezone) : epochOf(text));
  const start = from === undefined ? now : startOf(from);
  const end = to === undefined ? daysAfter(start, DEFAULT_DAYS, timezone) : endOf(to);
  if (end < start)
    throw invalidParam('to', "'to' is before 'from'. Send a later date.", { reason: 'end_before_start' });
  if (to !== undefined && end > daysAfter(start, MAX_DAYS, timezone)) {
    throw invalidParam('to', `'to' is more than ${MAX_DAYS} days after 'from'. Send an earlier date.`, {
      reason: 'too_many_days',
      max: MAX_DAYS,
    });
  }
  return { notBefore: isoInstant(start), notAfter: isoInstant(end) };
};
