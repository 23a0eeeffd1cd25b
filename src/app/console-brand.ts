import type { Read } from '../database/database.ts';
import { timeZones } from '../kernel/zones/time-zones.ts';
import { spansBetween } from '../kernel/zones/zone.ts';
import { currentExperience } from '../resources/experience/queries.ts';
import { brandSettings } from '../resources/settings/queries.ts';

/** The color of the console until the studio has published its own. */
const COLOR = '#0f766e';

/** What the pages of the console show of the brand. The version changes with its color. */
export const consoleBrand = (read: Read) => {
  const color = currentExperience(read).theme.colors?.primary ?? COLOR;
  return { studio: brandSettings(read).name, color, version: color.slice(1).toLowerCase() };
};

const ZONES = 'select distinct "timezone" from "sites" union select distinct "timezone" from "schedules"';

type Offsets = (readonly [from: number, offset: number | null])[];

/** The offsets of a zone from the year before this one to the third one after it, and null from then on. */
const offsetsOf = (zone: string, year: number): Offsets => {
  const [start, end] = [Date.UTC(year - 1, 0), Date.UTC(year + 4, 0)];
  const spans = spansBetween(timeZones().zone(zone), start, end);
  return [...spans.map(({ from, offset }) => [Math.max(from, start), offset] as const), [end, null]];
};

/** The offsets that the pages of the console use, by zone. A zone that the rules do not know is left out. */
const zoneOffsets = ({ db, nowMs }: Read): Readonly<Record<string, Offsets>> => {
  const year = new Date(nowMs).getUTCFullYear();
  const zones = db.query<{ timezone: string }, []>(ZONES).all();
  return Object.fromEntries(
    zones.flatMap(({ timezone }) =>
      timeZones().nameOf(timezone) === undefined ? [] : [[timezone, offsetsOf(timezone, year)] as const],
    ),
  );
};

/** What the pages of the console show that does not come from the API. */
export const consoleContents = (view: () => Read) => ({
  brand: () => consoleBrand(view()),
  clocks: () => zoneOffsets(view()),
});
