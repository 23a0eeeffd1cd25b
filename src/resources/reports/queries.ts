// The visits of a day, counted in one place: for the reports, and for the email about yesterday.

import type { Read } from '../../database/database.ts';
import { runAtOnce } from '../../kernel/slices.ts';
import type { SiteRow } from '../sites/record.ts';
import { eachClass } from './classes.ts';
import { DAYS, type DateRange, dayParts } from './range.ts';
import type { Reads, Steps, Subject } from './sources.ts';

/** A check-in without a booking is a visit of the local day on which the client came. */
const VISITS = `${DAYS} select "date", count(*) "visits" from "days"
  cross join "checkins" on "siteId" = $siteId and "isVisit" = 1
    and "checkedInAt" >= "start" and "checkedInAt" < "end"
  where "status" = 'valid' group by 1`;

interface OtherVisits {
  readonly date: string;
  readonly visits: number;
}

/** The visits of some sites without a booking, by day. */
export function* eachOtherVisit(
  reads: Reads,
  { sites }: Pick<Subject, 'sites'>,
  range: DateRange,
  add: (found: OtherVisits) => void,
): Steps {
  for (const [zone, ofZone] of Map.groupBy(sites, ({ timezone }) => timezone)) {
    for (const days of dayParts(range, zone)) {
      for (const { id: siteId } of ofZone) {
        for (const found of reads().db.query<OtherVisits, Record<string, string>>(VISITS).all({ siteId, days }))
          add(found);
      }
      yield;
    }
  }
}

/** Who came to a site on one of its days, with a class and without, and who did not: as the report of attendance says. */
export const attendanceOn = (read: Read, site: SiteRow, date: string): { visits: number; noShows: number } => {
  const sum = { visits: 0, noShows: 0 };
  const [reads, sites, range] = [() => read, { sites: [site] }, { from: date, to: date }];
  runAtOnce(
    eachClass(reads, sites, range, ({ visits, noShows }) => {
      sum.visits += visits;
      sum.noShows += noShows;
    }),
  );
  runAtOnce(
    eachOtherVisit(reads, sites, range, ({ visits }) => {
      sum.visits += visits;
    }),
  );
  return sum;
};
