import type { Read } from '../../../database/database.ts';
import { tableRows, textsOf } from '../../../records/query.ts';
import { challengeAssessmentSubmissions, type SubmissionRow } from '../tables.ts';
import { type AssessmentRow, STAGES } from './record.ts';

const ASSESSMENTS = `select * from "challengeAssessments" where "challengeId" = ? and "archivedAt" is null order by "id"`;

export const assessmentsOf = (read: Read, challengeId: string): AssessmentRow[] =>
  read.db
    .query<AssessmentRow, [string]>(ASSESSMENTS)
    .all(challengeId)
    .sort((left, right) => STAGES.indexOf(left.stage) - STAGES.indexOf(right.stage));

export const submissionRows = tableRows(challengeAssessmentSubmissions);

const SUBMISSIONS = 'select * from "challengeAssessmentSubmissions" where "enrollmentId" = ?';

export const submissionsOf = (read: Read, enrollmentId: string | undefined): Map<string, SubmissionRow> => {
  if (enrollmentId === undefined) return new Map();
  const rows = read.db.query<SubmissionRow, [string]>(SUBMISSIONS).all(enrollmentId);
  return new Map(rows.map((row) => [row.assessmentId, row]));
};

const BASELINES = `select "id" from "challengeAssessments" where "challengeId" = ? and "stage" = 'baseline' order by "id"`;

/** The ids of the assessments with which the others are compared. */
export const baselineIds = (read: Read, challengeId: string): string[] => textsOf(read, BASELINES, challengeId);
