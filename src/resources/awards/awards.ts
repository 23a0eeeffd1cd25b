import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail, missingResource } from '../../kernel/problem.ts';
import { archiveRow, storeChanges } from '../../records/store-changes.ts';
import { Challenge } from '../challenges/record.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { metricOf } from '../metrics/definitions.ts';
import { forgetPicture } from '../own-pictures.ts';
import { countOldFacts } from './reactions.ts';
import { Award, type AwardRow, type AwardTrigger, type CreateAwardBody, type UpdateAwardBody } from './record.ts';

const RULES = ['threshold', 'streakType', 'metricContentEntryId', 'challengeId', 'maxRank'] as const;
type Rule = (typeof RULES)[number];

/** The fields that a trigger needs, and those that it can have. */
const FIELDS: Readonly<Record<AwardTrigger, { readonly needs: readonly Rule[]; readonly may?: readonly Rule[] }>> = {
  visits: { needs: ['threshold'] },
  streak: { needs: ['streakType', 'threshold'] },
  metric: { needs: ['metricContentEntryId', 'threshold'] },
  challenge: { needs: [], may: ['challengeId', 'maxRank'] },
  manual: { needs: [] },
};

const problemOf = (row: AwardRow, param: Rule): Detail | undefined => {
  const { trigger, threshold } = row;
  const { needs, may = [] } = FIELDS[trigger];
  const isSet = row[param] !== null;
  if (!isSet && needs.includes(param)) {
    return invalidDetail(param, `An award with the trigger '${trigger}' needs '${param}'.`, 'parameter_missing');
  }
  if (isSet && !needs.includes(param) && !may.includes(param)) {
    return invalidDetail(param, `An award with the trigger '${trigger}' cannot have '${param}'. Leave it out.`, {
      reason: 'not_applicable',
    });
  }
  const isCount = trigger === 'visits' || trigger === 'streak';
  if (param !== 'threshold' || !isCount || threshold === null || (Number.isInteger(threshold) && threshold >= 1)) {
    return undefined;
  }
  return invalidDetail(param, `The threshold of '${trigger}' must be a whole number of at least 1.`, {
    reason: 'not_a_whole_number',
  });
};

/** @throws Problem 400 with everything that does not fit the trigger, and `resource_missing` for an unknown metric or challenge. */
const check = (read: Read, row: AwardRow): void => {
  const details = RULES.flatMap((param) => problemOf(row, param) ?? []);
  if (details.length > 0) throw invalid(details);
  const { metricContentEntryId: id, challengeId } = row;
  if (challengeId !== null && Challenge.rows.find(read, challengeId) === undefined) {
    throw missingResource('challengeId', 'challenge', challengeId);
  }
  if (id === null) return;
  const entry = ContentEntry.rows.find(read, id);
  if (entry === undefined || metricOf(entry) === undefined) throw missingResource('metricContentEntryId', 'metric', id);
};

/**
 * Creates an award. Old facts earn it too, in slices after this.
 * @param isSilent whether they raise nothing.
 * @throws Problem 400; 403 `site_not_allowed`.
 */
export const createAward = (
  tx: Tx,
  caller: Caller,
  body: CreateAwardBody,
  id: string = tx.id(),
  isSilent = false,
): AwardRow => {
  requireWholeBrand(caller, 'awards');
  const row = Award.make(tx, body, { id });
  check(tx, row);
  Award.rows.insert(tx, row);
  countOldFacts(tx, row, isSilent);
  return row;
};

const EARNED_BY = ['trigger', 'isRepeatable', ...RULES] as const;

/** Updates an award. Members who have earned it keep it; members whose facts meet the new rule get it. Throws as `createAward`. */
export const updateAward = (tx: Tx, caller: Caller, row: AwardRow, body: UpdateAwardBody): AwardRow => {
  requireWholeBrand(caller, 'awards');
  const next: AwardRow = { ...row, ...Award.columns(body, row) };
  check(tx, next);
  if (EARNED_BY.some((column) => next[column] !== row[column])) countOldFacts(tx, next);
  if (next.badgeUrl !== row.badgeUrl) forgetPicture(tx, row.id, next.badgeUrl);
  return storeChanges(tx, Award, row, next);
};

/** Archives an award: no one can earn it anymore, and members who have it keep it. Archiving it again changes nothing. */
export const archiveAward = (tx: Tx, caller: Caller, row: AwardRow) => {
  requireWholeBrand(caller, 'awards');
  return archiveRow(tx, Award, row);
};
