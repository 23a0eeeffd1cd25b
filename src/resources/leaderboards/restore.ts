// Leaderboards that come from another studio, with their periods. Their scores follow one by one.

import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail, missingDetail } from '../../kernel/problem.ts';
import { pack } from '../../records/json.ts';
import { Challenge } from '../challenges/record.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { requireFreeKey, requireRoom, sitesOf } from './boards.ts';
import { periodColumns } from './periods.ts';
import {
  type CreateLeaderboardBody,
  Leaderboard,
  LeaderboardPeriod,
  type LeaderboardRow,
  type PeriodRow,
} from './record.ts';
import { unfinishedCounts } from './tables.ts';

/** A period as the other studio had it. The rest of it follows from its dates. */
type RestoredPeriod = Pick<PeriodRow, 'id' | 'startDate' | 'endDate' | 'closedAt' | 'createdAt' | 'updatedAt'>;

type Given = Pick<LeaderboardRow, 'id' | 'archivedAt' | 'createdAt' | 'updatedAt'> & {
  readonly periods: readonly RestoredPeriod[];
};

/** What a moved leaderboard has from the beginning. */
const REQUIRED = ['timezone', 'startDate', 'order'] as const;

/** What is wrong with the dates of periods. `endDate` is the first day after a period; null for no end. */
const periodDetails = (periods: readonly RestoredPeriod[]): Detail[] => {
  const sorted = periods.toSorted((left, right) => (left.startDate < right.startDate ? -1 : 1));
  const isWrong = ({ startDate, endDate }: RestoredPeriod, index: number): boolean => {
    const next = sorted[index + 1]?.startDate;
    return endDate === null ? next !== undefined : endDate <= startDate || (next !== undefined && next < endDate);
  };
  const wrong = sorted.find(isWrong);
  if (wrong === undefined) return [];
  const message =
    wrong.endDate === null
      ? `The period from ${wrong.startDate} has no end, but another period follows it. Give it an 'endDate'.`
      : `The period from ${wrong.startDate} to ${wrong.endDate} must end after its first day and before the next period begins.`;
  return [invalidDetail('periods', message, { reason: 'end_before_start' })];
};

/**
 * The steps of storing a leaderboard as it was, also one that is archived or long over. What members did is counted in several
 * transactions after this, but for closed periods.
 * @throws Problem 400 for what does not exist, and for periods that overlap; 403 `site_not_allowed`; 409 `limit_reached`.
 */
export function* restoreLeaderboard(
  tx: Tx,
  caller: Caller,
  body: CreateLeaderboardBody,
  given: Given,
): Generator<void, LeaderboardRow> {
  const { periods, ...own } = given;
  const siteIds = sitesOf(tx, caller, body);
  const { timezone, startDate, order, challengeId = null, metricContentEntryId = null } = body;
  const details = REQUIRED.flatMap((param): Detail[] =>
    body[param] === undefined
      ? [{ param, code: 'parameter_missing', message: `A leaderboard with 'periods' needs '${param}'. Send it.` }]
      : [],
  );
  details.push(...periodDetails(periods));
  if (challengeId !== null && Challenge.lookUp(tx, caller, challengeId) === undefined) {
    details.push(missingDetail('challengeId', 'challenge', challengeId));
  }
  if (metricContentEntryId !== null && ContentEntry.lookUp(tx, caller, metricContentEntryId) === undefined) {
    details.push(missingDetail('metricContentEntryId', 'metric', metricContentEntryId));
  }
  if (details.length > 0 || timezone === undefined || startDate === undefined || order === undefined)
    throw invalid(details);
  const made = Leaderboard.make(tx, body, {
    id: own.id,
    timezone,
    startDate,
    order,
    siteIds: pack(siteIds),
  });
  const row = { ...made, ...own };
  requireFreeKey(tx, row.key);
  if (row.archivedAt === null) requireRoom(tx);
  Leaderboard.rows.insert(tx, row);
  for (const { startDate: from, endDate: to, ...period } of periods) {
    LeaderboardPeriod.rows.insert(tx, { ...period, leaderboardId: row.id, ...periodColumns(row, { from, to }) });
    yield;
  }
  if (row.archivedAt === null) unfinishedCounts.store(tx, row.id, { after: '' });
  return row;
}
