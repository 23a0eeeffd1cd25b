// Where and when something that a member did counts, as another studio recorded it.

import type { Tx } from '../../../database/database.ts';
import { type Caller, requireSite } from '../../../kernel/caller.ts';
import { addDays } from '../../../kernel/local-time.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import type { factDates, visitDates } from '../../exports/shapes.ts';
import type { RecordedVisit } from '../../facts/visits.ts';
import { Site } from '../../sites/record.ts';
import { utc } from './dates.ts';
import { idOf } from './identity.ts';

type Dates = Static<typeof factDates>;

const checkDate = (date: string, at: string, param: string): void => {
  const day = at.slice(0, 10);
  if (date >= addDays(day, -1) && date <= addDays(day, 1)) return;
  throw invalidParam(param, `'${date}' is not the date of ${at} in any time zone. Correct it, or leave it out.`, {
    reason: 'contradiction',
  });
};

/**
 * The columns of a fact that a row has in the group `param`, or in its own fields for ''; undefined where it has none, so that they are derived.
 * @throws Problem 400 for an unknown site, a future instant, or dates that are not of the instant; 403 for another site
 *   than the caller's.
 */
export const factColumns = (
  read: Tx,
  caller: Caller,
  given: Dates | null | undefined,
  param: string,
): Dates | undefined => {
  if (given === null || given === undefined) return undefined;
  const { siteId, localDate, homeDate } = given;
  const path = param === '' ? '' : `${param}.`;
  if (Site.rows.find(read, siteId) === undefined) throw missingResource(`${path}siteId`, 'site', siteId);
  requireSite(caller, siteId);
  const at = utc(given.at);
  if (at > read.now) throw invalidParam(`${path}at`, `'at' must not be in the future.`, { reason: 'in_the_future' });
  checkDate(localDate, at, `${path}localDate`);
  checkDate(homeDate, at, `${path}homeDate`);
  return { id: idOf(read, given.id), siteId, at, localDate, homeDate };
};

export const visitColumns = (
  read: Tx,
  caller: Caller,
  given: Static<typeof visitDates> | null | undefined,
): RecordedVisit | undefined => {
  const dates = factColumns(read, caller, given, 'state.visit');
  return dates && { ...dates, value: given?.minutes ?? 0 };
};
