import type { Tx } from '../../../database/database.ts';
import { unpack, unpackList } from '../../../database/json.ts';
import type { Store } from '../../../database/store.ts';
import type { ScheduleRow } from '../../../database/tables/schedules.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import type { Reactions } from '../../reactions.ts';
import { type Closure, Site, type SiteRow } from '../../sites/record.ts';
import { generateSessions, horizonOf } from '../generation/generate.ts';
import { behindSite, noteBefore, scheduleRows } from '../queries.ts';
import { isClosed } from '../recurrence/recurrence.ts';
import { Reconciliation } from './apply.ts';
import { bringInLine } from './edit.ts';

/** What sessions depend on, as it was when they were last in line with their site. */
interface SiteBefore {
  readonly isActive: boolean;
  readonly timezone: string;
  readonly closures: readonly Closure[];
}

const closuresOf = (site: SiteRow): Closure[] => unpackList<Closure>(site.closures);

/** Notes in the transaction that changes a site that the sessions of its schedules have to follow. */
export const noteSiteChange = (tx: Tx, site: SiteRow, before: SiteRow): void => {
  const { status, timezone } = before;
  const known: SiteBefore = { isActive: status === 'active', timezone, closures: closuresOf(before) };
  noteBefore(tx, site.id, JSON.stringify(known));
};

/** Cancels what lies in new closures, and brings back what lay in those that are gone. */
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

/** Makes what is missing up to the horizon; while a site is closed for new sessions, gaps may have come about. */
const fill = (tx: Tx, schedule: ScheduleRow, hasGaps: boolean): void => {
  const horizon: string = horizonOf(tx, schedule);
  const known = schedule.generatedUntil ?? horizon;
  const gaps = { ...schedule, generatedUntil: null };
  generateSessions(tx, hasGaps ? gaps : schedule, known > horizon ? known : horizon);
};

/** Brings the sessions of one schedule in line with what has become of its site. */
const followOne = (tx: Tx, id: string, reactions: Reactions): void => {
  const noted = scheduleRows.find(tx, id);
  const before = unpack<SiteBefore>(noted?.siteBefore ?? null);
  const site = noted === undefined ? undefined : Site.rows.find(tx, noted.siteId);
  if (noted === undefined || before === null || site === undefined) return;
  scheduleRows.update(tx, id, { siteBefore: null });
  let schedule: ScheduleRow = { ...noted, siteBefore: null };
  if (schedule.timezone === before.timezone && site.timezone !== before.timezone) {
    schedule = bringInLine(tx, schedule, { ...schedule, timezone: site.timezone }, {}, reactions).row;
  }
  followClosures(tx, schedule, before.closures, closuresOf(site), reactions);
  fill(tx, schedule, !before.isActive);
};

/** What following a site needs. */
export interface FollowDeps {
  readonly store: Store;
  readonly reactions: Reactions;
  /** Told of a schedule that could not follow; it is tried again in the next run. */
  readonly fault: (error: unknown, scheduleId: string) => void;
  /** Ends the run after the schedule it is at. */
  readonly signal?: AbortSignal;
}

/**
 * Makes the sessions of every schedule follow what was noted of its site (rules.md "Schedule to sessions"): a short
 * transaction for each, so that requests get their turn in between. What a stop leaves over, the next run does.
 * Never rejects.
 */
export const followSites = async ({ store, reactions, fault, signal }: FollowDeps): Promise<void> => {
  for (let ids = behindSite(store.view(), ''); ids.length > 0; ids = behindSite(store.view(), ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (signal?.aborted === true) return;
      try {
        await store.write((tx) => followOne(tx, id, reactions));
      } catch (error) {
        fault(error, id);
      }
    }
  }
};
