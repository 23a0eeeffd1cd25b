/** Whether `text` is a day of the calendar, `YYYY-MM-DD`. */
export const isLocalDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const milliseconds = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
};

/** The later one of two local dates. */
export const laterDate = (left: string, right: string): string => (left > right ? left : right);

/** The day `days` after (or, negative, before) the local date `date`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * The instant (epoch ms) of a wall time. A time that a spring gap skips moves forward by the gap; of one that an
 * autumn overlap shows twice, it is the first.
 */
export const instantOf = (date: string, time: string, timezone: string): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone, { disambiguation: 'compatible' })
    .epochMilliseconds;

/** What a clock on the wall of `timezone` shows at an instant (epoch ms). */
export const wallClock = (epochMilliseconds: number, timezone: string): { date: string; time: string } => {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime();
  const text = local.toString({ smallestUnit: 'minute' });
  return { date: text.slice(0, 10), time: text.slice(11) };
};

/** The local date in `timezone` at an instant (epoch ms). */
export const localDateAt = (epochMilliseconds: number, timezone: string): string =>
  wallClock(epochMilliseconds, timezone).date;

/** The last millisecond (epoch ms) of the local day `date` in `timezone`. */
export const endOfDay = (date: string, timezone: string): number => instantOf(addDays(date, 1), '00:00', timezone) - 1;
