/** From an instant (epoch ms) on, a clock is this many ms ahead of UTC; null where the server says no more. */
export type ServerClock = readonly (readonly [from: number, offset: number | null])[];

/** How far a clock is ahead of UTC at an instant (epoch ms), in ms; undefined where the server does not say. */
export const offsetOf = (clock: ServerClock, ms: number): number | undefined =>
  clock.findLast(([from]) => from <= ms)?.[1] ?? undefined;

let given: Readonly<Record<string, ServerClock>> = {};

/** Takes the clocks that the page has of the server: JSON, by zone. */
export const takeServerClocks = (text: string | null | undefined): void => {
  if (text) given = JSON.parse(text);
};

/**
 * What the clock of a zone shows by the rules of the server, which are newer than those of many browsers (appliance.md "Time
 * zones"); undefined for zones of no site, and for times that are far away.
 */
export const serverOffset = (ms: number, zone: string): number | undefined => {
  const clock = given[zone];
  return clock === undefined ? undefined : offsetOf(clock, ms);
};
