import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { conflict, type Detail, invalid, invalidDetail, notFound, tooEarly } from '../../../kernel/problem.ts';
import type { Because } from '../../../kernel/reasons.ts';
import { recordFact } from '../../facts/facts.ts';
import { homeSiteId } from '../../facts/queries.ts';
import type { FactReactions } from '../../reactions.ts';
import { pointsOf, totalOf } from '../queries.ts';
import { Challenge, type ChallengeRow, type EnrollmentRow } from '../record.ts';
import { submissionRows, submissionsOf } from './queries.ts';
import {
  type AssessmentBody,
  type AssessmentField,
  type AssessmentRow,
  ChallengeAssessment,
  type Values,
} from './record.ts';
import { assessmentWindow } from './view.ts';

const wrongValue = (field: AssessmentField, value: Values[string]): Detail[] => {
  const { key, label, type, min, max } = field;
  const wrong = (message: string, why: Because) => [invalidDetail(`values.${key}`, message, why)];
  const kind = typeof value === 'string' ? 'text' : typeof value;
  if (kind !== type) return wrong(`'${label}' must be a ${type}.`, { reason: 'wrong_type' });
  if (type === 'boolean') return [];
  const size = typeof value === 'string' ? [...value].length : Number(value);
  const [unit, least, most] =
    type === 'text' ? ([' characters', 'too_short', 'too_long'] as const) : (['', 'too_small', 'too_large'] as const);
  if (min !== null && size < min) return wrong(`'${label}' must be at least ${min}${unit}.`, { reason: least, min });
  return max !== null && size > max ? wrong(`'${label}' must be at most ${max}${unit}.`, { reason: most, max }) : [];
};

/** @throws Problem 400 with everything that is wrong with the values and the time. */
const check = (tx: Tx, row: AssessmentRow, { values, measuredAt }: AssessmentBody): void => {
  const { fields } = ChallengeAssessment.view(row);
  const details: Detail[] = [];
  for (const field of fields) {
    const param = `values.${field.key}`;
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    if (value === undefined) {
      if (field.required) details.push({ param, code: 'parameter_missing', message: `'${field.label}' is missing.` });
      continue;
    }
    details.push(...wrongValue(field, value));
  }
  for (const key of Object.keys(values)) {
    if (fields.some((field) => field.key === key)) continue;
    const message = `The assessment has no field '${key}'. Leave it out.`;
    details.push({ param: `values.${key}`, code: 'parameter_unknown', message });
  }
  if (details.length === 0 && Object.keys(values).length === 0) {
    details.push({ param: 'values', code: 'parameter_missing', message: "Send at least one value in 'values'." });
  }
  if (measuredAt !== undefined && epochOf(measuredAt) > tx.nowMs) {
    const message = "'measuredAt' must not be in the future.";
    details.push(invalidDetail('measuredAt', message, { reason: 'in_the_future' }));
  }
  if (measuredAt !== undefined) details.push(...tooEarly('measuredAt', isoInstant(epochOf(measuredAt))));
  if (details.length > 0) throw invalid(details);
};

const requireOpen = (tx: Tx, challenge: ChallengeRow, row: AssessmentRow): void => {
  const { opensAt, closesAt } = assessmentWindow(challenge, row);
  if (opensAt <= tx.now && tx.now <= closesAt) return;
  throw conflict('submission_closed', `'${row.name}' can be submitted from ${opensAt} to ${closesAt}.`);
};

/** Submits once. @throws Problem 400 for its values, 409 `assessment_already_submitted`, `submission_closed`. */
export const submitAssessment = (
  tx: Tx,
  reactions: FactReactions,
  { challenge, enrollment }: { readonly challenge: ChallengeRow; readonly enrollment: EnrollmentRow },
  row: AssessmentRow,
  body: AssessmentBody,
): void => {
  const { id: enrollmentId, clientId, challengeId } = enrollment;
  if (submissionsOf(tx, enrollmentId).has(row.id)) {
    throw conflict('assessment_already_submitted', `'${row.name}' was already submitted. Change it with PUT.`);
  }
  requireOpen(tx, challenge, row);
  check(tx, row, body);
  const id = tx.id();
  const measuredAt = isoInstant(epochOf(body.measuredAt ?? tx.now));
  const values = JSON.stringify(body.values);
  const times = { measuredAt, createdAt: tx.now, updatedAt: tx.now };
  submissionRows.insert(tx, { id, enrollmentId, assessmentId: row.id, values, ...times });
  const value = row.pointsValue ?? Challenge.view(challenge).pointsRules.perAssessment;
  recordFact(tx, reactions, { kind: 'assessment', clientId, at: tx.now, sourceId: id, value });
  tx.raise('challenge.assessment_submitted', homeSiteId(tx, clientId), {
    challengeId,
    clientId,
    enrollmentId,
    assessmentId: row.id,
    points: pointsOf(tx, enrollmentId, id),
    pointsTotal: totalOf(tx, enrollmentId),
  });
};

/**
 * Replaces what was submitted, while the assessment is open. Points stay.
 * @throws Problem 400 for its values, 404 when nothing was submitted, 409 `submission_closed`.
 */
export const changeAssessment = (
  tx: Tx,
  challenge: ChallengeRow,
  enrollmentId: string,
  row: AssessmentRow,
  body: AssessmentBody,
): void => {
  const before = submissionsOf(tx, enrollmentId).get(row.id);
  if (before === undefined) throw notFound('submitted assessment', row.id);
  requireOpen(tx, challenge, row);
  check(tx, row, body);
  const measuredAt = body.measuredAt === undefined ? before.measuredAt : isoInstant(epochOf(body.measuredAt));
  const values = JSON.stringify(body.values);
  submissionRows.update(tx, before.id, { values, measuredAt, updatedAt: tx.now });
};
