import type { Tx } from '../../../database/database.ts';
import { unpack, unpackList } from '../../../database/json.ts';
import type { Store } from '../../../database/store.ts';
import { laterDate, localDateAt } from '../../../kernel/local-time.ts';
import type { Reactions } from '../../reactions.ts';
import { type Closure, Site, type SiteRow } from '../../sites/record.ts';
import { generateSessions, horizonOf } from '../generation/generate.ts';
import { schedulesBehindSite } from '../queries.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { isClosed } from '../recurrence/recurrence.ts';
import { applyChange } from './edit.ts';
import { Reconciliation } from './reconcile.ts';

/** The fields of a site that sessions depend on, as they were when the sessions were last in line with it. */
interface SiteBefore {
  readonly isActive: boolean;
  readonly timezone: string;
  readonly closures: readonly Closure[];
}

const closuresOf = (site: SiteRow): Closure[] => unpackList<Closure>(site.closures);

/**
 * Records with all schedules of a site, except archived ones, what the site was before a change. A schedule that did
 * not follow an earlier change yet keeps what it has. Runs in the transaction that changes the site.
 */
export const recordSiteChange = (tx: Tx, site: SiteRow, { status, timezone, closures }: SiteRow): void => {
  const before: SiteBefore = { isActive: status === 'active', timezone, closures: unpackList(closures) };
  const statement = `update "schedules" set "siteBefore" = ? where "siteId" = ? and "siteBefore" is null
    and "archivedAt" is null`;
  tx.db.query(statement).run(JSON.stringify(before), site.id);
};

/** Cancels the sessions in new closures, and restores those in closures that were removed. */
const followClosures = (
  tx: Tx,
  schedule: ScheduleRow,
  before: readonly Closure[],
  now: readonly Closure[],
  reactions: Reactions,
): void => {
  const from = localDateAt(tx.nowMs, schedule.timezone);
  if (schedule.generatedUntil === null || Bun.deepEquals(before, now)) return;
  const until = schedule.generatedUntil;
  const scope = { from, until, notBefore: tx.now, overwriteModified: false, onRemoved: 'cancel' } as const;
  new Reconciliation(tx, schedule, scope, reactions).followClosures(
    (date) => isClosed(now, date) && !isClosed(before, date),
    (date) => isClosed(before, date) && !isClosed(now, date),
  );
};

/** Creates the missing sessions up to the horizon; those of an inactive site may be missing at any date. */
const fill = (tx: Tx, schedule: ScheduleRow, hasGaps: boolean): void => {
  const horizon = horizonOf(tx, schedule);
  const fromToday = { ...schedule, generatedUntil: null };
  generateSessions(tx, hasGaps ? fromToday : schedule, laterDate(horizon, schedule.generatedUntil ?? horizon));
};

/** Updates the sessions of one schedule after a change of its site. */
const followOne = (tx: Tx, id: string, reactions: Reactions): void => {
  const found = Schedule.rows.find(tx, id);
  const before = unpack<SiteBefore>(found?.siteBefore ?? null);
  const site = found === undefined ? undefined : Site.rows.find(tx, found.siteId);
  if (found === undefined || before === null || site === undefined) return;
  Schedule.rows.update(tx, id, { siteBefore: null });
  let schedule: ScheduleRow = { ...found, siteBefore: null };
  if (schedule.timezone === before.timezone && site.timezone !== before.timezone) {
    schedule = applyChange(tx, schedule, { ...schedule, timezone: site.timezone }, {}, reactions).row;
  }
  followClosures(tx, schedule, before.closures, closuresOf(site), reactions);
  fill(tx, schedule, !before.isActive);
};

/** What following a site needs. */
export interface FollowDeps {
  readonly store: Store;
  readonly reactions: Reactions;
  /** Called for a schedule that fails; the next run tries it again. */
  readonly reportError: (error: unknown, scheduleId: string) => void;
  /** Ends the run after the current schedule; the next run does the others. */
  readonly signal?: AbortSignal;
}

/**
 * Updates the sessions of every schedule whose site changed (rules.md "Schedule to sessions"). Each schedule is a short
 * transaction, so that requests run in between. Never rejects.
 */
export const followSites = async ({ store, reactions, reportError, signal }: FollowDeps): Promise<void> => {
  const idsAfter = (after: string) => schedulesBehindSite(store.view(), after);
  for (let ids = idsAfter(''); ids.length > 0; ids = idsAfter(ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (signal?.aborted === true) return;
      try {
        await store.write((tx) => followOne(tx, id, reactions));
      } catch (error) {
        reportError(error, id);
      }
    }
  }
};
