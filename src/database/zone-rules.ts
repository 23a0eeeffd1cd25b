// What clocks showed when the data were last computed, so that instants at the end of a local day can be computed again.

import type { Database } from 'bun:sqlite';
import { isoInstant } from '../kernel/clock.ts';
import { timeZones } from '../kernel/zones/time-zones.ts';
import { type Span, spansBetween, type Zone, zoneOf } from '../kernel/zones/zone.ts';

const NAME = 'timeZoneRules';
/** How many years ahead clocks are remembered: a package is valid for 100 years at most. */
const YEARS = 102;

/** From an instant (epoch ms) on, how many ms a clock is ahead of UTC. The first one is from the beginning on. */
type StoredSpan = readonly [from: number | null, offset: number];

/** The clock of a zone for some years, as it is stored. */
export type StoredClock = readonly StoredSpan[];

interface ZoneRulesOfData {
  /** The version of the rules with which the data were computed. */
  readonly version: string;
  /** The year from which on clocks are remembered. */
  readonly year: number;
  /** By the names of zones. */
  readonly clocks: Readonly<Record<string, StoredClock>>;
}

const READ = `select "value" from "appliance" where "name" = '${NAME}'`;
const STORE = `insert into "appliance" ("name", "value") values ('${NAME}', ?)
  on conflict do update set "value" = excluded."value"`;

/** The rules with which the data were last computed; undefined for data of a release that took those of its runtime. */
export const zoneRulesOf = (db: Database): ZoneRulesOfData | undefined => {
  const row = db.query<{ value: string }, []>(READ).get();
  return row === null ? undefined : JSON.parse(row.value);
};

/** The year (UTC) of an instant (epoch ms). */
export const yearOf = (nowMs: number): number => Number(isoInstant(nowMs).slice(0, 4));

/** Between which instants (epoch ms) clocks are remembered that are stored in a year. */
export const rememberedRange = (year: number): readonly [from: number, until: number] => [
  Date.UTC(year, 0),
  Date.UTC(year + YEARS, 0),
];

/** The part of a clock that is remembered: from a year on. */
export const storedClock = (zone: Zone, year: number): StoredClock =>
  spansBetween(zone, ...rememberedRange(year)).map(({ from, offset }) => [Number.isFinite(from) ? from : null, offset]);

export const clockOfStored = (stored: StoredClock): Zone =>
  zoneOf(
    stored.map(([from, offset]): Span => ({ from: from ?? Number.NEGATIVE_INFINITY, offset })),
    false,
  );

/** Says that the data are computed with the rules of this process, and what they are for some zones. */
export const storeZoneRules = (db: Database, zones: readonly string[], nowMs: number): void => {
  const { rules } = timeZones();
  const year = yearOf(nowMs);
  const known = zones.flatMap((zone) => {
    try {
      return [[zone, storedClock(timeZones().zone(zone), year)] as const];
    } catch {
      // `doctor` says so.
      return [];
    }
  });
  const value: ZoneRulesOfData = { version: rules.version, year, clocks: Object.fromEntries(known) };
  db.query(STORE).run(JSON.stringify(value));
};

/** Remembers the clock of one more zone. Data that are not computed with these rules yet stay as they are. */
export const rememberZone = (db: Database, zone: string, nowMs: number): void => {
  const stored = zoneRulesOf(db);
  if (stored === undefined || stored.version !== timeZones().rules.version || zone in stored.clocks) return;
  storeZoneRules(db, [...Object.keys(stored.clocks), zone], nowMs);
};
