// The goals, assessments and articles of challenges.

import type { Read } from '../../../../database/database.ts';
import type { Fields } from '../../../../http/csv-columns.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { createArticle, updateArticle } from '../../../challenges/articles/articles.ts';
import { articlesOf } from '../../../challenges/articles/queries.ts';
import { ChallengeArticle } from '../../../challenges/articles/record.ts';
import { createAssessment, updateAssessment } from '../../../challenges/assessments/assessments.ts';
import { assessmentsOf } from '../../../challenges/assessments/queries.ts';
import { ChallengeAssessment } from '../../../challenges/assessments/record.ts';
import { createGoal, updateGoal } from '../../../challenges/goals/goals.ts';
import { goalsOf } from '../../../challenges/goals/queries.ts';
import { ChallengeGoal } from '../../../challenges/goals/record.ts';
import { Challenge } from '../../../challenges/record.ts';
import { exportedArticles, exportedAssessments, exportedGoals } from '../../../exports/engagement/challenges.ts';
import { importRecords } from '../records.ts';
import { challengeReference, namedChallenge } from './challenge.ts';

interface PartRow {
  readonly id: string;
  readonly challengeId: string;
}

const ofChallenge = {
  parent: challengeReference,
  /** Also where nothing changes, since parts have no sites of their own. */
  reach: (read: Read, caller: Caller, { challengeId }: PartRow) => Challenge.find(read, caller, challengeId),
};

/** Finds the part of a row without an id by some of its fields, among the parts of its challenge. */
const partWith =
  <Row extends PartRow>(all: (read: Read, challengeId: string) => readonly Row[], ...names: (keyof Row & string)[]) =>
  (read: Read, fields: Fields, caller: Caller): Row | undefined => {
    if (fields.id !== undefined) return undefined;
    const isNamed = (part: Row) => names.every((name) => fields[name] === undefined || part[name] === fields[name]);
    return all(read, namedChallenge.find(read, caller, fields).id).find(isNamed);
  };

export const importGoals = importRecords(ChallengeGoal, {
  ...ofChallenge,
  operations: 'ChallengeGoal',
  otherwise: ['title', partWith(goalsOf, 'title')],
  shown: exportedGoals.view,
  create: (tx, caller, body, id, row) => createGoal(tx, caller, namedChallenge.find(tx, caller, row), body, id),
  update: (tx, caller, row, body) => updateGoal(tx, caller, Challenge.find(tx, caller, row.challengeId), row, body),
});

export const importAssessments = importRecords(ChallengeAssessment, {
  ...ofChallenge,
  operations: 'ChallengeAssessment',
  otherwise: ['name and stage', partWith(assessmentsOf, 'name', 'stage')],
  shown: exportedAssessments.view,
  create: (tx, caller, body, id, row) => createAssessment(tx, caller, namedChallenge.find(tx, caller, row), body, id),
  update: (tx, caller, row, body) =>
    updateAssessment(tx, caller, Challenge.find(tx, caller, row.challengeId), row, body),
});

export const importArticles = importRecords(ChallengeArticle, {
  ...ofChallenge,
  operations: 'ChallengeArticle',
  otherwise: ['contentEntryId and weekNumber', partWith(articlesOf, 'contentEntryId', 'weekNumber')],
  shown: exportedArticles.view,
  create: (tx, caller, body, id, row) => createArticle(tx, caller, namedChallenge.find(tx, caller, row), body, id),
  update: (tx, caller, row, body) => updateArticle(tx, caller, Challenge.find(tx, caller, row.challengeId), row, body),
});
