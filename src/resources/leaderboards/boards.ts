import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireSites } from '../../kernel/caller.ts';
import { LAST_PERIOD_DATE } from '../../kernel/local-time.ts';
import { conflict, type Detail, invalid, invalidDetail, invalidParam, missingDetail } from '../../kernel/problem.ts';
import type { PlainReason } from '../../kernel/reasons.ts';
import { pack, unpackList } from '../../records/json.ts';
import { changedColumns } from '../../records/query.ts';
import { archiveRow } from '../../records/store-changes.ts';
import { Challenge, type ChallengeRow } from '../challenges/record.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { metricOf } from '../metrics/definitions.ts';
import { siteOf } from '../named-sites.ts';
import { brandSettings } from '../settings/queries.ts';
import { firstDateOf, makePeriods, periodColumns, periodDates, periodsUntil, today } from './periods.ts';
import { boardOfKey, liveBoards, unfinishedPeriods } from './queries.ts';
import {
  type CreateLeaderboardBody,
  Leaderboard,
  LeaderboardPeriod,
  type LeaderboardRow,
  type UpdateLeaderboardBody,
} from './record.ts';
import { unfinishedCounts } from './tables.ts';

/** The maximum number of leaderboards that are not archived, since every fact looks at all of them. */
const MOST_BOARDS = 100;
/** The maximum number of periods that a new leaderboard may have had. */
const MOST_PERIODS = 400;
/** The first date of a leaderboard of all time. */
const ALWAYS = '1970-01-01';

/** Which values of a metric are better; undefined for an entry that is not a metric or that the caller cannot see. */
const metricDirection = (read: Read, caller: Caller, id: string) => {
  const row = ContentEntry.lookUp(read, caller, id);
  return row && metricOf(row)?.direction;
};

const orderOf = (read: Read, caller: Caller, { rankBy, metricContentEntryId: id }: CreateLeaderboardBody) => {
  const direction = rankBy === 'metric' && id ? metricDirection(read, caller, id) : undefined;
  return direction === 'lower_is_better' ? 'asc' : 'desc';
};

/** A challenge that the caller finds, and that is not archived. */
const challengeOf = (read: Read, caller: Caller, id: string | null | undefined): ChallengeRow | undefined => {
  const row = Challenge.lookUp(read, caller, id);
  return row?.archivedAt === null ? row : undefined;
};

/** Publishing fixes the days of a challenge, which the period of a leaderboard relies on. */
const challengeProblems = (read: Read, caller: Caller, id: string): Detail[] => {
  const challenge = challengeOf(read, caller, id);
  if (challenge === undefined) return [missingDetail('challengeId', 'challenge', id)];
  if (challenge.publishedAt !== null) return [];
  return [
    invalidDetail('challengeId', `The challenge '${challenge.title}' is a draft. Publish it first.`, {
      reason: 'unpublished_challenge',
    }),
  ];
};

const DAYS = ['startDate', 'endDate', 'timezone'] as const;

/** Empty for other periods. @throws Problem 400 for sent days that differ from the days of the challenge. */
const challengeDays = (read: Read, caller: Caller, body: CreateLeaderboardBody) => {
  const challenge = body.periodType === 'challenge' ? challengeOf(read, caller, body.challengeId) : undefined;
  if (challenge === undefined) return {};
  const other = DAYS.filter((name) => body[name] !== undefined && body[name] !== challenge[name]);
  const message = 'The challenge determines the days. Leave this field out.';
  if (other.length > 0)
    throw invalid(other.map((name) => invalidDetail(name, message, { reason: 'set_by_challenge' })));
  const { startDate, endDate, timezone } = challenge;
  return { startDate, endDate, timezone };
};

