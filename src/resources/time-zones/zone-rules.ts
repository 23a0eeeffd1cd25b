import type { Read, Tx } from '../../database/database.ts';
import type { LongChanges } from '../../database/long-changes.ts';
import type { Store } from '../../database/store.ts';
import {
  rememberedRange,
  type StoredClock,
  storedClock,
  storeZoneRules,
  yearOf,
  zoneRulesOf,
} from '../../database/zone-rules.ts';
import { timeZones } from '../../kernel/zones/time-zones.ts';
import { recordClockBefore } from '../packages/lifecycle/local-days.ts';
import { applyToPeriods } from './periods.ts';
import { runtimeClock } from './runtime-clock.ts';
import { ALL_SITES, sessionClocks } from './tables.ts';

interface ZoneRulesDeps {
  readonly store: Store;
  readonly changes: Pick<LongChanges, 'run'>;
}

type SiteZone = Readonly<Record<'id' | 'timezone', string>>;

const SITES = 'select "id", "timezone" from "sites" order by "id"';

const sitesOf = ({ db }: Read): SiteZone[] => db.query<SiteZone, []>(SITES).all();

const clockNow = (zone: string, year: number): StoredClock | undefined => {
  try {
    return storedClock(timeZones().zone(zone), year);
  } catch {
    // `doctor` says so.
    return undefined;
  }
};

/** The clock with which what is stored of a site was computed; undefined where it is the present one, or no one knows it. */
const clockBefore = (read: Read, zone: string): StoredClock | undefined => {
  const rules = zoneRulesOf(read.db);
  const year = rules?.year ?? yearOf(read.nowMs);
  const before = rules === undefined ? runtimeClock(zone, ...rememberedRange(year)) : rules.clocks[zone];
  const now = clockNow(zone, year);
  return before === undefined || now === undefined || Bun.deepEquals(before, now) ? undefined : before;
};

/** Records all that has to be computed again, and with which rules it is. */
const begin = (tx: Tx): void => {
  const sites = sitesOf(tx);
  for (const { id, timezone } of sites) {
    const before = clockBefore(tx, timezone);
    if (before !== undefined) recordClockBefore(tx, id, before);
  }
  sessionClocks.store(tx, ALL_SITES, { after: { startTime: tx.now, id: '' } });
  applyToPeriods(tx);
  remember(tx, sites);
};

const remember = (tx: Tx, sites: readonly SiteZone[]): void =>
  storeZoneRules(tx.db, [...new Set(sites.map(({ timezone }) => timezone))], tx.nowMs);

/** Whether clocks are to be remembered again: they are of another time, or there is a site of another zone. */
const isOutdated = (read: Read): boolean => {
  const rules = zoneRulesOf(read.db);
  if (rules === undefined) return true;
  const age = yearOf(read.nowMs) - rules.year;
  return age < 0 || age > 1 || sitesOf(read).some(({ timezone }) => !(timezone in rules.clocks));
};

/**
 * Recomputes stored future times, where the rules of time zones are of another version than those with which
 * it was last computed (appliance.md "Time zones"). What the end of the process leaves, the next start does.
 */
export const applyZoneRules = async ({ store, changes }: ZoneRulesDeps): Promise<void> => {
  const read = store.view();
  if (zoneRulesOf(read.db)?.version === timeZones().rules.version) {
    if (isOutdated(read)) await store.write((tx) => remember(tx, sitesOf(tx)));
    return;
  }
  await store.write(begin);
  await changes.run();
};
