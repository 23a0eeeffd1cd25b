import { type Detail, invalidDetail } from '../../../kernel/problem.ts';
import type { PlainReason } from '../../../kernel/reasons.ts';
import { partChanges } from '../parts.ts';
import type { ChallengeRow } from '../record.ts';
import { assessmentsOf } from './queries.ts';
import {
  type AssessmentRow,
  ChallengeAssessment,
  type CreateAssessmentBody,
  type UpdateAssessmentBody,
} from './record.ts';
import { assessmentWindow } from './view.ts';

export const wrongAssessmentTimes = (row: AssessmentRow, challenge: ChallengeRow): Detail[] => {
  const { opensAt, closesAt } = assessmentWindow(challenge, row);
  const details: Detail[] = [];
  if (closesAt <= opensAt)
    details.push(
      invalidDetail('closesAt', `'closesAt' must be after it opens: ${opensAt}.`, { reason: 'end_before_start' }),
    );
  if (closesAt > challenge.closesAt) {
    const message = `'closesAt' must not be later than ${challenge.closesAt}: an hour after the end of the challenge.`;
    details.push(invalidDetail('closesAt', message, { reason: 'after_challenge' }));
  }
  return details;
};

const wrongFields = (row: AssessmentRow): Detail[] => {
  const { fields } = ChallengeAssessment.view(row);
  const keys = fields.map(({ key }) => key);
  if (fields.length === 0)
    return [invalidDetail('fields', "Send at least one field in 'fields'.", { reason: 'too_few', min: 1 })];
  return fields.flatMap(({ key, type, min, max }, index) => {
    const details: Detail[] = [];
    const wrong = (name: string, reason: PlainReason, message: string) =>
      details.push(invalidDetail(`fields[${index}].${name}`, message, { reason }));
    if (keys.indexOf(key) < index) wrong('key', 'already_used', `Another field has the key '${key}'.`);
    if (type === 'boolean' && (min !== null || max !== null)) {
      wrong('type', 'not_applicable', "A field of type boolean cannot have 'min' and 'max'.");
    }
    if (min !== null && max !== null && min > max) wrong('max', 'outside_limits', "'max' must not be below 'min'.");
    return details;
  });
};

export const { create: createAssessment, update: updateAssessment } = partChanges<
  AssessmentRow,
  CreateAssessmentBody,
  UpdateAssessmentBody
>({
  record: ChallengeAssessment,
  most: [50, 'assessments'],
  fixed: ['stage', 'fields', 'pointsValue'],
  all: assessmentsOf,
  wrong: (_tx, _caller, row, challenge) => [...wrongAssessmentTimes(row, challenge), ...wrongFields(row)],
});