const dateProblems = ({ startDate, endDate }: Pick<LeaderboardRow, 'startDate' | 'endDate'>): Detail[] => {
  const details: Detail[] = [];
  const wrong = (param: string, reason: PlainReason, message: string) =>
    details.push(invalidDetail(param, message, { reason }));
  const last = `The last date is ${LAST_PERIOD_DATE}.`;
  if (startDate > LAST_PERIOD_DATE) wrong('startDate', 'too_late', `${last} Send an earlier date.`);
  if (endDate === null) return details;
  if (endDate > LAST_PERIOD_DATE)
    wrong('endDate', 'too_late', `${last} Send null for a leaderboard without an end date.`);
  if (endDate < startDate) wrong('endDate', 'end_before_start', "'endDate' must not be before 'startDate'.");
  return details;
};

const problemsOf = (read: Read, caller: Caller, row: LeaderboardRow): Detail[] => {
  const details = dateProblems(row);
  const { scope, siteId, challengeId, metricContentEntryId, rankBy, periodType } = row;
  if (scope === 'site' && siteId === null) {
    details.push({ param: 'siteId', code: 'parameter_missing', message: "The scope 'site' needs a 'siteId'." });
  }
  if (scope === 'brand' && siteId !== null) {
    details.push(
      invalidDetail('siteId', "Only the scope 'site' has a 'siteId'. Leave it out, or send scope 'site'.", {
        reason: 'not_applicable',
      }),
    );
  }
  if (challengeId !== null) details.push(...challengeProblems(read, caller, challengeId));
  else if (rankBy === 'points' || periodType === 'challenge' || row.divisions !== null) {
    const message = 'Points, a challenge period, and divisions need a challenge. Send its ID.';
    details.push({ param: 'challengeId', code: 'parameter_missing', message });
  }
  if (metricContentEntryId !== null && rankBy !== 'metric') {
    details.push(
      invalidDetail('metricContentEntryId', "Only a leaderboard by 'metric' has a metric. Leave it out.", {
        reason: 'not_applicable',
      }),
    );
  } else if (metricContentEntryId !== null) {
    if (metricDirection(read, caller, metricContentEntryId) === undefined) {
      details.push(missingDetail('metricContentEntryId', 'metric', metricContentEntryId));
    }
  } else if (rankBy === 'metric') {
    const message = "A leaderboard by 'metric' needs a metric. Send the ID of its content entry.";
    details.push({ param: 'metricContentEntryId', code: 'parameter_missing', message });
  }
  if (periodsUntil(row, today(read.nowMs, row)) > MOST_PERIODS) {
    const message = `There are more than ${MOST_PERIODS} periods since then. Send a later date.`;
    details.push(invalidDetail('startDate', message, { reason: 'too_many_periods' }));
  }
  return details;
};

/** @throws Problem 400 for a key that another leaderboard has. */
export const requireFreeKey = (read: Read, key: string | null, ownId?: string): void => {
  const other = key === null ? undefined : boardOfKey(read, key);
  if (other === undefined || other.id === ownId) return;
  throw invalidParam('key', `The key '${key}' is used by another leaderboard. Choose another one.`, {
    reason: 'already_used',
  });
};

/** @throws Problem 409 `limit_reached` when there are as many leaderboards as there can be. */
export const requireRoom = (read: Read): void => {
  if (liveBoards(read).length < MOST_BOARDS) return;
  const message = `There are already ${MOST_BOARDS} leaderboards, which is the limit. Archive one first.`;
  throw conflict('limit_reached', message);
};

const timezoneOf = (read: Read, caller: Caller, { timezone, siteId }: CreateLeaderboardBody): string => {
  if (timezone !== undefined) return timezone;
  if (siteId !== undefined && siteId !== null) return siteOf(read, caller, { param: 'siteId', id: siteId }).timezone;
  return brandSettings(read).defaultTimezone;
};

/** The sites of a new leaderboard; none for the whole brand. @throws Problem 400 `resource_missing`, 403 `site_not_allowed`. */
export const sitesOf = (read: Read, caller: Caller, { siteId }: CreateLeaderboardBody): string[] => {
  const siteIds = typeof siteId === 'string' ? [siteOf(read, caller, { param: 'siteId', id: siteId }).id] : [];
  requireSites(caller, siteIds, 'siteId');
  return siteIds;
};

/**
 * Creates a leaderboard with its periods. The facts from before it count too; they are counted in several transactions.
 * @throws Problem 400 with everything that is wrong; 403 `site_not_allowed`; 409 `limit_reached`.
 */
