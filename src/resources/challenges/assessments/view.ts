import type { Read } from '../../../database/database.ts';
import type { ChallengeRow } from '../record.ts';
import type { SubmissionRow } from '../tables.ts';
import { baselineIds, submissionsOf } from './queries.ts';
import { type AssessmentResponse, type AssessmentRow, ChallengeAssessment, type Values } from './record.ts';

export const assessmentWindow = (challenge: ChallengeRow, { stage, opensAt, closesAt }: AssessmentRow) => ({
  opensAt: opensAt ?? (stage === 'baseline' ? challenge.enrollmentOpensAt : challenge.startsAt),
  closesAt: closesAt ?? challenge.endsAt,
});

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The differences of the numbers that both have. */
const deltaOf = (values: Values, baseline: Values): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const before = baseline[key];
      return typeof value === 'number' && typeof before === 'number' ? [[key, round(value - before)]] : [];
    }),
  );

export const assessmentViews = (read: Read, challenge: ChallengeRow, enrollmentId: string | undefined) => {
  const submissions = submissionsOf(read, enrollmentId);
  const baselines = baselineIds(read, challenge.id).flatMap((id) => submissions.get(id) ?? []);
  const baseline: Values = Object.assign({}, ...baselines.reverse().map(({ values }) => JSON.parse(values)));
  const submissionView = (row: AssessmentRow, { id, values, measuredAt }: SubmissionRow) => {
    const own: Values = JSON.parse(values);
    const isCompared = row.stage !== 'baseline' && baselines.length > 0;
    return { id, values: own, measuredAt, deltaFromBaseline: isCompared ? deltaOf(own, baseline) : null };
  };
  return (row: AssessmentRow): AssessmentResponse => {
    const submitted = submissions.get(row.id);
    return {
      ...ChallengeAssessment.view(row),
      ...assessmentWindow(challenge, row),
      submission: submitted === undefined ? null : submissionView(row, submitted),
    };
  };
};
