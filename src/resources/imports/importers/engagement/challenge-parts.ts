// The goals, assessments and articles of challenges.

import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import type { Fields } from '../../../../http/csv-columns.ts';
import { validatorFor } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalid } from '../../../../kernel/problem.ts';
import { object, type Static, type TObject } from '../../../../kernel/schemas.ts';
import { createArticle, updateArticle } from '../../../challenges/articles/articles.ts';
import { articlesOf } from '../../../challenges/articles/queries.ts';
import { ChallengeArticle } from '../../../challenges/articles/record.ts';
import { createAssessment, updateAssessment } from '../../../challenges/assessments/assessments.ts';
import { assessmentsOf } from '../../../challenges/assessments/queries.ts';
import { ChallengeAssessment } from '../../../challenges/assessments/record.ts';
import { createGoal, updateGoal } from '../../../challenges/goals/goals.ts';
import { goalsOf } from '../../../challenges/goals/queries.ts';
import { ChallengeGoal } from '../../../challenges/goals/record.ts';
import { Challenge, type ChallengeRow } from '../../../challenges/record.ts';
import {
  exportedArticleView,
  exportedAssessmentView,
  exportedGoalView,
} from '../../../exports/engagement/challenges.ts';
import { archivedField, type ImportFamilyName, identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { type ImportFamily, importFamily, rightsOver } from '../family.ts';
import { idOf } from '../identity.ts';
import { challengeOf, challengeReference } from './challenge.ts';

interface PartRow {
  readonly id: string;
  readonly challengeId: string;
}

/** One kind of parts, and its rules. */
interface Kind<Row extends PartRow, Create extends TObject> {
  readonly record: {
    readonly schema: TObject;
    readonly create: Create;
    readonly rows: {
      find(read: Read, id: string): Row | undefined;
      update(tx: Tx, id: string, columns: { updatedAt?: string | undefined; archivedAt?: string | null }): void;
    };
  };
  /** The ends of the ids of the operations that do the same one by one: `ChallengeGoal`. */
  readonly operations: string;
  /** The parts of a challenge, among which a row without an id is found by `named`. */
  all(read: Read, challengeId: string): readonly Row[];
  readonly named: readonly (keyof Row & string)[];
  view(row: Row): object;
  create(tx: Tx, caller: Caller, challenge: ChallengeRow, body: Static<Create>, id: string): Row;
  update(tx: Tx, caller: Caller, challenge: ChallengeRow, row: Row, body: Fields): Row;
}

const importParts = <Row extends PartRow, Create extends TObject>(
  name: ImportFamilyName,
  { record, operations, all, named, view, create, update }: Kind<Row, Create>,
): ImportFamily => {
  const creation = validatorFor(record.create);
  const { properties } = Type.Partial(record.create);
  const shape = object({ ...challengeReference, ...properties, ...identityFields, ...archivedField });
  const fieldsOf = (row: Static<typeof shape>): Fields => {
    const { id, createdAt, updatedAt, archivedAt, challengeId, challengeExternalId, ...fields } = row;
    return fields;
  };
  return importFamily(shape, {
    name,
    rights: rightsOver(operations),
    find(tx, row, caller) {
      if (row.id !== undefined) return record.rows.find(tx, row.id);
      const challenge = challengeOf(tx, caller, row);
      const fields = fieldsOf(row);
      return all(tx, challenge.id).find((each) =>
        named.every((field) => fields[field] === undefined || each[field] === fields[field]),
      );
    },
    create(tx, caller, row) {
      const body = fieldsOf(row);
      if (!creation.isValid(body)) throw invalid(creation.errors(body));
      const at = atCreation(tx, row.createdAt);
      const made = create(at, caller, challengeOf(tx, caller, row), body, idOf(tx, row.id));
      record.rows.update(tx, made.id, {
        updatedAt: utc(row.updatedAt) ?? at.now,
        archivedAt: utc(row.archivedAt) ?? null,
      });
      return made.id;
    },
    update(tx, caller, found, row) {
      const challenge = Challenge.find(tx, caller, found.challengeId);
      return applyChanges(fieldsOf(row), {
        record: found,
        shown: view(found),
        update: (changes) => update(tx, caller, challenge, found, changes),
      });
    },
  });
};

export const importGoals = importParts('challenge_goals', {
  record: ChallengeGoal,
  operations: 'ChallengeGoal',
  all: goalsOf,
  named: ['title'],
  view: exportedGoalView,
  create: createGoal,
  update: updateGoal,
});

export const importAssessments = importParts('challenge_assessments', {
  record: ChallengeAssessment,
  operations: 'ChallengeAssessment',
  all: assessmentsOf,
  named: ['name', 'stage'],
  view: exportedAssessmentView,
  create: createAssessment,
  update: updateAssessment,
});

export const importArticles = importParts('challenge_articles', {
  record: ChallengeArticle,
  operations: 'ChallengeArticle',
  all: articlesOf,
  named: ['contentEntryId', 'weekNumber'],
  view: exportedArticleView,
  create: createArticle,
  update: updateArticle,
});
