import type { Read } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { siteOf } from '../named-sites.ts';
import { brandSettings } from '../settings/queries.ts';
import { allSiteIds } from '../sites/queries.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { type DateRange, rangeBefore } from './range.ts';

/** What a report is about: its sites and its days. */
export interface Subject {
  readonly sites: readonly SiteRow[];
  /** null for the whole brand. */
  readonly siteIds: readonly string[] | null;
  /** The site that was asked for. */
  readonly locationId: string | null;
  readonly range: DateRange;
  /** The range with which it is compared. */
  readonly before: DateRange | undefined;
  /** The date of now: at the site, or by the zone of the brand. */
  readonly today: string;
}

export interface ReportQuery extends DateRange {
  readonly location_id?: string;
  readonly compare?: 'none' | 'previous';
}

/** @throws Problem 400 when there is no such site; 403 when it is not the caller's. */
export const subjectOf = (read: Read, caller: Caller, range: DateRange, query: ReportQuery): Subject => {
  const named = query.location_id;
  const sites =
    named === undefined
      ? Site.rows.findAll(read, caller.siteIds ?? allSiteIds(read))
      : [siteOf(read, caller, { param: 'location_id', id: named })];
  const zone = named === undefined ? brandSettings(read).defaultTimezone : (sites[0]?.timezone ?? 'UTC');
  return {
    sites: sites.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    siteIds: named === undefined ? caller.siteIds : [named],
    locationId: named ?? null,
    range,
    before: query.compare === 'previous' ? rangeBefore(range) : undefined,
    today: localDateAt(read.nowMs, zone),
  };
};

/** Whether all sites of a report are closed on a date. */
export const closedOn = ({ sites }: Subject): ((date: string) => boolean) => {
  const closures = sites.map((site) => Site.view(site).closures);
  return (date) =>
    closures.length > 0 &&
    closures.every((of) => of.some(({ startDate, endDate }) => startDate <= date && date <= endDate));
};

/** The steps of a part of a report. `reads` gives the committed data, again after each step. */
export type Steps<T = void> = Generator<void, T>;
export type Reads = () => Read;

/** Runs the same for the range of a report, and for the range with which it is compared. */
export function* ofBoth<T>(
  { range, before }: Subject,
  steps: (range: DateRange) => Steps<T>,
): Steps<{ readonly now: T; readonly before: T | undefined }> {
  const now = yield* steps(range);
  return { now, before: before === undefined ? undefined : yield* steps(before) };
}
