import { DAY_MS } from '../durations.ts';

/** The clock of a zone from an instant (epoch ms) on: its offset is in ms east of UTC. */
export interface Span {
  readonly from: number;
  readonly offset: number;
}

/** The clock of one time zone. */
export interface Zone {
  /** In order; the first one is from -Infinity on, and neighbors have different offsets. */
  readonly spans: readonly Span[];
  /** Whether the changes of the last 400 years are repeated forever, as rules of daylight saving are. */
  readonly repeats: boolean;
}

/** The calendar repeats after 400 years, which are whole weeks. */
const CYCLE_MS = 146_097 * DAY_MS;
/** More than any two clocks of the earth differ. */
const FAR_MS = 2 * DAY_MS;

const NEVER: Span = { from: Number.NEGATIVE_INFINITY, offset: 0 };

/** Puts spans in the form of a zone: a change that leaves the offset as it was, or takes no time, is none. */
export const zoneOf = (spans: readonly Span[], repeats: boolean): Zone => {
  const kept: Span[] = [];
  for (const span of spans) {
    if (span.from === kept.at(-1)?.from) kept.pop();
    if (span.offset !== kept.at(-1)?.offset) kept.push(span);
  }
  return { spans: kept, repeats };
};

/** The index of the last span that begins at or before an instant (epoch ms). */
const indexAt = ({ spans }: Zone, epochMilliseconds: number): number => {
  let [low, high] = [0, spans.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((spans[middle] ?? NEVER).from <= epochMilliseconds) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** How far (ms) a time after the last change is moved back, so that the changes before it say what the clock shows. */
const movedBack = ({ spans, repeats }: Zone, time: number): number => {
  const { from } = spans.at(-1) ?? NEVER;
  return repeats && time > from ? Math.ceil((time - from) / CYCLE_MS) * CYCLE_MS : 0;
};

/** What to add to an instant (epoch ms) to get what the clock shows, in ms. */
export const offsetAt = (zone: Zone, epochMilliseconds: number): number => {
  const within = epochMilliseconds - movedBack(zone, epochMilliseconds);
  return (zone.spans[indexAt(zone, within)] ?? NEVER).offset;
};

/**
 * The instant (epoch ms) at which the clock shows `local`: the ms from 1970 on as if the clock were in UTC. A time in a gap moves
 * forward by the gap; of a time that occurs twice, it is the first.
 */
export const instantAt = (zone: Zone, local: number): number => {
  const back = movedBack(zone, local);
  const within = local - back;
  const { spans } = zone;
  let index = indexAt(zone, within - FAR_MS);
  for (let next = spans[index + 1]; next !== undefined; next = spans[index + 1]) {
    if (within < next.from + (spans[index] ?? NEVER).offset) break;
    index += 1;
  }
  const { from, offset } = spans[index] ?? NEVER;
  const isInGap = index > 0 && within < from + offset;
  return local - (isInGap ? (spans[index - 1] ?? NEVER).offset : offset);
};

/** The first change of the clock after an instant, both in epoch ms; undefined where it never changes again. */
export const nextChange = (zone: Zone, epochMilliseconds: number): number | undefined => {
  const back = movedBack(zone, epochMilliseconds);
  const next = zone.spans[indexAt(zone, epochMilliseconds - back) + 1];
  return next === undefined ? undefined : next.from + back;
};

/** The spans of a clock between two instants (epoch ms); the first one is from -Infinity on. */
export const spansBetween = (zone: Zone, from: number, until: number): Span[] => {
  const spans: Span[] = [{ from: Number.NEGATIVE_INFINITY, offset: offsetAt(zone, from) }];
  for (let change = nextChange(zone, from); change !== undefined && change < until; change = nextChange(zone, change)) {
    spans.push({ from: change, offset: offsetAt(zone, change) });
  }
  return spans;
};
