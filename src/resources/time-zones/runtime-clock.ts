import type { StoredClock } from '../../database/zone-rules.ts';

/**
 * The clock of a zone by the rules of the runtime, between two instants (epoch ms): earlier releases computed their data with
 * these. Undefined for a zone that it does not know.
 */
export const runtimeClock = (zone: string, from: number, until: number): StoredClock | undefined => {
  try {
    let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
    const spans: [number | null, number][] = [];
    for (; at !== null && at.epochMilliseconds < until; at = at.getTimeZoneTransition('next')) {
      spans.push([spans.length === 0 ? null : at.epochMilliseconds, at.offsetNanoseconds / 1e6]);
    }
    return spans;
  } catch {
    return undefined;
  }
};
