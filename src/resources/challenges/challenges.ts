import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireSites } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { earlierOf, LAST_PERIOD_DATE, startOfDate } from '../../kernel/local-time.ts';
import { conflict, type Detail, invalid, invalidDetail, missingDetail } from '../../kernel/problem.ts';
import type { PlainReason } from '../../kernel/reasons.ts';
import { unpackList } from '../../records/json.ts';
import { archiveRow, storeChanges } from '../../records/store-changes.ts';
import { Award } from '../awards/record.ts';
import { Leaderboard } from '../leaderboards/record.ts';
import { requireNamedSites } from '../named-sites.ts';
import { brandSettings } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';
import { endOf, totalDays } from './calendar.ts';
import { Challenge, type ChallengeRow, type CreateChallengeBody, type UpdateChallengeBody } from './record.ts';

const MAX_DAYS = 366;
/** How long after its local end a challenge still takes submissions, before its ranks are final. */
const GRACE_MS = HOUR_MS;

type Windows = Pick<ChallengeRow, 'startsAt' | 'endsAt' | 'closesAt'>;

/** The instants of a challenge that follow from its dates. */
export const windowsOf = ({ startDate, endDate, timezone }: ChallengeRow): Windows => {
  const endsAt = endOf(endDate, timezone);
  return { startsAt: startOfDate(startDate, timezone), endsAt, closesAt: isoInstant(epochOf(endsAt) + GRACE_MS) };
};

/** @throws Problem 400 with everything that is wrong with the times of a challenge. */
const checkTimes = (row: ChallengeRow): void => {
  const { startDate, endDate, startsAt, endsAt, enrollmentOpensAt: opensAt, enrollmentClosesAt: closesAt } = row;
  const details: Detail[] = [];
  const wrong = (param: string, reason: PlainReason, message: string) =>
    details.push(invalidDetail(param, message, { reason }));
  if (endDate < startDate) wrong('endDate', 'end_before_start', "'endDate' must not be before 'startDate'.");
  else if (totalDays(row) > MAX_DAYS) {
    const message = `A challenge can last at most ${MAX_DAYS} days. Send an earlier 'endDate'.`;
    details.push(invalidDetail('endDate', message, { reason: 'too_many_days', max: MAX_DAYS }));
  }
  if (endDate > LAST_PERIOD_DATE)
    wrong('endDate', 'too_late', `The last date is ${LAST_PERIOD_DATE}. Send an earlier date.`);
  if (opensAt > startsAt) {
    wrong(
      'enrollmentOpensAt',
      'opens_after_start',
      "Enrollment must open by the start of the challenge: the start of 'startDate'.",
    );
  }
  if (closesAt <= opensAt) {
    wrong(
      'enrollmentClosesAt',
      'end_before_start',
      "Enrollment must close after it opens. Send a later 'enrollmentClosesAt'.",
    );
  }
  if (closesAt > endsAt && endDate >= startDate) {
    wrong(
      'enrollmentClosesAt',
      'closes_after_end',
      "Enrollment must close by the end of the challenge: the end of 'endDate'.",
    );
  }
  if (details.length > 0) throw invalid(details);
};

/** What is wrong with the leaderboard that a challenge names: the caller does not find it, it is archived, or of another challenge. */
const boardProblems = (read: Read, caller: Caller, id: string, leaderboardId: string): Detail[] => {
  const board = Leaderboard.lookUp(read, caller, leaderboardId);
  if (board?.archivedAt !== null) return [missingDetail('leaderboardId', 'leaderboard', leaderboardId)];
  if (board.challengeId === null || board.challengeId === id) return [];
  const message = `The leaderboard '${board.name}' belongs to another challenge. Send a leaderboard of this challenge, or one without a challenge.`;
  return [invalidDetail('leaderboardId', message, { reason: 'of_another_challenge' })];
};

