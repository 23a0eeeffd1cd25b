import type { Read } from '../database/database.ts';
import { clocks } from '../kernel/zones/clocks.ts';
import { spansBetween } from '../kernel/zones/zone.ts';

const ZONES = 'select distinct "timezone" from "sites" union select distinct "timezone" from "schedules"';

type Clock = (readonly [from: number, offset: number | null])[];

/** What the clock of a zone shows from the year before this one to the third one after it, and null from then on. */
const clockOf = (zone: string, year: number): Clock => {
  const [start, end] = [Date.UTC(year - 1, 0), Date.UTC(year + 4, 0)];
  const spans = spansBetween(clocks().clockOf(zone), start, end);
  return [...spans.map(({ from, offset }) => [Math.max(from, start), offset] as const), [end, null]];
};

/** The clocks that the pages of the console show, by zone. A zone that the rules do not know is left out. */
export const consoleClocks = ({ db, nowMs }: Read): Readonly<Record<string, Clock>> => {
  const year = new Date(nowMs).getUTCFullYear();
  const zones = db.query<{ timezone: string }, []>(ZONES).all();
  return Object.fromEntries(
    zones.flatMap(({ timezone }) =>
      clocks().nameOf(timezone) === undefined ? [] : [[timezone, clockOf(timezone, year)] as const],
    ),
  );
};
