import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail } from '../../../kernel/problem.ts';
import { storeChanges } from '../../../records/store-changes.ts';
import { requireUnchanged } from '../challenges.ts';
import { requireOwn, requireRoom } from '../parts.ts';
import type { ChallengeRow } from '../record.ts';
import { assessmentsOf } from './queries.ts';
import {
  type AssessmentRow,
  ChallengeAssessment,
  type CreateAssessmentBody,
  type UpdateAssessmentBody,
} from './record.ts';
import { assessmentWindow } from './view.ts';

const MAX_ASSESSMENTS = 50;

/** What is wrong with the times of an assessment in its challenge. */
export const wrongAssessmentTimes = (row: AssessmentRow, challenge: ChallengeRow): Detail[] => {
  const { opensAt, closesAt } = assessmentWindow(challenge, row);
  const details: Detail[] = [];
  if (closesAt <= opensAt) details.push(invalidDetail('closesAt', `'closesAt' must be after it opens: ${opensAt}.`));
  if (closesAt > challenge.closesAt) {
    details.push(
      invalidDetail('closesAt', `'closesAt' must be by ${challenge.closesAt}: an hour after the end of the challenge.`),
    );
  }
  return details;
};

const check = (row: AssessmentRow, challenge: ChallengeRow): void => {
  const details = wrongAssessmentTimes(row, challenge);
  const { fields } = ChallengeAssessment.view(row);
  const keys = fields.map(({ key }) => key);
  if (fields.length === 0) details.push(invalidDetail('fields', "Send at least one field in 'fields'."));
  for (const [index, { key, type, min, max }] of fields.entries()) {
    if (keys.indexOf(key) < index)
      details.push(invalidDetail(`fields[${index}].key`, `Another field has the key '${key}'.`));
    if (type === 'boolean' && (min !== null || max !== null)) {
      details.push(invalidDetail(`fields[${index}].type`, "A field of the type boolean has no 'min' and 'max'."));
    }
    if (min !== null && max !== null && min > max) {
      details.push(invalidDetail(`fields[${index}].max`, "'max' must not be below 'min'."));
    }
  }
  if (details.length > 0) throw invalid(details);
};

/** Adds an assessment to a challenge. @throws Problem 400 for its times and fields. */
export const createAssessment = (
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  body: CreateAssessmentBody,
  id: string = tx.id(),
): AssessmentRow => {
  requireOwn(caller, challenge);
  requireRoom(assessmentsOf(tx, challenge.id), MAX_ASSESSMENTS, 'assessments');
  const row = ChallengeAssessment.make(tx, body, { id, challengeId: challenge.id });
  check(row, challenge);
  ChallengeAssessment.rows.insert(tx, row);
  return row;
};

const FIXED = ['stage', 'fields', 'pointsValue'] as const;

/** Updates an assessment. Throws as `createAssessment`, and 409 `challenge_published` for what members rely on. */
export const updateAssessment = (
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  row: AssessmentRow,
  body: UpdateAssessmentBody,
): AssessmentRow => {
  requireOwn(caller, challenge);
  const next = { ...row, ...ChallengeAssessment.columns(body, row) };
  requireUnchanged(challenge, row, next, FIXED);
  check(next, challenge);
  return storeChanges(tx, ChallengeAssessment, row, next);
};