/** @throws Problem 400 for awards and leaderboards that do not exist, and for the leaderboard of another challenge. */
const checkReferences = (
  read: Read,
  caller: Caller,
  { id, leaderboardId, awardIds }: ChallengeRow,
  before?: ChallengeRow,
): void => {
  const details: Detail[] = [];
  if (leaderboardId !== null && leaderboardId !== before?.leaderboardId) {
    details.push(...boardProblems(read, caller, id, leaderboardId));
  }
  const ids = unpackList<string>(awardIds);
  const existing = new Set([
    ...unpackList<string>(before?.awardIds ?? null),
    ...Award.rows.findAll(read, ids).map((award) => award.id),
  ]);
  for (const [index, awardId] of ids.entries()) {
    if (!existing.has(awardId)) details.push(missingDetail(`awardIds[${index}]`, 'award', awardId));
  }
  if (details.length > 0) throw invalid(details);
};

const defaultTimezone = (read: Read, siteIds: readonly string[]): string => {
  const [first = brandSettings(read).defaultSiteId] = siteIds;
  return Site.rows.find(read, first)?.timezone ?? 'UTC';
};

/** Creates a challenge as a draft. @throws Problem 400 for its times or sites, 403 `site_not_allowed`. */
export const createChallenge = (
  tx: Tx,
  caller: Caller,
  body: CreateChallengeBody,
  id: string = tx.id(),
): ChallengeRow => {
  const { siteIds = [] } = body;
  requireNamedSites(tx, caller, siteIds, 'siteIds');
  const timezone = body.timezone ?? defaultTimezone(tx, siteIds);
  const none = { startsAt: '', endsAt: '', closesAt: '' };
  const made = Challenge.make(tx, body, { id, timezone, enrollmentOpensAt: '', enrollmentClosesAt: '', ...none });
  const windows = windowsOf(made);
  const row = {
    ...made,
    ...windows,
    enrollmentOpensAt: made.enrollmentOpensAt || earlierOf(windows.startsAt, tx.now),
    enrollmentClosesAt: made.enrollmentClosesAt || windows.endsAt,
  };
  checkTimes(row);
  checkReferences(tx, caller, row);
  Challenge.rows.insert(tx, row);
  return row;
};

/** What members have relied on since a challenge was published. */
const FIXED = ['type', 'startDate', 'endDate', 'timezone', 'siteIds', 'pointsRules'] as const;

/** @throws Problem 409 `challenge_published` when `after` differs in a field that was fixed by publishing. */
export const requireUnchanged = <Row extends object>(
  challenge: ChallengeRow,
  before: Row,
  after: Row,
  fixed: readonly (keyof Row & string)[],
): void => {
  if (challenge.publishedAt === null) return;
  const [changed] = fixed.filter((name) => before[name] !== after[name]);
  if (changed === undefined) return;
  throw conflict(
    'challenge_published',
    `The challenge '${challenge.title}' is published, so '${changed}' can no longer change. Leave it out.`,
  );
};

/** Updates a challenge. Throws as `createChallenge`, and 409 `challenge_published`. */
export const updateChallenge = (tx: Tx, caller: Caller, row: ChallengeRow, body: UpdateChallengeBody): ChallengeRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (body.siteIds !== undefined) requireNamedSites(tx, caller, body.siteIds, 'siteIds');
  const changed = { ...row, ...Challenge.columns(body, row) };
  const windows = windowsOf(changed);
  const { enrollmentOpensAt: opensAt, enrollmentClosesAt: closesAt } = body;
  const isDefault = closesAt === null || (closesAt === undefined && row.enrollmentClosesAt === row.endsAt);
  const next = {
    ...changed,
    ...windows,
    ...(opensAt === null ? { enrollmentOpensAt: earlierOf(windows.startsAt, row.createdAt) } : {}),
    ...(isDefault ? { enrollmentClosesAt: windows.endsAt } : {}),
  };
  requireUnchanged(row, row, next, FIXED);
  checkTimes(next);
  checkReferences(tx, caller, next, row);
  return storeChanges(tx, Challenge, row, next);
};

/** Archives a challenge: members no longer see it, and nothing counts in it. */
export const archiveChallenge = (tx: Tx, caller: Caller, row: ChallengeRow) => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  return archiveRow(tx, Challenge, row);
};
