export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours; days of the calendar come from local-time.ts. */
export const DAY_MS = 24 * HOUR_MS;
