import type { Tx } from '../../../database/database.ts';
import { laterOf, localDateAt } from '../../../kernel/local-time.ts';
import { unpack, unpackList } from '../../../records/json.ts';
import { type Closure, Site, type SiteRow } from '../../sites/record.ts';
import { addsSessions, firstMissingDate, horizonOf } from '../generation/generate.ts';
import { schedulesBehindSite } from '../queries.ts';
import { Schedule, type ScheduleRow, type SiteBefore } from '../record.ts';
import { zoneChanges } from '../tables.ts';
import { type BegunChange, type ChangeDeps, carryOut } from './carry-out.ts';
import { beginChange } from './edit.ts';
import { NO_COUNTS, type ScheduleWork } from './work.ts';
import { recordZoneChange } from './zone-changes.ts';

const closuresOf = (site: SiteRow): Closure[] => unpackList<Closure>(site.closures);

/**
 * Records with all schedules of a site, except archived ones, what the site was before a change. A schedule that did
 * not follow an earlier change yet keeps what it has. A change of the time zone is also recorded for the sessions without
 * a schedule. Runs in the transaction that changes the site.
 */
export const recordSiteChange = (tx: Tx, site: SiteRow, { status, timezone, closures }: SiteRow): void => {
  const before: SiteBefore = { isActive: status === 'active', timezone, closures: unpackList(closures) };
  const statement = `update "schedules" set "siteBefore" = ? where "siteId" = ? and "siteBefore" is null
    and "archivedAt" is null`;
  tx.db.query(statement).run(JSON.stringify(before), site.id);
  if (timezone !== site.timezone) recordZoneChange(tx, site.id, timezone);
};

/** Begins to update the sessions of one schedule after a change of its site. */
export const beginSiteChange = (tx: Tx, id: string): BegunChange => {
  const found = Schedule.rows.find(tx, id);
  const site = found === undefined ? undefined : Site.rows.find(tx, found.siteId);
  if (found === undefined || site === undefined) throw new Error(`there is no schedule '${id}' with a site`);
  const before = unpack<SiteBefore>(found.siteBefore);
  if (before === null) return { row: found };
  Schedule.rows.update(tx, id, { siteBefore: null });
  let row: ScheduleRow = { ...found, siteBefore: null };
  const parts: ScheduleWork['parts'][number][] = [];
  if (row.timezone === before.timezone && site.timezone !== before.timezone) {
    const moved = beginChange(tx, row, { ...row, timezone: site.timezone }, {});
    row = moved.row;
    parts.push(...(moved.work?.parts ?? []));
  }
  const [today, closures] = [localDateAt(tx.nowMs, row.timezone), closuresOf(site)];
  if (row.generatedUntil !== null && !Bun.deepEquals(before.closures, closures)) {
    const scope = { from: today, until: row.generatedUntil, notBefore: tx.now, overwriteModified: false } as const;
    parts.push({ do: 'closures', before: before.closures, now: closures, ...scope, onRemoved: 'cancel' });
  }
  if (addsSessions(tx, row)) {
    const horizon = horizonOf(tx, row);
    const until = laterOf(horizon, row.generatedUntil ?? horizon);
    // Sessions of an inactive site may be missing at any date.
    parts.push({ do: 'create', from: before.isActive ? firstMissingDate(tx, row) : today, until });
    Schedule.rows.update(tx, id, { generatedUntil: until });
    row = { ...row, generatedUntil: until };
  }
  return { row, work: { parts, counts: NO_COUNTS } };
};

export interface SiteChangeDeps extends ChangeDeps {
  /** Called for a schedule that fails; the next run tries it again. */
  readonly reportError: (error: unknown, scheduleId: string) => void;
  /** Ends the run after the current schedule; the next run does the others. */
  readonly signal?: AbortSignal;
}

/** Follows rules.md "Schedule to sessions", in short transactions: requests run in between. Never rejects. */
export const applySiteChanges = async ({ reportError, signal, ...deps }: SiteChangeDeps): Promise<void> => {
  const isStopped = (): boolean => signal?.aborted === true;
  const idsAfter = (after: string) => schedulesBehindSite(deps.store.view(), after);
  for (let ids = idsAfter(''); ids.length > 0; ids = idsAfter(ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (isStopped()) return;
      try {
        await carryOut(deps, id, (tx) => beginSiteChange(tx, id));
      } catch (error) {
        // The next start continues.
        if (!isStopped()) reportError(error, id);
      }
    }
  }
};

/** Updates all sessions of a site that changed, those without a schedule too. Never rejects. */
export const applySiteChange = async (deps: SiteChangeDeps, siteId: string): Promise<void> => {
  await applySiteChanges(deps);
  // What fails is reported there, and the next start continues.
  await deps.changes.finish(zoneChanges, siteId).catch(() => undefined);
};