export const createLeaderboard = (
  tx: Tx,
  caller: Caller,
  body: CreateLeaderboardBody,
  id: string = tx.id(),
): LeaderboardRow => {
  const siteIds = sitesOf(tx, caller, body);
  const timezone = timezoneOf(tx, caller, body);
  const { periodType } = body;
  const startDate = periodType === 'all_time' ? ALWAYS : firstDateOf(periodType, today(tx.nowMs, { timezone }));
  const made = Leaderboard.make(tx, body, {
    id,
    timezone,
    startDate,
    order: orderOf(tx, caller, body),
    siteIds: pack(siteIds),
  });
  const row = { ...made, ...challengeDays(tx, caller, body) };
  const details = problemsOf(tx, caller, row);
  if (details.length > 0) throw invalid(details);
  requireFreeKey(tx, row.key);
  requireRoom(tx);
  Leaderboard.rows.insert(tx, row);
  makePeriods(tx, row);
  unfinishedCounts.store(tx, row.id, { after: '' });
  return row;
};

/** The scores of a period, the counts of its lists, which are named after it, and the period itself. */
const REMOVE = [
  'delete from "leaderboardScores" where "periodId" = ?1',
  `delete from "rankCounts" where "list" >= ?1 || '/' and "list" < ?1 || '0'`,
  'delete from "leaderboardPeriods" where "id" = ?1',
];

/** Gives the periods that are not over another end, and removes those that would begin after it. */
const moveEnd = (tx: Tx, board: LeaderboardRow): void => {
  for (const period of unfinishedPeriods(tx, board.id)) {
    const { id, startDate: from } = period;
    if (board.endDate !== null && from > board.endDate) for (const sql of REMOVE) tx.db.query(sql).run(id);
    else {
      const columns = periodColumns(board, { ...periodDates(board, from), from });
      LeaderboardPeriod.rows.update(tx, id, { ...columns, updatedAt: tx.now });
    }
  }
  makePeriods(tx, board);
};

/** Updates a leaderboard. @throws Problem 400 for a key that is taken or an end before today, 403 `site_not_allowed`. */
export const updateLeaderboard = (
  tx: Tx,
  caller: Caller,
  row: LeaderboardRow,
  body: UpdateLeaderboardBody,
): LeaderboardRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteId');
  const next: LeaderboardRow = { ...row, ...Leaderboard.columns(body, row) };
  const changed = changedColumns(row, next);
  if (Object.keys(changed).length === 0) return row;
  if (row.archivedAt !== null)
    throw conflict('leaderboard_archived', 'This leaderboard is archived. Create a new one.');
  requireFreeKey(tx, next.key, row.id);
  if (changed.endDate !== undefined && row.periodType === 'challenge') {
    throw invalidParam('endDate', 'The challenge determines the days. Leave this field out.', {
      reason: 'set_by_challenge',
    });
  }
  if (changed.endDate !== undefined) {
    const day = today(tx.nowMs, next);
    const isLate = next.endDate !== null && next.endDate < day;
    const isOver = row.endDate !== null && row.endDate < day;
    const details = dateProblems(next);
    if (details.length > 0) throw invalid(details);
    if (isLate || isOver) {
      const message = 'What has ended cannot change. Send today or a later date, before it has ended.';
      throw invalidParam('endDate', message, { reason: 'already_over' });
    }
  }
  next.updatedAt = tx.now;
  Leaderboard.rows.update(tx, row.id, { ...changed, updatedAt: tx.now });
  if (changed.endDate !== undefined) moveEnd(tx, next);
  if (changed.endDate !== undefined || changed.isOptInRequired !== undefined)
    unfinishedCounts.store(tx, row.id, { after: '' });
  return next;
};

/** Archives a leaderboard: members no longer see it. Archiving it again changes nothing. */
export const archiveLeaderboard = (tx: Tx, caller: Caller, row: LeaderboardRow) => {
  requireSites(caller, unpackList(row.siteIds), 'siteId');
  return archiveRow(tx, Leaderboard, row);
};
